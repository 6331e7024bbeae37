import { randomUUIDv7 } from 'node:crypto'
import type { WriteDb } from '../../db/tenant.ts'
import { isAddress } from '../../mail/address.ts'
import { insertFailed, insertMail } from './mail.queries.ts'
import { asSubject } from './mail.rules.ts'
import type { NewMail } from './mail.ts'

/**
 * Mail that goes out once the write that is open has been committed, and never otherwise. To what is no address, it has
 * failed at once: a write is not refused for it.
 */
export async function queueMail(db: WriteDb, mail: NewMail): Promise<void> {
  const id = randomUUIDv7()
  const clean = { ...mail, subject: asSubject(mail.subject) }
  if (isAddress(mail.to)) await insertMail(db, id, clean)
  else await insertFailed(db, id, clean, 'this is no address for mail')
}
