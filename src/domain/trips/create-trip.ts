import Type from 'typebox'
import { invalid } from '../../operations/input.ts'
import { operation } from '../../operations/operation.ts'
import { CalendarDate, Kind, Nullable, named, Shape } from '../../operations/schema.ts'
import { layOut, saveTree } from '../itinerary/index.ts'
import { startFromRoute } from '../routes/index.ts'
import { startFromTemplate } from '../templates/index.ts'
import { requireColleague } from './owner.ts'
import { insertTrip, setArchived, toTrip } from './trip.queries.ts'
import { beginningMistakes, contentMistakes, derivedEnd, fromTemplate, newContent } from './trip.rules.ts'
import { NewTrip, Trip } from './trip.ts'

const TripCreatePreview = named(
  'TripCreatePreview',
  Shape({
    object: Kind('trip_create_preview'),
    title: Type.String(),
    startDate: Nullable(CalendarDate()),
    endDate: Nullable(CalendarDate()),
    blocksAdded: Type.Integer({ description: 'How many itinerary blocks the trip would start with.' }),
    days: Type.Array(Shape({ date: Type.String(), title: Type.String() })),
  }),
)

export const createTrip = operation({
  id: 'trips.create',
  title: 'Create a trip',
  describe:
    "Creates a trip owned by the key's owner: blank, from a design, a route or a template. It starts as a draft in the state `nueva`; with a design, its itinerary has a day for each date. A route brings its design and cover. A template brings its design, blocks, headcount, presentation and cover, with every date shifted to `startDate`; without one the trip is undated until it gets its first. Undoing it archives the trip.",
  route: 'POST /v1/trips',
  kind: 'write',
  scopes: ['trips:write'],
  scopesFor: ({ body }) => (body.templateId === undefined && body.routeId === undefined ? [] : ['catalog:read']),
  scopesNote: '`templateId` and `routeId` also need `catalog:read`.',
  cost: 1,
  undo: {
    // the row stays, with whatever was added to it since
    async instead({ db, caller, change }) {
      for (const tripId of change.tripIds) await setArchived(db, tripId, caller.userId)
    },
  },
  body: NewTrip,
  status: 201,
  returns: Trip,
  preview: TripCreatePreview,
  problems: ['not_found'],
  emits: ['trip.created'],
  example: {
    body: {
      title: 'Japón en otoño',
      startDate: '2027-10-04',
      endDate: '2027-10-21',
      travelers: 2,
      profile: { pace: 'relajado' },
      metadata: { crm: '4711' },
    },
  },

  async handle({ body, caller, db, refuse, baseUrl }) {
    const together = beginningMistakes(body)
    if (together.length > 0) throw invalid(together)
    const start = body.templateId === undefined ? undefined : await startFromTemplate(db, body.templateId, body.startDate ?? null, refuse)
    const route = body.routeId === undefined ? {} : await startFromRoute(db, body.routeId, refuse)

    const asked = newContent(start ? fromTemplate(body, start) : { ...route, ...body }, caller.userId)
    const mistakes = contentMistakes(asked, { ...body, isUndated: start !== undefined })
    if (mistakes.length > 0) throw invalid(mistakes)
    if (asked.ownerId !== caller.userId) await requireColleague(db, asked.ownerId)
    const content = { ...asked, endDate: derivedEnd(asked) }

    const itinerary = start ?? (content.design && layOut(content.design, content.startDate)) ?? undefined
    const trip = toTrip(await insertTrip(db, caller.agency.timeZone, content, itinerary), baseUrl)
    if (itinerary) await saveTree(db, trip.id, itinerary.tree)
    return {
      answer: trip,
      preview: () => ({
        object: 'trip_create_preview' as const,
        title: trip.title,
        startDate: trip.startDate,
        endDate: trip.endDate,
        blocksAdded: itinerary?.tree.blocks.size ?? 0,
        days: itinerary?.days ?? [],
      }),
    }
  },
})
