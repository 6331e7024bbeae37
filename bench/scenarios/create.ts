import { createRequests } from './requests.ts'
import type { Scenario } from './scenario.ts'

export const create: Scenario = {
  name: 'create',
  requests: (callers) => createRequests(callers),
  against: [
    { floor: 'one-statement', is: 'bare Fastify, one INSERT', target: 0.4, aim: 0.45 },
    { floor: 'transaction', is: 'bare Fastify, the same rows by hand', target: 0.8 },
  ],
}
