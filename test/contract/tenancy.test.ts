import type { TSchema } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { send } from './call.ts'
import { contentsOf } from './contents.ts'
import { idFor, piecesOf, populate, validCall } from './fixtures.ts'

let world: World
let mine: TestAgency
let theirs: TestAgency
let theirIds: string[]
beforeAll(async () => {
  world = await newWorld()
  mine = await world.newAgency()
  theirs = await world.newAgency()
  await populate(mine)
  await populate(theirs)
  theirIds = await idsOf(theirs.id)
})
afterAll(() => world.stop())

const IDS_IN_PATHS = OPERATIONS.flatMap((operation) => piecesOf(operation).map(([, param]) => ({ id: operation.id, operation, param })))

test.each(IDS_IN_PATHS)('$id does not find the $param of another agency', async ({ operation, param }) => {
  const call = await validCall(operation, mine)
  const others = await validCall(operation, theirs)
  const before = await contentsOf(world.admin)
  const { status, body } = await send(mine.api, operation, { ...call, params: { ...call.params, [param]: String(others.params[param]) } })
  expect([status, body.code]).toEqual([404, 'not_found'])
  expect(await contentsOf(world.admin)).toEqual(before)
})

const SCOPED_BY_KEY = OPERATIONS.filter((operation) => operation.kind === 'read' && piecesOf(operation).length === 0)

test.each(SCOPED_BY_KEY)('$id shows nothing of another agency', async (operation) => {
  const { status, body } = await send(mine.api, operation, await validCall(operation, mine))
  expect(status).toBe(operation.status)
  expect(theirIds.length).toBeGreaterThan(2)
  const shown = JSON.stringify(body)
  expect(theirIds.filter((id) => shown.includes(id))).toEqual([])
})

const IDS_IN_QUERIES = OPERATIONS.flatMap((operation) =>
  uuidsIn(operation.query).map((member) => ({ id: operation.id, operation, member })),
)

test.each(IDS_IN_QUERIES)('$id finds nothing by the $member of another agency', async ({ operation, member }) => {
  const call = await validCall(operation, mine)
  const { status, body } = await send(mine.api, operation, { ...call, query: { ...call.query, [member]: await idFor(member, theirs) } })
  if (status === 200) expect(body.data).toEqual([])
  else expect([status, body.code]).toEqual([404, 'not_found'])
})

const IDS_IN_BODIES = OPERATIONS.flatMap((operation) => uuidsIn(operation.body).map((member) => ({ id: operation.id, operation, member })))

test.each(IDS_IN_BODIES)('$id refuses the $member of another agency in its body', async ({ operation, member }) => {
  const call = await validCall(operation, mine)
  const id = await idFor(member, theirs)
  const before = await contentsOf(world.admin)
  const { status, body } = await send(mine.api, operation, { ...call, body: { ...(call.body as object), [member]: id } })
  expect([400, 404]).toContain(status)
  if (status === 400) expect(body.errors.map(({ path }: { path: string }) => path)).toEqual([member])
  expect(await contentsOf(world.admin)).toEqual(before)
})

/** The members of a body or query that hold an id. */
function uuidsIn(schema: Operation['body']): string[] {
  const members = Object.entries((schema?.properties ?? {}) as Record<string, TSchema & { format?: string }>)
  return members.filter(([, member]) => member.format === 'uuid').map(([name]) => name)
}

async function idsOf(agencyId: string): Promise<string[]> {
  const { rows: tables } = await world.admin.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.columns where table_schema = 'public' and column_name in ('id', 'agency_id')
     and table_name !~ '_\\d{4}_\\d{2}$' group by table_name having count(*) = 2`,
  )
  const ids = await world.admin.query<{ id: string }>(
    tables.map(({ name }) => `select id::text from ${name} where agency_id = '${agencyId}'`).join(' union '),
  )
  return [agencyId, ...ids.rows.map(({ id }) => id)]
}
