import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { CalendarDate, OneOf, Shape, Uuid } from '../../operations/schema.ts'
import { Itinerary } from './block.ts'
import { BLOCK_TYPES } from './block-types.ts'
import { isSynced } from './fingerprint.rules.ts'
import { liveItinerary } from './live-itinerary.ts'
import { shownTree } from './shown.rules.ts'

export const getItinerary = operation({
  id: 'itinerary.get',
  title: 'Get the itinerary',
  describe: 'The blocks of a trip as a tree, in order. `depth`, `types` and `day` read less; what is around the blocks asked for is kept.',
  route: 'GET /v1/trips/{tripId}/itinerary',
  kind: 'read',
  scopes: ['trips:read'],
  cost: 1,
  undo: 'none',
  params: Shape({ tripId: Uuid() }),
  query: Shape({
    depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 6, description: 'How many levels, from the root.' })),
    types: Type.Optional(Type.Array(OneOf(BLOCK_TYPES), { minItems: 1, description: 'Only blocks of these types.' })),
    day: Type.Optional(CalendarDate({ description: 'Only the day of this date.' })),
  }),
  returns: Itinerary,
  problems: ['not_found'],

  async handle({ params, query, db, refuse }) {
    const { tripId, version, design, startDate, syncedDesign, tree, updatedAt } = await liveItinerary(db, params.tripId, refuse)
    return {
      object: 'itinerary' as const,
      ...{ tripId, version },
      syncedWithDesign: isSynced(design, startDate, syncedDesign),
      blocks: shownTree(tree, query),
      updatedAt,
    }
  },
})
