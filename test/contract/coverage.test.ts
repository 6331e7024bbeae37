import { expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { CONTRACT } from './contract.ts'

/** How many operations of the contract there are already. Raised with each that is built, never lowered. */
const BUILT = 74

/** Operations beyond the contract, each with its reason. */
const ADDITIONS: Record<string, string> = {
  'POST /v1/library/entries/{entryId}/lease': 'the builder says that it has the entry open, which `being_edited` is about',
  'DELETE /v1/library/entries/{entryId}/lease': 'and that it has closed it',
}

const routes = OPERATIONS.map(({ method, path }) => `${method} ${path}`)
const built = Object.keys(CONTRACT).filter((route) => routes.includes(route))

test('the contract has 91 operations', () => {
  expect(Object.keys(CONTRACT)).toHaveLength(91)
})

const MISSING = Object.keys(CONTRACT).filter((route) => !routes.includes(route))

test('what was built of the contract stays built', () => {
  if (MISSING.length > 0) console.log(`${built.length} of the contract are built, ${MISSING.length} are missing:\n${byArea(MISSING)}`)
  const what =
    built.length > BUILT
      ? `more is built: set BUILT in test/contract/coverage.test.ts to ${built.length}`
      : 'an operation of the contract was lost, or its route changed: it is among the missing ones above'
  expect(built.length, what).toBe(BUILT)
})

test('every operation is in the contract, or is an addition with a reason', () => {
  for (const route of routes)
    expect(route in CONTRACT || route in ADDITIONS, `${route} is not in test/contract/contract.ts: give it a reason in ADDITIONS`).toBe(
      true,
    )
  for (const route of Object.keys(ADDITIONS)) {
    expect(routes, `${route} is gone: take it out of ADDITIONS`).toContain(route)
    expect(route in CONTRACT, `${route} is in test/contract/contract.ts: take it out of ADDITIONS`).toBe(false)
  }
})

/** One line an area: `quotes: POST {}/send, …`. */
function byArea(missing: string[]): string {
  const pieces = missing.map((route) => /^(\w+) \/v1\/([\w-]+)\/?(.*)$/.exec(route)?.slice(1) as [string, string, string])
  const areas = Map.groupBy(pieces, ([, area]) => area)
  const lines = [...areas].map(
    ([area, ofArea]) =>
      `  ${area}: ${ofArea.map(([method, , rest]) => `${method} ${rest.replaceAll(/\{\w+\}/g, '{}')}`.trim()).join(', ')}`,
  )
  return lines.join('\n')
}
