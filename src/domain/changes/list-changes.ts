import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { FollowQuery, ListOf, pageOf } from '../../operations/page.ts'
import { OneOf, Shape, Uuid } from '../../operations/schema.ts'
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
    ...FollowQuery,
    tripId: Type.Optional(Uuid()),
    status: Type.Optional(OneOf(CHANGE_STATUSES)),
    thisKeyOnly: Type.Optional(
      Type.Boolean({ default: false, description: 'Leaves out what was done with other keys of the same person.' }),
    ),
  }),
  returns: ListOf(Change, 'A page of changes.'),
  problems: [],

  async handle({ operationId, query, caller, db, catalogue }) {
    const { tripId, status, thisKeyOnly } = query
    const filters = { tripId, status, keyId: thisKeyOnly ? caller.keyId : undefined }
    const changes = selectChanges(db, caller.userId, visibleOperationIds(caller, catalogue), filters)
    // a cursor is the place in one person's changes
    return pageOf({ operationId: `${operationId} of ${caller.userId}`, db, query }, changes, toChange)
  },
})
