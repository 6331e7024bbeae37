import Type from 'typebox'
import type { WriteDb } from '../../db/tenant.ts'
import { invalid } from '../../operations/input.ts'
import { operation } from '../../operations/operation.ts'
import type { Refuse } from '../../operations/problem.ts'
import { Kind, Nullable, named, Shape, Uuid } from '../../operations/schema.ts'
import { refuseStale } from '../../operations/stale.ts'
import { countTravelers } from '../travelers/index.ts'
import { liveTrip } from './live-trip.ts'
import { requireColleague } from './owner.ts'
import { toTrip, updateTripContent } from './trip.queries.ts'
import { changedContent, contentMistakes, datesBetween, derivedEnd, differences } from './trip.rules.ts'
import { Trip, TripChanges, TripPath } from './trip.ts'

const TripUpdatePreview = named(
  'TripUpdatePreview',
  Shape({
    object: Kind('trip_update_preview'),
    tripId: Uuid(),
    changes: Type.Array(Shape({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
    dayShift: Nullable(Type.Integer({ description: 'By how many days the start moves; null when it had none, or has none.' })),
  }),
)

export const updateTrip = operation({
  id: 'trips.update',
  title: 'Update a trip',
  describe:
    'Absent members stay as they are; `presentation` and `profile` are merged by member, `metadata` by key. A new design or start leaves the itinerary as it is until it is synced.',
  route: 'PATCH /v1/trips/{tripId}',
  kind: 'write',
  scopes: ['trips:write'],
  cost: 1,
  undo: 'captured',
  params: TripPath,
  body: TripChanges,
  returns: Trip,
  preview: TripUpdatePreview,
  problems: ['not_found', 'stale_write', 'headcount_too_small'],
  emits: ['trip.updated'],
  example: { body: { title: 'Japón en otoño, con Okinawa', metadata: { crm: null } } },

  async handle({ params, body, db, refuse, baseUrl }) {
    const row = await liveTrip(db, params.tripId, refuse)
    refuseStale(row, body.expectedUpdatedAt, refuse)
    const before = toTrip(row, baseUrl)
    const asked = changedContent(before, body)
    const isUndated = before.design !== null && before.startDate === null
    const mistakes = contentMistakes(asked, { ...body, isUndated })
    if (mistakes.length > 0) throw invalid(mistakes)
    const content = { ...asked, endDate: derivedEnd(asked) }
    if (content.ownerId !== before.ownerId) await requireColleague(db, content.ownerId)
    if (content.travelers < before.travelers) await requireRoom(db, row.id, content.travelers, refuse)

    const changes = differences(contentOf(before), contentOf(content))
    const after = changes.length === 0 ? row : await updateTripContent(db, row.id, content)
    return {
      answer: toTrip(after, baseUrl),
      preview: () => ({
        object: 'trip_update_preview' as const,
        tripId: row.id,
        changes,
        dayShift: dayShift(before.startDate, content.startDate),
      }),
    }
  },
})

/** The headcount never falls below the passengers that are listed. */
async function requireRoom(db: WriteDb, tripId: string, headcount: number, refuse: Refuse<'headcount_too_small'>): Promise<void> {
  const listed = await countTravelers(db, tripId)
  if (listed > headcount) throw refuse('headcount_too_small', { detail: `The trip lists ${listed} travelers.` })
}

const contentOf = ({
  title,
  startDate,
  endDate,
  travelers,
  ownerId,
  design,
  presentation,
  profile,
  coverImageUrl,
  metadata,
}: Parameters<typeof differences>[0]) => ({
  ...{ title, startDate, endDate, travelers, ownerId, design, presentation, profile, coverImageUrl, metadata },
})

const dayShift = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : datesBetween(from, to) - 1
