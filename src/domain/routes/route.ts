import Type, { type Static } from 'typebox'
import { Kind, Nullable, named, Shape, Timestamp, Uuid, WebAddress } from '../../operations/schema.ts'
import { Design, DesignInput } from '../design/index.ts'
import { Tags, TagsInput } from '../tags/index.ts'

export const Route = named(
  'Route',
  Shape(
    {
      object: Kind('route'),
      id: Uuid(),
      title: Type.String(),
      description: Type.String(),
      tags: Tags,
      cities: Type.Array(Type.String(), { description: 'Where one stays, each once, in the order of the route.' }),
      nights: Type.Integer({ description: 'Of all its stops.' }),
      stopCount: Type.Integer({ description: 'How many stops its design has.' }),
      design: Design,
      coverUrl: Nullable(Type.String()),
      createdAt: Timestamp(),
      updatedAt: Timestamp(),
    },
    { description: 'A design to start trips from. It has no dates of its own. All members are always present.' },
  ),
)
export type Route = Static<typeof Route>

const Title = Type.String({ minLength: 1, maxLength: 200 })
const Description = Type.String({ maxLength: 2000 })
const members = {
  description: Type.Optional(Description),
  tags: Type.Optional(TagsInput),
  coverUrl: Type.Optional(Nullable(WebAddress())),
}

export const NewRoute = Shape({ title: Title, design: DesignInput, ...members })
export const RouteChanges = Shape({
  title: Type.Optional(Title),
  design: Type.Optional(DesignInput),
  ...members,
  expectedUpdatedAt: Type.Optional(Timestamp({ description: '409 unless the route still carries this `updatedAt`.' })),
})

export const RoutePath = Shape({ routeId: Uuid() })
