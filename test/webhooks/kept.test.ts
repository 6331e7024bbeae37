import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.stop())

const partitions = async (table: string): Promise<string[]> =>
  (
    await world.admin.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
      [table],
    )
  ).rows.map(({ name }) => name)

test.each(['events', 'webhook_deliveries'])('%s have months made ahead, and those older than 30 days are dropped whole', async (table) => {
  await world.admin.query('select keep_partitions()')
  const made = await partitions(table)
  expect(made).toHaveLength(5)
  const month = (at: Temporal.PlainDate) => `${table}_${at.toString().slice(0, 7).replace('-', '_')}`
  const today = Temporal.Now.plainDateISO('UTC')
  for (const ahead of [0, 1, 2, 3]) expect(made).toContain(month(today.with({ day: 1 }).add({ months: ahead })))

  // of the month of 31 days ago a part may still be in its 30 days; of the one 62 days ago nothing is
  const old = today.subtract({ days: 62 }).with({ day: 1 })
  const recent = today.subtract({ days: 29 }).with({ day: 1 })
  for (const begin of [old, recent]) {
    await world.admin.query(
      `create table if not exists ${month(begin)} partition of ${table} for values from ('${begin} 00:00Z') to ('${begin.add({ months: 1 })} 00:00Z')`,
    )
  }
  await world.admin.query('select keep_partitions()')
  const left = await partitions(table)
  expect([left.includes(month(old)), left.includes(month(recent))]).toEqual([false, true])
})
