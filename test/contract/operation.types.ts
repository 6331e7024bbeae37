// Read by tsc alone: every line under @ts-expect-error is a mistake that must not compile.
import Type from 'typebox'
import type { ReadDb } from '../../src/db/tenant.ts'
import { operation } from '../../src/operations/operation.ts'
import type { Refuse } from '../../src/operations/problem.ts'
import { Kind, Shape, Uuid } from '../../src/operations/schema.ts'

const Path = Shape({ tripId: Uuid() })
const Thing = Shape({ object: Kind('thing'), count: Type.Integer() })
const thing = { object: 'thing' as const, count: 1 }

const common = { title: 'T', describe: 'D.', scopes: ['trips:read'], cost: 1, params: Path, returns: Thing } as const
const read = { ...common, id: 'things.get', route: 'GET /v1/things/{tripId}', kind: 'read', undo: 'none' } as const
const write = { ...common, id: 'things.set', route: 'POST /v1/things/{tripId}', kind: 'write', undo: 'captured' } as const

export const readerReads = operation({
  ...read,
  problems: [],
  async handle({ db, params }) {
    const rows = await db.rows(db.from('trips').select('id').where('id', '=', params.tripId))
    return { ...thing, count: rows.length }
  },
})

export const readerInserts = operation({
  ...read,
  problems: [],
  async handle({ db }) {
    // @ts-expect-error a read has nothing to insert with
    db.insert
    return thing
  },
})

export const readerUpdates = operation({
  ...read,
  problems: [],
  async handle({ db }) {
    // @ts-expect-error a read has nothing to update with
    db.update
    return thing
  },
})

export const readerRemoves = operation({
  ...read,
  problems: [],
  async handle({ db }) {
    // @ts-expect-error a read has nothing to remove with
    db.remove
    return thing
  },
})

export const writerWrites = operation({
  ...write,
  problems: ['not_found'],
  async handle({ db, params, refuse }) {
    const row = await db.first(db.update('trips', { title: 'New' }).where('id', '=', params.tripId).returning('id'))
    if (!row) throw refuse('not_found')
    return thing
  },
})

export const writerForgetsItsPlace = operation({
  ...write,
  problems: [],
  async handle({ db }) {
    // @ts-expect-error the agency of a row is never a handler's to choose
    db.update('trips', { agency_id: db.agencyId })
    // @ts-expect-error nor is its time
    db.update('trips', { updated_at: new Date().toISOString() })
    // @ts-expect-error tables of no agency can't be queried through the handle of one
    db.from('captured_tables')
    return thing
  },
})

export const refusesWhatItDoesNotList = operation({
  ...write,
  problems: ['not_found'],
  async handle({ refuse }) {
    // @ts-expect-error stale_write is not in the list
    throw refuse('stale_write')
  },
})

export const refusesWhatEverybodyMay = operation({
  ...write,
  problems: [],
  async handle({ refuse }) {
    throw refuse('invalid_request')
  },
})

operation({
  ...read,
  // @ts-expect-error there is no such code
  problems: ['no_such_code'],
  handle: async () => thing,
})

operation({
  ...read,
  problems: [],
  // @ts-expect-error count is a number
  handle: async () => ({ ...thing, count: '1' }),
})

operation({
  ...read,
  problems: [],
  // @ts-expect-error count is missing
  handle: async () => ({ object: 'thing' as const }),
})

operation({
  ...read,
  // @ts-expect-error a read leaves nothing to undo
  undo: 'captured',
  problems: [],
  handle: async () => thing,
})

operation({
  ...read,
  // @ts-expect-error there is no such scope
  scopes: ['trips:admin'],
  problems: [],
  handle: async () => thing,
})

operation({
  ...write,
  preview: Shape({ object: Kind('thing_preview') }),
  problems: [],
  // @ts-expect-error an operation with a preview of its own answers with both
  handle: async () => thing,
})

operation({
  ...write,
  preview: Shape({ object: Kind('thing_preview') }),
  problems: [],
  // @ts-expect-error the preview is of the shape that is declared
  handle: async () => ({ answer: thing, preview: () => ({ object: 'other_preview' as const }) }),
})

declare function findOrRefuse(db: ReadDb, refuse: Refuse<'not_found'>): Promise<void>

export const findsAndListsIt = operation({
  ...write,
  problems: ['not_found', 'stale_write'],
  async handle({ db, refuse }) {
    await findOrRefuse(db, refuse)
    return thing
  },
})

export const findsWithoutListingIt = operation({
  ...write,
  problems: ['stale_write'],
  async handle({ db, refuse }) {
    // @ts-expect-error not_found is not in the list
    await findOrRefuse(db, refuse)
    return thing
  },
})

export const asksForWhatItDoesNotTake = operation({
  ...read,
  problems: [],
  async handle({ params }) {
    // @ts-expect-error the path has no quote in it
    params.quoteId
    return thing
  },
})
