import { operatorWrite } from '../db/operator-write.ts'
import type { AgencyId } from '../db/tenant.ts'
import { allAgencies, allUsers, openUser } from '../domain/accounts/index.ts'
import { isAddress } from '../mail/address.ts'
import { asId, asOperator, type Command, oneOf, optional, required, table, UsageError } from './command.ts'

export const userCreate: Command = {
  name: 'user create',
  usage:
    '--agency ID --name NAME --email EMAIL [--role admin|agent] [--trip-deletion none|own|agency] [--traveler-deletion yes|no] [--password P]',
  does: 'makes a person in an agency',
  options: Object.fromEntries(
    ['agency', 'name', 'email', 'role', 'trip-deletion', 'traveler-deletion', 'password'].map((name) => [
      name,
      { type: 'string' as const },
    ]),
  ),
  async run({ settings, values }) {
    const agencyId = asId(required(values, 'agency'), '--agency') as AgencyId
    const email = required(values, 'email')
    if (!isAddress(email)) throw new UsageError('--email must be an email address')
    const deletesTravelers = optional(values, 'traveler-deletion', oneOf(['yes', 'no']), 'yes or no')
    const person = {
      name: required(values, 'name'),
      email,
      role: optional(values, 'role', oneOf(['admin', 'agent']), 'admin or agent') ?? 'agent',
      tripDeletion: optional(values, 'trip-deletion', oneOf(['none', 'own', 'agency']), 'none, own or agency'),
      travelerDeletion: deletesTravelers && deletesTravelers === 'yes',
      password: optional(values, 'password', (text) => (text.length >= 8 ? text : undefined), 'at least 8 characters'),
    } as const
    return asOperator(settings, async ({ reader, writer }) => {
      if (!(await allAgencies(reader)).some(({ id }) => id === agencyId)) throw new UsageError(`there is no agency ${agencyId}`)
      if ((await allUsers(reader)).some((user) => user.agencyId === agencyId && user.email.toLowerCase() === email.toLowerCase())) {
        throw new UsageError(`the agency already has a user ${email}`)
      }
      return operatorWrite(writer, agencyId, (db) => openUser(db, person))
    })
  },
  show: ({ id }: { id: string }) => `User: ${id}`,
}

export const userList: Command = {
  name: 'user list',
  usage: '',
  does: 'lists people and what they may delete',
  options: {},
  run: ({ settings }) => asOperator(settings, ({ reader }) => allUsers(reader)),
  show: (users: Record<string, unknown>[]) =>
    table(users, 'There are no users yet: travesia user create --agency ID --name NAME --email EMAIL'),
}
