import { getRequests } from './requests.ts'
import type { Scenario } from './scenario.ts'

export const get: Scenario = {
  name: 'get',
  requests: getRequests,
  against: [
    { floor: 'one-statement', is: 'bare Fastify, one prepared SELECT', target: 0.8 },
    { floor: 'bare-http', is: 'bare node:http, same bytes' },
  ],
}
