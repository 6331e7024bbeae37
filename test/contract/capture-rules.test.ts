import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { type ScratchDatabase, scratchDatabase } from '../harness/scratch-database.ts'

let scratch: ScratchDatabase
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
const ask = async (sql: string): Promise<any[]> => (await scratch.admin.query(sql)).rows
const namesOf = async (sql: string): Promise<string[]> => (await ask(sql)).map(({ name }) => name).sort()

/** Tables of an agency whose rows no undo puts back. */
const NOT_CAPTURED: Record<string, string> = {
  agency_clock: 'time is not turned back',
  block_ref_counters: 'a ref is given out once',
  captures: 'is the capture',
  catalog_features: 'come with the agency, and nobody edits them',
  deleted_documents: 'says until when bytes are kept, whatever happens to the row of the document',
  document_uploads: 'is no document yet',
  changes: 'is the record of what can be undone',
  idempotency_records: 'what a caller was told stays told',
  event_groups: 'a burst of edits that is being waited for',
  events: 'what was announced stays announced',
  mails: 'what was sent stays sent',
  outbox: 'what was announced stays announced',
  trip_code_counters: 'a code is given out once',
  webhook_deliveries: 'what was sent stays sent',
  webhook_endpoint_states: 'changes with every attempt, which nobody undoes',
  webhook_queue: 'what is to be sent, as attempts turn out',
}

test('every table of an agency is captured, or has a reason not to be', async () => {
  const uncaptured = `
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'agency_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in (select table_name from captured_tables)`
  expect(await namesOf(uncaptured)).toEqual(Object.keys(NOT_CAPTURED).sort())
})

test('every column of a captured table has a policy, and every policy a column', async () => {
  const columns = `
    select attrelid::regclass || '.' || attname as name from pg_attribute join captured_tables on attrelid = table_name::regclass
    where attnum > 0 and not attisdropped`
  expect(await namesOf(`select table_name || '.' || column_name as name from captured_columns`)).toEqual(await namesOf(columns))
})

test('a captured row is named by its agency and id, and a generated column is never put back', async () => {
  const keys = await ask(`
    select table_name, pg_get_constraintdef(k.oid) as key from captured_tables join pg_constraint k on k.conrelid = table_name::regclass and k.contype = 'p'`)
  expect(keys.length).toBeGreaterThan(0)
  expect(keys.filter(({ key }) => key !== 'PRIMARY KEY (agency_id, id)')).toEqual([])
  const putBack = `
    select table_name || '.' || column_name as name from captured_columns
    join pg_attribute a on a.attrelid = table_name::regclass and a.attname = column_name where a.attgenerated <> '' and policy <> 'derived'`
  expect(await namesOf(putBack)).toEqual([])
})

test('a captured table is not partitioned: a write to one of its partitions would go unseen', async () => {
  expect(
    await namesOf(`select table_name as name from captured_tables join pg_class c on c.oid = table_name::regclass where c.relkind <> 'r'`),
  ).toEqual([])
})

test('a captured table sees inserts, updates and deletes, each once a statement', async () => {
  const seen = `
    select table_name as name from captured_tables
    left join pg_trigger t on t.tgrelid = table_name::regclass and t.tgname in ('capture_insert', 'capture_update', 'capture_delete')
      and t.tgenabled = 'O' and t.tgtype::int & 1 = 0
    group by table_name having count(t.oid) <> 3`
  expect(await namesOf(seen)).toEqual([])
})

/** Events that no operation declares. */
const AWAITED: Record<string, string> = {}

test('the events of the capture are those that operations declare', async () => {
  const known = await namesOf(`
    select type as name from state_events union select unnest(array[created_event, updated_event, deleted_event]) from captured_tables
    where coalesce(created_event, updated_event, deleted_event) is not null except select null`)
  const declared = new Set(OPERATIONS.flatMap(({ emits }) => emits))
  expect(
    [...declared].filter((type) => !known.includes(type)),
    'no write makes them: name them in `capture_table` or `state_events` of a migration',
  ).toEqual([])
  expect(
    known.filter((type) => !declared.has(type) && !(type in AWAITED)),
    'no operation has them in `emits`: add them there, or to AWAITED with a reason',
  ).toEqual([])
  expect(
    Object.keys(AWAITED).filter((type) => declared.has(type) || !known.includes(type)),
    'no longer awaited: take them out of AWAITED in test/contract/capture-rules.test.ts',
  ).toEqual([])
})

test('an event is named by its subject', async () => {
  const others = `
    select type as name from (
      select subject, unnest(array[created_event, updated_event, deleted_event]) as type from captured_tables
      union select subject, type from state_events join captured_tables using (table_name)
    ) as events where split_part(type, '.', 1) <> subject`
  expect(await namesOf(others)).toEqual([])
})
