import type pg from 'pg'
import { forgetMailKeptBefore } from './mail/kept-mail.ts'

const HOUR_MS = 3_600_000
const MAIL_KEPT_MS = 30 * 24 * HOUR_MS

export interface Housekeeping {
  stop(): Promise<void>
}

/** What has to be done now and then, by whichever process gets to it: new partitions, answers too old to replay, old mail. */
export function keepHouse(
  { reader, writer, mailFolder }: { reader: pg.Pool; writer: pg.Pool; mailFolder: string },
  onFault: (error: unknown, where: Record<string, string>) => void,
): Housekeeping {
  const clean = async () => {
    try {
      await writer.query('select keep_partitions()')
      await forgetOldRetries(reader, writer)
      await forgetOldMail(reader, writer)
      await forgetMailKeptBefore(mailFolder, new Date(Date.now() - MAIL_KEPT_MS))
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

export const forgetOldRetries = (reader: pg.Pool, writer: pg.Pool) => forgetOlderThan('24 hours', 'idempotency_records', reader, writer)

export const forgetOldMail = (reader: pg.Pool, writer: pg.Pool) => forgetOlderThan('30 days', 'mails', reader, writer)

/** One short transaction an agency: nobody waits for it. */
async function forgetOlderThan(age: string, table: 'idempotency_records' | 'mails', reader: pg.Pool, writer: pg.Pool): Promise<void> {
  const { rows } = await reader.query(`select distinct agency_id from ${table} where created_at < now() - interval '${age}'`)
  for (const { agency_id } of rows) {
    await writer.query(`
      select set_config('travesia.agency_id', '${agency_id}', true);
      delete from ${table} where created_at < now() - interval '${age}'`)
  }
}
