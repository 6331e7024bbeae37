import { type KeptMail, keptMail, keptMails } from '../mail/kept-mail.ts'
import { asId, type Command, table, UsageError } from './command.ts'

export const mailList: Command = {
  name: 'mail list',
  usage: '',
  does: 'lists the mail that is kept in the data folder while there is no SMTP_URL, newest first',
  options: {},
  run: ({ settings }) => keptMails(settings.mail.folder),
  show: (mails: KeptMail[]) =>
    table(
      mails.map(({ id, at, to, subject }) => ({ id, at, to, subject })),
      'No mail is kept here. What goes to SMTP_URL is not.',
    ),
}

export const mailShow: Command = {
  name: 'mail show',
  usage: 'ID',
  does: 'prints one of them',
  options: {},
  operands: ['ID'],
  async run({ settings, operands }) {
    const id = asId(operands[0], 'the mail')
    const mail = await keptMail(settings.mail.folder, id)
    if (!mail) throw new UsageError(`there is no mail ${id} in ${settings.mail.folder}`)
    return mail
  },
  show: ({ at, to, subject, text }: KeptMail) => `At: ${at}\nTo: ${to}\nSubject: ${subject}\n\n${text.trimEnd()}`,
}
