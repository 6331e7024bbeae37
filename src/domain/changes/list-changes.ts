import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { ListOf, orderOf, PageQuery, pageOf, SORTS } from '../../operations/page.ts'
import { OneOf, Shape, Timestamp, Uuid } from '../../operations/schema.ts'
import { selectChanges, toChange } from './change.queries.ts'
import { CHANGE_STATUSES, Change } from './change.ts'
import { visibleOperationIds } from './visible-operations.ts'

export const listChanges = operation({
  id: 'changes.list',
  title: 'List changes',
  describe:
    "Changes made by this key's owner, with any of their keys, in the areas that this key can read. Most recently updated first; a revert counts as an update.",
  route: 'GET /v1/changes',
  kind: 'read',
  scopes: [],
  scopesNote: 'Shows only the areas that the key can read.',
  cost: 1,
  undo: 'none',
  query: Shape({
    ...PageQuery,
    sort: Type.Optional(OneOf(SORTS, { default: '-updatedAt' })),
    tripId: Type.Optional(Uuid()),
    status: Type.Optional(OneOf(CHANGE_STATUSES)),
    updatedSince: Type.Optional(Timestamp({ description: 'Also catches reverts.' })),
    thisKeyOnly: Type.Optional(
      Type.Boolean({ default: false, description: 'Leaves out what was done with other keys of the same person.' }),
    ),
  }),
  returns: ListOf(Change, 'A page of changes.'),
  problems: [],

  async handle({ query, caller, db, catalogue }) {
    const { thisKeyOnly, ...filters } = query
    const keyId = thisKeyOnly ? caller.keyId : undefined
    const changes = selectChanges(db, caller.userId, visibleOperationIds(caller, catalogue), { ...filters, keyId })
    return pageOf(db, `changes of ${caller.userId}`, query, orderOf(query.sort), changes, toChange)
  },
})
