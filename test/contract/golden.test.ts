import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goldenOpenApi } from '../../tools/generate/openapi.ts'
import { goldenSchema } from '../../tools/generate/schema.ts'
import { tableTypes } from '../../tools/generate/table-types.ts'
import { type ScratchDatabase, scratchDatabase } from '../harness/scratch-database.ts'

let scratch: ScratchDatabase
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

const STALE = 'it is stale: run `npm run generate`, and read the difference before it is committed'
const committed = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the published document is the committed one', () => {
  expect(goldenOpenApi(), STALE).toBe(committed('test/golden/openapi.json'))
})

test('the migrations make the committed schema', async () => {
  expect(await goldenSchema(scratch.admin), STALE).toBe(committed('test/golden/schema.sql'))
})

test('the table types are those of the migrations', async () => {
  expect(await tableTypes(scratch.admin), STALE).toBe(committed('src/db/tables.generated.ts'))
})

test('the schema does not depend on the calendar', async () => {
  const { rows } = await scratch.admin.query(`select from pg_class where relname ~ '^captures_\\d{4}_\\d{2}$'`)
  expect(rows.length).toBeGreaterThan(2)
  expect(await goldenSchema(scratch.admin)).not.toMatch(/captures_\d{4}/)
})
