import { accountOperations } from './domain/accounts/index.ts'
import { changeOperations } from './domain/changes/index.ts'
import { tripOperations } from './domain/trips/index.ts'

/** Every operation of the service. */
export const OPERATIONS = [...accountOperations, ...tripOperations, ...changeOperations]
