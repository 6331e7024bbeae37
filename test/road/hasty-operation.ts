import { sql } from 'kysely'
import Type from 'typebox'
import { invalid } from '../../src/operations/input.ts'
import { operation } from '../../src/operations/operation.ts'
import { Shape } from '../../src/operations/schema.ts'

type Ending = 'well' | 'in a refusal' | 'in bad input' | 'in an error' | 'deaf to the database'

/** How the next calls end, and how many there were: what a handler decides must not count when its request is a retry. */
export const hasty = { ends: 'well' as Ending, calls: 0 }

/** Decides before it has asked the database for anything. */
export const decideAtOnce = operation({
  id: 'tests.decide',
  title: 'Decide before the first statement',
  describe: 'For tests.',
  route: 'POST /v1/tests/decide',
  kind: 'write',
  scopes: ['trips:write'],
  cost: 1,
  undo: 'captured',
  body: Shape({ title: Type.String() }),
  returns: Shape({ call: Type.Integer() }),
  problems: ['invalid_state'],

  async handle({ db, refuse }) {
    const call = ++hasty.calls
    switch (hasty.ends) {
      case 'in a refusal':
        throw refuse('invalid_state', { detail: `Call ${call}.` })
      case 'in bad input':
        throw invalid([{ path: 'title', message: 'is wrong' }])
      case 'in an error':
        throw new Error('at once')
      case 'deaf to the database':
        await Promise.allSettled([db.rows(sql`select 1`), db.rows(sql`select 2`)])
        await db.rows(sql`select 3`).catch(() => {})
    }
    return { call }
  },
})
