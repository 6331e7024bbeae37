import { createContact } from './create-contact.ts'
import { createTraveler } from './create-traveler.ts'
import { deleteContact } from './delete-contact.ts'
import { deleteTraveler } from './delete-traveler.ts'
import { getContact } from './get-contact.ts'
import { getTraveler } from './get-traveler.ts'
import { listTravelers } from './list-travelers.ts'
import { listTravelersOfTrip } from './list-travelers-of-trip.ts'
import { updateContact } from './update-contact.ts'
import { updateTraveler } from './update-traveler.ts'

export const travelerOperations = [
  listTravelersOfTrip,
  createTraveler,
  listTravelers,
  getTraveler,
  updateTraveler,
  deleteTraveler,
  getContact,
  createContact,
  updateContact,
  deleteContact,
]
