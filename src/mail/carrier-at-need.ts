import type { Carrier, MailSettings } from './carrier.ts'
import { keepMail } from './kept-mail.ts'

/** The way out for mail. What talks to a mail server is loaded with the first mail: many a server never sends one. */
export function carrierAtNeed({ smtpUrl, from, folder }: MailSettings): Carrier {
  if (smtpUrl === undefined) return { carry: (mail) => keepMail(folder, mail), close: async () => {} }
  let opened: Promise<Carrier> | undefined
  return {
    async carry(mail, signal) {
      opened ??= import('./smtp.ts').then(({ openSmtp }) => openSmtp({ url: smtpUrl, from }))
      return (await opened).carry(mail, signal)
    },
    close: async () => (await opened)?.close(),
  }
}
