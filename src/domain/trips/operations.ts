import { archiveTrip } from './archive-trip.ts'
import { createTrip } from './create-trip.ts'
import { duplicateTrip } from './duplicate-trip.ts'
import { getTrip } from './get-trip.ts'
import { listArchivedTrips } from './list-archived-trips.ts'
import { listTrips } from './list-trips.ts'
import { publishTrip } from './publish-trip.ts'
import { restoreTrip } from './restore-trip.ts'
import { setTripCommercialState } from './set-trip-commercial-state.ts'
import { unpublishTrip } from './unpublish-trip.ts'
import { updateTrip } from './update-trip.ts'

export const tripOperations = [
  listTrips,
  createTrip,
  listArchivedTrips,
  getTrip,
  updateTrip,
  archiveTrip,
  restoreTrip,
  duplicateTrip,
  publishTrip,
  unpublishTrip,
  setTripCommercialState,
]
