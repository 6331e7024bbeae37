import { createRequests } from './requests.ts'
import type { Scenario } from './scenario.ts'

export const createOneAgency: Scenario = {
  name: 'create-one-agency',
  requests: (callers) => createRequests(callers.slice(0, 1)),
  against: [{ floor: 'transaction-loop', is: 'one connection, the same rows by hand, no HTTP', target: 0.8 }],
}
