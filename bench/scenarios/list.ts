import { listRequests } from './requests.ts'
import type { Scenario } from './scenario.ts'

export const list: Scenario = {
  name: 'list',
  requests: listRequests,
  against: [{ floor: 'one-statement', is: 'bare Fastify, one prepared SELECT of 25 rows', target: 0.85 }],
}
