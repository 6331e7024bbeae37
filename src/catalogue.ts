import { accountOperations } from './domain/accounts/operations.ts'
import { changeOperations } from './domain/changes/operations.ts'
import { tripOperations } from './domain/trips/operations.ts'

/** Every operation of the service. */
export const OPERATIONS = [...accountOperations, ...tripOperations, ...changeOperations]
