export { toEventId } from './event-id.ts'
