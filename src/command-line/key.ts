import { toInstant } from '../db/instant.ts'
import { operatorWrite } from '../db/operator-write.ts'
import { allKeys, findAgencyOf, openKey, setRevoked } from '../domain/accounts/index.ts'
import { SCOPES, type Scope } from '../operations/scopes.ts'
import { asId, asOperator, type Command, optional, required, table, UsageError } from './command.ts'

export const keyCreate: Command = {
  name: 'key create',
  usage: '--user ID --name NAME --scopes a,b|all [--expires TIMESTAMP]',
  does: 'makes an API key; its secret is shown this once',
  options: { user: { type: 'string' }, name: { type: 'string' }, scopes: { type: 'string' }, expires: { type: 'string' } },
  async run({ settings, values }) {
    const userId = asId(required(values, 'user'), '--user')
    const name = required(values, 'name')
    const scopes = readScopes(required(values, 'scopes'))
    const expiresAt = optional(values, 'expires', readTimestamp, 'a timestamp like 2027-01-31T00:00:00Z') ?? null
    return asOperator(settings, async ({ reader, writer }) => {
      const agencyId = await findAgencyOf(reader, 'users', userId)
      if (!agencyId) throw new UsageError(`there is no user ${userId}`)
      return operatorWrite(writer, agencyId, (db) => openKey(db, userId, name, scopes, expiresAt))
    })
  },
  show: ({ id, scopes, secret }: { id: string; scopes: string[]; secret: string }) =>
    `Key ${id} with ${scopes.join(', ') || 'no scopes'}\nIts secret, shown only now: ${secret}`,
}

export const keyList: Command = {
  name: 'key list',
  usage: '',
  does: 'lists keys, when they were last used and when they end',
  options: {},
  run: ({ settings }) => asOperator(settings, ({ reader }) => allKeys(reader)),
  show: (keys: Record<string, unknown>[]) => table(keys, 'There are no keys yet: travesia key create --user ID --name NAME --scopes all'),
}

export const keyRevoke: Command = {
  name: 'key revoke',
  usage: 'ID',
  does: 'ends a key, at once and everywhere',
  options: {},
  operands: ['ID'],
  async run({ settings, operands }) {
    const id = asId(operands[0], 'the key')
    return asOperator(settings, async ({ reader, writer }) => {
      const agencyId = await findAgencyOf(reader, 'api_keys', id)
      if (!agencyId) throw new UsageError(`there is no key ${id}`)
      const revoked = await operatorWrite(writer, agencyId, (db) => setRevoked(db, id))
      if (!revoked) throw new UsageError(`the key ${id} was revoked already`)
      return { id, revokedAt: toInstant(revoked.revoked_at as string) }
    })
  },
  show: ({ id, revokedAt }: { id: string; revokedAt: string }) => `Key ${id} was revoked at ${revokedAt}`,
}

function readScopes(text: string): Scope[] {
  if (text === 'all') return [...SCOPES]
  const asked = text.split(',').map((scope) => scope.trim())
  const unknown = asked.filter((scope) => !SCOPES.includes(scope as Scope))
  if (unknown.length > 0) throw new UsageError(`--scopes has ${unknown.join(', ')}; there are: ${SCOPES.join(', ')}`)
  return SCOPES.filter((scope) => asked.includes(scope))
}

function readTimestamp(text: string): string | undefined {
  try {
    return Temporal.Instant.from(text).toString({ fractionalSecondDigits: 3 })
  } catch {
    return undefined
  }
}
