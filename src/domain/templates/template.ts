import Type, { type Static } from 'typebox'
import { CalendarDate, Kind, Nullable, named, OneOf, Shape, Timestamp, Uuid, WebAddress } from '../../operations/schema.ts'
import { Design } from '../design/index.ts'
import { BlockSnapshot } from '../itinerary/index.ts'
import { Tags, TagsInput } from '../tags/index.ts'
import { Presentation } from '../trips/index.ts'

const labels = {
  id: Uuid(),
  title: Type.String(),
  description: Type.String(),
  tags: Tags,
  coverUrl: Nullable(Type.String()),
  stopCount: Type.Integer({ description: 'How many stops its design has.' }),
  updatedAt: Timestamp(),
}

export const TemplateSummary = named('TripTemplateSummary', Shape({ object: Kind('trip_template_summary'), ...labels }))

const Proposal = Shape({
  name: Type.String(),
  mode: OneOf(['package', 'per_item']),
  marginPct: Type.Number(),
  lineCount: Type.Integer(),
  wasAccepted: Type.Boolean({ description: 'In the trip that the template was saved from.' }),
})

export const Template = named(
  'TripTemplate',
  Shape(
    {
      object: Kind('trip_template'),
      ...labels,
      design: Design,
      blocks: Type.Array(BlockSnapshot, { description: 'What the itinerary of a trip made from it starts with.' }),
      proposals: Nullable(
        Type.Array(Proposal, { description: 'The quotes that a trip made from it starts with; null where none were kept.' }),
      ),
      travelers: Nullable(Type.Integer({ description: 'The headcount that a trip made from it starts with.' })),
      presentation: Nullable(Presentation),
      baseStartDate: Nullable(
        CalendarDate({ description: 'When the trip starts that it was saved from; the dates of a new one shift from there.' }),
      ),
    },
    { description: 'A saved trip to start others from. All members are always present.' },
  ),
)
export type Template = Static<typeof Template>

const Title = Type.String({ minLength: 1, maxLength: 200 })
const Description = Type.String({ maxLength: 2000 })

export const NewTemplate = Shape({
  tripId: Uuid(),
  title: Title,
  description: Type.Optional({ ...Description, default: '' } as typeof Description),
  tags: Type.Optional(TagsInput),
})

export const TemplateChanges = Shape({
  title: Type.Optional(Title),
  description: Type.Optional(Description),
  tags: Type.Optional(TagsInput),
  coverUrl: Type.Optional(Nullable(WebAddress())),
  fromTripId: Type.Optional(
    Uuid({ description: 'Saves the content again: design, blocks, headcount, presentation and start date of this trip.' }),
  ),
  expectedUpdatedAt: Type.Optional(Timestamp({ description: '409 unless the template still carries this `updatedAt`.' })),
})

export const TemplatePath = Shape({ templateId: Uuid() })
