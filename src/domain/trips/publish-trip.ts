import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { named, Shape } from '../../operations/schema.ts'
import { adoptLooseBlocks, findItinerary, saveTree } from '../itinerary/index.ts'
import { liveTrip } from './live-trip.ts'
import { setPublication, toTrip } from './trip.queries.ts'
import { Trip, TripPath } from './trip.ts'

const PublishedTrip = named(
  'PublishedTrip',
  Shape({
    ...Trip.properties,
    adoptedBlocks: Type.Integer({
      description: 'Loose blocks that were moved into a section. Above 0, read the itinerary again.',
    }),
  }),
)

export const publishTrip = operation({
  id: 'trips.publish',
  title: 'Publish a trip',
  describe:
    'Shows the trip at its public link and in the traveler app. Loose blocks at the root of its itinerary are moved into one section, `General`. Unpublish takes it back.',
  route: 'POST /v1/trips/{tripId}/publish',
  kind: 'write',
  scopes: ['trips:write'],
  cost: 1,
  undo: 'none',
  params: TripPath,
  returns: PublishedTrip,
  problems: ['not_found'],
  emits: ['trip.published', 'trip.updated'],

  async handle({ params, db, refuse, baseUrl }) {
    const trip = await liveTrip(db, params.tripId, refuse)
    const { tree } = await findItinerary(db, trip.id, [])
    const adoptedBlocks = adoptLooseBlocks(tree)
    const { any } = await saveTree(db, trip.id, tree)
    const published = trip.publication === 'published' && !any ? trip : await setPublication(db, trip.id, 'published')
    return { ...toTrip(published, baseUrl), adoptedBlocks }
  },
})
