import { accountOperations } from './domain/accounts/operations.ts'
import { catalogOperations } from './domain/catalog/operations.ts'
import { changeOperations } from './domain/changes/operations.ts'
import { documentOperations } from './domain/documents/operations.ts'
import { eventOperations } from './domain/events/operations.ts'
import { itineraryOperations } from './domain/itinerary/operations.ts'
import { libraryOperations } from './domain/library/operations.ts'
import { routeOperations } from './domain/routes/operations.ts'
import { templateOperations } from './domain/templates/operations.ts'
import { travelerOperations } from './domain/travelers/operations.ts'
import { tripOperations } from './domain/trips/operations.ts'
import { webhookOperations } from './domain/webhooks/operations.ts'
import type { Reaction } from './operations/happening.ts'

/** What domains do when something happens in another one, inside the same transaction. */
export const REACTIONS: readonly Reaction[] = []

/** Every operation of the service. */
export const OPERATIONS = [
  ...accountOperations,
  ...tripOperations,
  ...itineraryOperations,
  ...travelerOperations,
  ...templateOperations,
  ...libraryOperations,
  ...catalogOperations,
  ...routeOperations,
  ...documentOperations,
  ...changeOperations,
  ...webhookOperations,
  ...eventOperations,
]
