import { operation } from '../../operations/operation.ts'
import { OneOf, Shape } from '../../operations/schema.ts'
import { commercialStateChanged } from './commercial-state-changed.ts'
import { liveTrip } from './live-trip.ts'
import { setCommercialState, toTrip } from './trip.queries.ts'
import { COMMERCIAL_STATES, Trip, TripPath } from './trip.ts'

export const setTripCommercialState = operation({
  id: 'trips.setCommercialState',
  title: 'Set the commercial state of a trip',
  describe: 'Any state may follow any other. Setting the current one changes nothing. Cannot be undone.',
  route: 'POST /v1/trips/{tripId}/commercial-state',
  kind: 'write',
  scopes: ['trips:write'],
  cost: 1,
  undo: 'none',
  params: TripPath,
  body: Shape({ state: OneOf(COMMERCIAL_STATES) }),
  returns: Trip,
  problems: ['not_found'],
  emits: ['trip.commercial_state_changed'],
  example: { body: { state: 'propuesta_enviada' } },

  async handle({ params, body, db, refuse, baseUrl, announce }) {
    const trip = await liveTrip(db, params.tripId, refuse)
    if (trip.commercial_state === body.state) return toTrip(trip, baseUrl)
    const changed = toTrip(await setCommercialState(db, trip.id, body.state), baseUrl)
    await announce(db, commercialStateChanged, { trip: changed, from: trip.commercial_state as Trip['commercialState'] })
    return changed
  },
})
