import { randomUUIDv7 } from 'node:crypto'
import { operatorWrite } from '../../src/db/operator-write.ts'
import type { WriteDb } from '../../src/db/tenant.ts'
import { queueMail } from '../../src/domain/mail/index.ts'
import type { NewMail } from '../../src/domain/mail/mail.ts'
import type { Carrier } from '../../src/mail/carrier.ts'
import { type MailTried, sendMail } from '../../src/mail/send-mail.ts'
import type { TestAgency, World } from '../harness/world.ts'

export const someMail = (content: Partial<NewMail> = {}): NewMail => ({
  kind: 'webhook_endpoint_off',
  aboutId: randomUUIDv7(),
  to: 'ana@agency.example',
  subject: 'Tu viaje a Kioto está listo',
  text: 'Hola, Ana:\n\nTodo está listo.\n',
  html: '<p>Hola, Ana:</p><p>Todo está listo.</p>',
  ...content,
})

export const queued = async (world: World, agency: TestAgency, mail = someMail()): Promise<string> => {
  await operatorWrite(world.app.writer, agency.id, (db: WriteDb) => queueMail(db, mail))
  const { rows } = await world.admin.query('select id from mails where agency_id = $1 and about_id = $2', [agency.id, mail.aboutId])
  return rows[0].id
}

/** Sends without the job queue, at times of a test's own; answers what was told of the try. */
export async function trySending(world: World, carrier: Carrier, agency: TestAgency, mailId: string, now = new Date()) {
  const told: MailTried[] = []
  const parts = { ...world.app.workParts, carrier, now: () => now, onMail: (tried: MailTried) => told.push(tried) }
  await sendMail(parts, { agencyId: agency.id, mailId })
  return told
}

export const mailRow = async (world: World, id: string) => (await world.admin.query('select * from mails where id = $1', [id])).rows[0]

/** When the next try of a mail is planned, by its job; undefined when it has none. */
export async function plannedAt(world: World, id: string): Promise<Date | undefined> {
  const { rows } = await world.admin.query('select run_at from graphile_worker.jobs where key = $1', [id])
  return rows[0] && new Date(rows[0].run_at)
}
