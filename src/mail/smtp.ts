import { createTransport } from 'nodemailer'
import type { Sender } from './address.ts'
import { type Carrier, MAILS_AT_A_TIME } from './carrier.ts'
import { forGood, reasonOf } from './smtp-trouble.ts'

/** A whole try: the socket's own times would be renewed with every byte that drips. */
const TRY_WITHIN_MS = 20_000
const STEP_WITHIN_MS = 10_000
/** Between the mails of a burst the connection stays; after it nothing does. */
const IDLE_MS = 5000

const timeouts = (ms: number) => ({ connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms, dnsTimeout: ms })

export interface SmtpOptions {
  url: string
  from: Sender
  withinMs?: number
}

/** Hands mail to a mail server. */
export function openSmtp({ url, from, withinMs = TRY_WITHIN_MS }: SmtpOptions): Carrier {
  const pool = { pool: true, maxConnections: MAILS_AT_A_TIME, idleTimeout: IDLE_MS, maxRequeues: 1 } as const
  const transport = createTransport({ url, ...pool, ...timeouts(Math.min(withinMs, STEP_WITHIN_MS)) })
  const host = from.address.slice(from.address.indexOf('@') + 1)
  const sender = { name: from.name ?? '', address: from.address }
  return {
    async carry({ id, to, subject, text, html }, stop) {
      const late = AbortSignal.timeout(withinMs)
      try {
        await transport.sendMail({
          ...{ from: sender, to: { name: '', address: to }, envelope: { from: from.address, to: [to] }, subject, text, html },
          messageId: `<${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          // a mail names nothing to be fetched
          ...{ disableFileAccess: true, disableUrlAccess: true },
          signal: stop ? AbortSignal.any([stop, late]) : late,
        })
        return { taken: true }
      } catch (error) {
        return { taken: false, forGood: forGood(error), reason: reasonOf(error) }
      }
    },
    close: async () => transport.close({ force: true }),
  }
}

/** Does it answer, and take the login? Undefined when it does. */
export async function troubleWithSmtp(url: string, withinMs = STEP_WITHIN_MS): Promise<string | undefined> {
  const transport = createTransport({ url, ...timeouts(withinMs) })
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), withinMs)
  try {
    await Promise.race([transport.verify(), late])
    return undefined
  } catch (error) {
    return reasonOf(error)
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}
