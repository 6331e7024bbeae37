import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ScratchDatabase, scratchDatabase } from '../../test/harness/scratch-database.ts'
import { runTogether } from './batch.ts'
import { openClient } from './client.ts'

let scratch: ScratchDatabase
let client: pg.Client
beforeAll(async () => {
  scratch = await scratchDatabase()
  client = openClient(scratch.database.owner)
  await client.connect()
  await client.query('create temporary table kept (n int primary key, note text, bytes bytea)')
})
beforeEach(() => client.query('truncate kept'))
afterAll(async () => {
  await client.end()
  await scratch.drop()
})

const BEGIN = { text: 'begin' }
const COMMIT = { text: 'commit' }
const keep = (n: number, note: string | null = null) => ({
  text: 'insert into kept values ($1, $2, $3) returning n, note, bytes',
  values: [String(n), note, Buffer.from([n])],
})
const keptRows = async () => (await client.query('select n from kept order by n')).rows.map(({ n }) => n)

test('each statement answers its rows, the first time and again', async () => {
  for (const n of [1, 2, 3]) {
    const answers = await runTogether(client, BEGIN, keep(n, 'ñ'), { text: 'select $1::text as said', values: [null] }, COMMIT)
    expect(answers).toEqual([[], [{ n, note: 'ñ', bytes: Buffer.from([n]) }], [{ said: null }], []])
  }
  expect(await keptRows()).toEqual([1, 2, 3])
})

test('what follows a failure is skipped, and the connection goes on', async () => {
  await client.query('insert into kept values (7)')
  for (let time = 0; time < 3; time++) {
    await expect(runTogether(client, BEGIN, keep(7), keep(8), COMMIT)).rejects.toThrow('duplicate key')
    await client.query('rollback')
    expect(await keptRows()).toEqual([7])
  }
  await runTogether(client, BEGIN, keep(8), COMMIT)
  expect(await keptRows()).toEqual([7, 8])
})

test.each([
  ['that is wrong', 'select nothing from nowhere', 'nowhere'],
  ['that fails when it runs for the first time', 'select 1 / $1::int', 'division by zero'],
])('a statement %s fails each time alike', async (_what, text, message) => {
  const values = text.includes('$1') ? ['0'] : []
  for (let time = 0; time < 3; time++) {
    await expect(runTogether(client, BEGIN, { text, values }, COMMIT)).rejects.toThrow(message)
    await client.query('rollback')
  }
  if (values.length > 0) expect(await runTogether(client, { text: `${text} as whole`, values: ['1'] })).toEqual([[{ whole: 1 }]])
})

test('a rule that is checked at the commit is told by the commit', async () => {
  await client.query('alter table kept add constraint once unique (note) deferrable initially deferred')
  await expect(runTogether(client, BEGIN, keep(1, 'same'), keep(2, 'same'), COMMIT)).rejects.toThrow('once')
  expect(await keptRows()).toEqual([])
})
