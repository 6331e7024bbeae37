import { accountOperations } from './domain/accounts/operations.ts'
import { changeOperations } from './domain/changes/operations.ts'
import { itineraryOperations } from './domain/itinerary/operations.ts'
import { tripOperations } from './domain/trips/operations.ts'

/** Every operation of the service. */
export const OPERATIONS = [...accountOperations, ...tripOperations, ...itineraryOperations, ...changeOperations]
