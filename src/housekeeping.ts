import type pg from 'pg'

const HOUR_MS = 3_600_000

export interface Housekeeping {
  stop(): Promise<void>
}

/** What has to be done now and then, by whichever process gets to it: new partitions, answers too old to replay. */
export function keepHouse(
  { reader, writer }: { reader: pg.Pool; writer: pg.Pool },
  onFault: (error: unknown, where: Record<string, string>) => void,
): Housekeeping {
  const clean = async () => {
    try {
      await writer.query('select keep_partitions()')
      await forgetOldRetries(reader, writer)
    } catch (error) {
      onFault(error, { task: 'housekeeping' })
    }
  }
  let running = clean()
  const timer = setInterval(() => {
    running = running.then(clean)
  }, HOUR_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** One short transaction an agency: nobody waits for it. */
export async function forgetOldRetries(reader: pg.Pool, writer: pg.Pool): Promise<void> {
  const { rows } = await reader.query(`select distinct agency_id from idempotency_records where created_at < now() - interval '24 hours'`)
  for (const { agency_id } of rows) {
    await writer.query(`
      select set_config('travesia.agency_id', '${agency_id}', true);
      delete from idempotency_records where created_at < now() - interval '24 hours'`)
  }
}
