import type pg from 'pg'
import { operatorWrite } from './db/operator-write.ts'
import { agenciesToClean, forget, unknownAmong } from './domain/documents/index.ts'
import { eraseDocumentNumbers, findAgenciesToForget, findTripsToErase, forgetPeople } from './domain/travelers/index.ts'
import { forgetMailKeptBefore } from './mail/kept-mail.ts'
import type { Storage } from './storage/storage.ts'

const HOUR_MS = 3_600_000
const DAY_IN_HOURS = 24
const MAIL_KEPT_MS = 30 * DAY_IN_HOURS * HOUR_MS
/** What nobody speaks of is left alone so long: it may be on its way, or its row may. */
const BYTES_LEFT_ALONE_MS = DAY_IN_HOURS * HOUR_MS

export interface Housekeeping {
  stop(): Promise<void>
}

/**
 * What has to be done now and then, by whichever process gets to it: new partitions, answers too old to replay, old mail, bytes
 * of no document, what is personal.
 */
export function keepHouse(
  { reader, writer, storage, mailFolder }: { reader: pg.Pool; writer: pg.Pool; storage: Storage; mailFolder: string },
  onFault: (error: unknown, where: Record<string, string>) => void,
): Housekeeping {
  let hours = 0
  const clean = async () => {
    try {
      await writer.query('select keep_partitions()')
      await forgetOldRetries(reader, writer)
      await forgetOldMail(reader, writer)
      await forgetMailKeptBefore(mailFolder, new Date(Date.now() - MAIL_KEPT_MS))
      await forgetDocuments(reader, writer, storage)
      await forgetUnknownBytes(reader, storage)
      if (hours++ % DAY_IN_HOURS === 0) await forgetPersonalData(reader, writer)
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

/** Numbers of documents some time after the trip, and what the log tells of people as soon as it can't be undone any more. */
export async function forgetPersonalData(reader: pg.Pool, writer: pg.Pool): Promise<void> {
  for (const { agencyId, tripIds } of await findTripsToErase(reader))
    await operatorWrite(writer, agencyId, (db) => eraseDocumentNumbers(db, tripIds))
  for (const agencyId of await findAgenciesToForget(reader)) await operatorWrite(writer, agencyId, forgetPeople)
}

/** One short transaction an agency: nobody waits for it. */
async function forgetOlderThan(age: string, table: 'idempotency_records' | 'mails', reader: pg.Pool, writer: pg.Pool): Promise<void> {
  const { rows } = await reader.query(`select distinct agency_id from ${table} where created_at < now() - interval '${age}'`)
  for (const { agency_id } of rows) {
    await writer.query(`
      select set_config('travesia.agency_id', '${agency_id}', true);
      delete from ${table} where created_at < now() - interval '${age}'`)
  }
}

/** Uploads that were never completed, and documents whose delete can't be undone any more; their bytes go after the commit. */
export async function forgetDocuments(reader: pg.Pool, writer: pg.Pool, storage: Storage): Promise<void> {
  for (const agencyId of await agenciesToClean(reader)) {
    for (const id of await operatorWrite(writer, agencyId, forget)) await storage.remove({ agencyId, id })
  }
}

/** Bytes that no row speaks of: somebody died between the two, or the completion of an upload was undone. */
export async function forgetUnknownBytes(reader: pg.Pool, storage: Storage): Promise<void> {
  for await (const keys of storage.keptBefore(new Date(Date.now() - BYTES_LEFT_ALONE_MS))) {
    for (const key of await unknownAmong(reader, keys)) await storage.remove(key)
  }
}
