import { getEvent } from './get-event.ts'
import { listEvents } from './list-events.ts'

export const eventOperations = [listEvents, getEvent]
