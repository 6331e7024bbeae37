import { archiveTrip } from './archive-trip.ts'
import { createTrip } from './create-trip.ts'
import { getTrip } from './get-trip.ts'
import { listArchivedTrips } from './list-archived-trips.ts'
import { listTrips } from './list-trips.ts'
import { restoreTrip } from './restore-trip.ts'
import { setTripCommercialState } from './set-trip-commercial-state.ts'
import { updateTrip } from './update-trip.ts'

export const tripOperations = [
  listTrips,
  createTrip,
  listArchivedTrips,
  getTrip,
  updateTrip,
  archiveTrip,
  restoreTrip,
  setTripCommercialState,
]
