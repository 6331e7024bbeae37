import { expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { CONTRACT } from './contract.ts'

/** How many operations of the contract there are already. Raised with each that is built, never lowered. */
const BUILT = 12

/** Operations beyond the contract, each with its reason. */
const ADDITIONS: Record<string, string> = {}

const routes = OPERATIONS.map(({ method, path }) => `${method} ${path}`)
const built = Object.keys(CONTRACT).filter((route) => routes.includes(route))

test('the contract has 91 operations', () => {
  expect(Object.keys(CONTRACT)).toHaveLength(91)
})

test('what was built of the contract stays built', () => {
  const missing = Object.entries(CONTRACT).filter(([route]) => !routes.includes(route))
  if (missing.length > 0)
    console.log(`${built.length} of 91 are built. Missing:\n${missing.map((entry) => `  ${entry.join(': ')}`).join('\n')}`)
  expect(built.length, 'raise BUILT in test/contract/coverage.test.ts, or find out what was lost').toBe(BUILT)
})

test('every operation is in the contract, or is an addition with a reason', () => {
  expect(routes.filter((route) => !(route in CONTRACT) && !(route in ADDITIONS))).toEqual([])
  expect(Object.keys(ADDITIONS).filter((route) => route in CONTRACT || !routes.includes(route))).toEqual([])
})
