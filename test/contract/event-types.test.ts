import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { openApiDocument } from '../../src/http/openapi.ts'
import { catalogueOf } from '../../src/operations/catalogue.ts'
import { eventTypesOf, subjectsOf } from '../../src/operations/event-types.ts'
import { readSubject, readSubjects } from '../../src/operations/read-subject.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { validCall } from './fixtures.ts'
import { mismatches } from './judge.ts'

const catalogue = catalogueOf(OPERATIONS)
const SUBJECTS = [...subjectsOf(catalogue).values()]

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test('what the database tells of is what the operations declare, and the test event', async () => {
  const { rows } = await world.admin.query<{ type: string }>(
    `select unnest(array[created_event, updated_event, deleted_event]) as type from captured_tables
     union select type from state_events`,
  )
  const told = rows.flatMap(({ type }) => type ?? [])
  expect([...told, 'webhook.test'].sort()).toEqual(eventTypesOf(catalogue).sort())
})

test('an operation emits only types that some operation declares', () => {
  const known = eventTypesOf(catalogue)
  expect(OPERATIONS.flatMap(({ emits }) => emits).filter((type) => !known.includes(type))).toEqual([])
})

test('every subject is read by one id', () => {
  for (const { operation } of SUBJECTS) {
    expect([operation.id, operation.kind, Object.keys(operation.params.properties).length]).toEqual([operation.id, 'read', 1])
    expect([operation.id, Object.keys(operation.query.required ?? [])]).toEqual([operation.id, []])
  }
})

test('the document describes every type with its payload', () => {
  const { webhooks } = openApiDocument(catalogue) as { webhooks: Record<string, { post: { requestBody: unknown } }> }
  expect(Object.keys(webhooks).sort()).toEqual(eventTypesOf(catalogue).sort())
  for (const { post } of Object.values(webhooks)) expect(JSON.stringify(post.requestBody)).toContain('"data"')
})

test.each(SUBJECTS)(
  'many of $name are read as one is, and the unknown, another agency’s and the closed are gone',
  async ({ name, operation }) => {
    const idIn = async (of: TestAgency) => String(Object.values((await validCall(operation, of)).params)[0])
    const ids = [await idIn(agency), await idIn(agency)]
    const theirs = await idIn(await world.newAgency())
    const unknown = '01998a4e-3c00-7d3a-9f51-6b1c2d3e4f50'
    const caller = await world.app.workParts.callerOf(agency.id, agency.key.id)
    if (!caller) throw new Error('The key opens')
    const surroundings = world.app.workParts.surroundings(caller)
    const rows = [...ids, theirs, unknown].map((id) => ({ subject: name, subject_id: id }))
    const dataOf = await readSubjects(surroundings, rows)
    for (const row of rows) expect(dataOf(row)).toEqual(await readSubject(surroundings, row))
    for (const id of ids) expect(mismatches(operation.returns, dataOf({ subject: name, subject_id: id }))).toEqual([])
    for (const id of [theirs, unknown]) expect(dataOf({ subject: name, subject_id: id })).toEqual({ object: name, id, deleted: true })

    const blind = world.app.workParts.surroundings({ ...caller, scopes: new Set() })
    const [first] = rows as [(typeof rows)[number]]
    expect((await readSubjects(blind, [first]))(first)).toEqual({ object: name, id: ids[0], deleted: true })
  },
)
