import { createTraveler } from './create-traveler.ts'
import { deleteTraveler } from './delete-traveler.ts'
import { getTraveler } from './get-traveler.ts'
import { listTravelers } from './list-travelers.ts'
import { listTravelersOfTrip } from './list-travelers-of-trip.ts'
import { updateTraveler } from './update-traveler.ts'

export const travelerOperations = [listTravelersOfTrip, createTraveler, listTravelers, getTraveler, updateTraveler, deleteTraveler]
