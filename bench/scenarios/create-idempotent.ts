import { createRequests, UNIQUE } from './requests.ts'
import type { Scenario } from './scenario.ts'

export const createIdempotent: Scenario = {
  name: 'create-idempotent',
  requests: (callers) => createRequests(callers, { 'Idempotency-Key': UNIQUE }),
  against: [{ floor: 'one-statement', is: 'bare Fastify, one INSERT', target: 0.33, aim: 0.4 }],
}
