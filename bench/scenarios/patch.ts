import { patchRequests } from './requests.ts'
import type { Scenario } from './scenario.ts'

export const patch: Scenario = {
  name: 'patch',
  requests: patchRequests,
  against: [{ floor: 'one-statement', is: 'bare Fastify, one UPDATE' }],
}
