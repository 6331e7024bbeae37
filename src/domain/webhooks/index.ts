export { RETRY_AFTER_SECONDS, retryAt } from './delivery.rules.ts'
export { switchOff } from './endpoint.queries.ts'
export { isGivenUp } from './endpoint.rules.ts'
export {
  type DueDelivery,
  discardAll,
  findRecipient,
  type Lane,
  lease,
  type Recipient,
  type Result,
  release,
  settle,
  takeDue,
} from './queue.queries.ts'
export { signingKeyOf } from './signing-secret.ts'
