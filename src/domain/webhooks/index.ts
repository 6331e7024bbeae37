export { RETRY_AFTER_SECONDS, retryAt } from './delivery.rules.ts'
export { isGivenUp } from './endpoint.rules.ts'
export { giveUpEndpoint } from './give-up-endpoint.ts'
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
