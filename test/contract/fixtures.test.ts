import Type from 'typebox'
import { expect, test } from 'vitest'
import { operation } from '../../src/operations/operation.ts'
import { Kind, Shape } from '../../src/operations/schema.ts'
import type { TestAgency } from '../harness/world.ts'
import { listedRows, validCall } from './fixtures.ts'

const common = {
  title: 'T',
  describe: 'D.',
  kind: 'read',
  scopes: [],
  cost: 1,
  undo: 'none',
  problems: [],
  returns: Shape({ object: Kind('thing') }),
} as const
const handle = async () => ({ object: 'thing' as const })
const nobody = {} as TestAgency

test('a path that nothing makes is asked for by name', async () => {
  const params = Shape({ thingId: Type.String() })
  const unmade = operation({ ...common, id: 'things.get', route: 'GET /v1/things/{thingId}', params, handle })
  await expect(validCall(unmade, nobody)).rejects.toThrow('Nothing makes a things/{thingId}: add it to PATH in test/contract/fixtures.ts')
})

test('a body or query that has to be given is asked for as an example', async () => {
  const needed = Shape({ name: Type.String() })
  const withoutBody = operation({ ...common, id: 'things.make', route: 'POST /v1/things', body: needed, handle })
  await expect(validCall(withoutBody, nobody)).rejects.toThrow('things.make needs a body: give the operation an example')
  const withoutQuery = operation({ ...common, id: 'things.list', route: 'GET /v1/things', query: needed, handle })
  await expect(validCall(withoutQuery, nobody)).rejects.toThrow('things.list needs a query: give the operation an example')
})

test('a list that nothing fills is asked for by name', async () => {
  const unfilled = operation({ ...common, id: 'things.list', route: 'GET /v1/things', handle })
  await expect(listedRows(unfilled, nobody, {})).rejects.toThrow(
    'things.list answers a list that nothing fills: add to LISTED in test/contract/fixtures.ts',
  )
})
