import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { Kind, Nullable, named, Shape, Timestamp } from '../../operations/schema.ts'
import { SCOPES } from '../../operations/scopes.ts'

const Account = named(
  'Account',
  Shape(
    {
      object: Kind('me'),
      user: Shape({ id: Type.String(), displayName: Nullable(Type.String()), email: Nullable(Type.String()) }),
      agency: Shape({ id: Type.String(), name: Nullable(Type.String()) }),
      key: Shape({
        id: Type.String(),
        name: Type.String(),
        prefix: Type.String({ description: 'The recognizable start of the secret.' }),
        scopes: Type.Array(Type.String()),
        expiresAt: Nullable(Timestamp()),
      }),
      limits: Shape({ perKeyPerMinute: Type.Integer(), perAgencyPerMinute: Type.Integer() }),
    },
    { description: 'Who a key belongs to, and what it may do.' },
  ),
)

export const me = operation({
  id: 'me.get',
  title: 'Get the account of the key',
  describe: 'Tells whose key this is, its scopes and its limits. Use it to check a key.',
  route: 'GET /v1/me',
  kind: 'read',
  scopes: [],
  cost: 1,
  undo: 'none',
  returns: Account,
  problems: [],

  async handle({ caller }) {
    const { user, agency, key } = caller
    return {
      object: 'me' as const,
      user: { id: caller.userId, displayName: user.name, email: user.email },
      agency: { id: caller.agencyId, name: agency.name },
      key: { id: caller.keyId, ...key, scopes: SCOPES.filter((scope) => caller.scopes.has(scope)) },
      limits: { perKeyPerMinute: agency.perKeyPerMinute, perAgencyPerMinute: agency.perAgencyPerMinute },
    }
  },
})
