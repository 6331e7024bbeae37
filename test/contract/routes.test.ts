import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { newWorld, type World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.stop())

/** Addresses without an operation behind them. */
const OTHER_ADDRESSES: Record<string, string> = {
  '/v1/openapi.json': 'describes the operations; whoever has no key yet reads it first',
  '/healthz': 'asked by whatever watches the process, and has no key',
  '/readyz': 'asked by the load balancer, and has no key',
  '/metrics': 'asked by the monitoring, with a token of its own',
  '/mcp': 'the other door: the same operations, as tools',
  ...{ '/': 'a page for people', '/docs': 'a page for people', '/docs/': 'leads to the page without the slash' },
  ...{ '/docs/scalar.js': 'runs on the page', '/docs/start.js': 'runs on the page', '/pages/style.css': 'dresses the pages' },
  ...{ '/problems': 'a page for people', '/problems/:code': 'a page for people: the `type` of every problem leads there' },
  ...{ '/uploads/*': 'the bytes of a document come: its signature is the key', '/downloads/*': 'and go, the same way' },
  ...{ '/t/*': 'a page for travelers: the link itself is the key', '/pages/trip.css': 'dresses that page' },
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const PATHS = [...new Set(OPERATIONS.map(({ path }) => path))]
const asRoute = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

test('every address comes from an operation, or has a reason of its own', () => {
  const addresses = addressesIn(world.app.http.printRoutes())
  expect(PATHS.map(asRoute).filter((path) => !addresses.includes(path))).toEqual([])
  expect(addresses.filter((path) => !PATHS.map(asRoute).includes(path) && !(path in OTHER_ADDRESSES))).toEqual([])
})

test.each(PATHS)('%s takes the methods of its operations, and names them to whoever tries another', async (path) => {
  const own = OPERATIONS.filter((operation) => operation.path === path).map(({ method }) => String(method))
  for (const method of METHODS.filter((other) => !own.includes(other))) {
    const { status, headers, body } = await world.stranger(`${method} ${path.replaceAll(/\{\w+\}/g, 'x')}`)
    expect([method, status, body.code]).toEqual([method, 405, 'method_not_allowed'])
    expect(
      headers
        .get('allow')
        ?.split(', ')
        .filter((allowed) => allowed !== 'HEAD')
        .sort(),
    ).toEqual(own.sort())
  }
})

/** The full addresses of a printed tree: what stands further right goes on where its parent ends. */
function addressesIn(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part, methods] = /^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (part === undefined) return []
    const depth = indent.length / 4
    above.splice(depth, above.length, `${above[depth - 1] ?? ''}${part}`)
    return methods === undefined ? [] : [above[depth] as string]
  })
}
