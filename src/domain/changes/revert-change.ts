import { undoWrite } from '../../capture/put-back.ts'
import { toInstant } from '../../db/instant.ts'
import { requireScopes } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { findChange, setReverted, toChange } from './change.queries.ts'
import { Change, ChangePath } from './change.ts'

export const revertChange = operation({
  id: 'changes.revert',
  title: 'Undo a change',
  describe:
    'Puts everything back that the change did, or refuses whole and says why: when something it changed was changed again since, when something depends on it, or when it was undone already. Undoing backwards step by step always works. Cannot itself be undone.',
  route: 'POST /v1/changes/{changeId}/revert',
  kind: 'write',
  scopes: [],
  scopesNote: 'Needs the scopes of the operation that it undoes.',
  cost: 1,
  undo: 'none',
  params: ChangePath,
  returns: Change,
  problems: ['not_found', 'not_revertible'],

  async handle({ params, caller, db, catalogue, refuse }) {
    const change = await findChange(db, caller.userId, params.changeId)
    if (!change) throw refuse('not_found', { detail: `There is no change ${params.changeId}.` })
    const undone = catalogue.find(change.operation_id)
    if (!undone || undone.undo === 'none') throw refuse('not_revertible', { detail: `${change.operation_id} can no longer be undone.` })
    requireScopes(caller, undone.scopes)
    if (change.status !== 'applied') throw refuse('not_revertible', { detail: WHY_NOT[change.status] ?? `It is ${change.status}.` })

    const told = { id: change.id, tripIds: change.trip_ids, createdAt: toInstant(change.created_at) }
    const obstacle = await undoWrite(undone.undo, { db, caller, change: told }, { id: change.id, rowCount: change.row_count })
    if (obstacle) throw refuse('not_revertible', { detail: obstacle })
    return toChange(await setReverted(db, change.id))
  },
})

const WHY_NOT: Record<string, string> = {
  failed: 'It failed, so nothing was written.',
  reverting: 'It is being undone.',
  reverted: 'It was undone already.',
}
