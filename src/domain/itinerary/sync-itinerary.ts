import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { Kind, named, Shape, Uuid } from '../../operations/schema.ts'
import { refuseOverfull } from './block-limit.ts'
import { fingerprintOf } from './fingerprint.rules.ts'
import { saveTree, setSynced } from './itinerary.queries.ts'
import { liveItinerary } from './live-itinerary.ts'
import { plannedDays, planOf } from './plan.rules.ts'
import { syncWithPlan } from './sync.rules.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const SyncResult = named(
  'ItinerarySyncResult',
  Shape({
    object: Kind('itinerary_sync_result'),
    tripId: Uuid(),
    added: Count('Blocks that the design needed and were not there.'),
    updated: Count('Blocks whose dates or names follow the design now.'),
    removed: Count('Generated blocks that nobody had written in and the design needs no more.'),
    moved: Count('Blocks that went with their stop, or to the section `Sin asignar`.'),
    days: Type.Array(Shape({ date: Type.String({ description: 'Empty on an undated trip.' }), title: Type.String() })),
  }),
)

export const syncItinerary = operation({
  id: 'itinerary.sync',
  title: 'Sync the itinerary with the design',
  describe:
    'Makes days, transfers and lodgings follow the design and the dates of the trip. What people wrote moves with its stop and is never lost: where a stop is gone, it goes to a section `Sin asignar` that only staff sees. A second sync in a row changes nothing.',
  route: 'POST /v1/trips/{tripId}/itinerary/sync',
  kind: 'write',
  scopes: ['trips:write'],
  cost: 1,
  undo: 'captured',
  params: Shape({ tripId: Uuid() }),
  returns: SyncResult,
  problems: ['not_found', 'trip_has_no_design', 'limit_reached'],
  emits: ['trip.updated'],

  async handle({ params, db, refuse }) {
    const { tripId, design, startDate, syncedDesign, tree } = await liveItinerary(db, params.tripId, refuse, [])
    if (!design) throw refuse('trip_has_no_design')
    const plan = planOf(design, startDate)
    syncWithPlan(tree, plan)
    refuseOverfull(tree, refuse)

    const { inserted, edited, removed, moved } = await saveTree(db, tripId, tree)
    const fingerprint = fingerprintOf(design, startDate)
    if (syncedDesign !== fingerprint) await setSynced(db, tripId, fingerprint)
    return {
      object: 'itinerary_sync_result' as const,
      tripId,
      ...{ added: inserted.length, updated: edited.length, removed: removed.length, moved: moved.length },
      days: plannedDays(plan),
    }
  },
})
