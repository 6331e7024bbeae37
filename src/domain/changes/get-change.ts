import { operation } from '../../operations/operation.ts'
import { findChange, toChange } from './change.queries.ts'
import { Change, ChangePath } from './change.ts'
import { canSee } from './visible-operations.ts'

export const getChange = operation({
  id: 'changes.get',
  title: 'Get a change',
  describe: 'For any key of the person who made it, where the key can read its area; for everybody else it is not found.',
  route: 'GET /v1/changes/{changeId}',
  kind: 'read',
  scopes: [],
  scopesNote: 'Shows only the areas that the key can read.',
  cost: 1,
  undo: 'none',
  params: ChangePath,
  returns: Change,
  problems: ['not_found'],

  async handle({ params, caller, db, catalogue, refuse }) {
    const change = await findChange(db, caller.userId, params.changeId)
    if (!change || !canSee(caller, catalogue.find(change.operation_id)))
      throw refuse('not_found', { detail: `There is no change ${params.changeId}.` })
    return toChange(change)
  },
})
