import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import Type from 'typebox'
import type { WriteDb } from '../../src/db/tenant.ts'
import { rankBetween } from '../../src/domain/ranks/index.ts'
import { operation } from '../../src/operations/operation.ts'
import { Nullable, Shape, Uuid } from '../../src/operations/schema.ts'

// Writes of a rank-ordered child table, as small as they can be: what is tested is how they are captured and undone.

const Place = { parentId: Nullable(Uuid()), afterId: Nullable(Uuid({ description: 'Null: first among its siblings.' })) }
const Data = Type.Unsafe<Record<string, unknown>>({ type: 'object' })
const TripPath = Shape({ tripId: Uuid() })
const BlockPath = Shape({ tripId: Uuid(), blockId: Uuid() })
const Answer = Shape({ id: Uuid(), rank: Type.String(), removed: Type.Array(Uuid()) })

const captured = { kind: 'write', scopes: ['trips:write'], cost: 1, undo: 'captured', returns: Answer } as const

export const insertBlock = operation({
  ...captured,
  ...{ id: 'testBlocks.insert', title: 'Insert', describe: 'Inserts a block.', route: 'POST /v1/trips/{tripId}/test-blocks' },
  params: TripPath,
  body: Shape({ ...Place, ref: Type.Optional(Type.String()), data: Data }),
  problems: ['not_found'],
  emits: ['trip.updated'],
  async handle({ params, body, db, refuse }) {
    const id = randomUUIDv7()
    if (body.parentId && !(await findBlock(db, params.tripId, body.parentId))) throw refuse('not_found')
    const rank = await rankAt(db, params.tripId, body)
    await db.rows(
      db.insert('itinerary_blocks', {
        ...{ id, trip_id: params.tripId, parent_id: body.parentId, rank, ref: body.ref ?? `t${id.slice(-12)}`, type: 'text' },
        data: JSON.stringify(body.data),
      }),
    )
    return { id, rank, removed: [] }
  },
})

export const updateBlock = operation({
  ...captured,
  ...{ id: 'testBlocks.update', title: 'Update', describe: 'Writes data.', route: 'PATCH /v1/trips/{tripId}/test-blocks/{blockId}' },
  params: BlockPath,
  body: Shape({ data: Data, layout: Type.Optional(Nullable(Data)) }),
  problems: ['not_found'],
  emits: ['trip.updated'],
  async handle({ params, body, db, refuse }) {
    const layout = body.layout && JSON.stringify(body.layout)
    const changes = { data: JSON.stringify(body.data), ...(layout !== undefined && { layout }) }
    const row = await db.first(db.update('itinerary_blocks', changes).where('id', '=', params.blockId).returning(['id', 'rank']))
    if (!row) throw refuse('not_found')
    return { ...row, removed: [] }
  },
})

export const moveBlock = operation({
  ...captured,
  ...{ id: 'testBlocks.move', title: 'Move', describe: 'Moves a block.', route: 'POST /v1/trips/{tripId}/test-blocks/{blockId}/move' },
  params: BlockPath,
  body: Shape(Place),
  problems: ['not_found', 'invalid_op'],
  emits: ['trip.updated'],
  async handle({ params: { tripId, blockId }, body, db, refuse }) {
    if (!(await findBlock(db, tripId, blockId))) throw refuse('not_found')
    if (body.parentId && !(await findBlock(db, tripId, body.parentId))) throw refuse('not_found')
    if (body.parentId && (await subtreeOf(db, tripId, blockId)).includes(body.parentId)) throw refuse('invalid_op')
    const rank = await rankAt(db, tripId, body, blockId)
    await db.rows(db.update('itinerary_blocks', { parent_id: body.parentId, rank }).where('id', '=', blockId))
    return { id: blockId, rank, removed: [] }
  },
})

export const removeBlock = operation({
  ...captured,
  ...{ id: 'testBlocks.remove', title: 'Remove', describe: 'With its subtree.', route: 'DELETE /v1/trips/{tripId}/test-blocks/{blockId}' },
  params: BlockPath,
  problems: ['not_found'],
  emits: ['trip.updated'],
  async handle({ params: { tripId, blockId }, db, refuse }) {
    const removed = await subtreeOf(db, tripId, blockId)
    if (removed.length === 0) throw refuse('not_found')
    await db.rows(db.remove('itinerary_blocks').where('id', 'in', removed))
    return { id: blockId, rank: '', removed }
  },
})

export const blockOperations = [insertBlock, updateBlock, moveBlock, removeBlock]

const findBlock = (db: WriteDb, tripId: string, id: string) =>
  db.first(db.from('itinerary_blocks').select('id').where('trip_id', '=', tripId).where('id', '=', id))

async function rankAt(db: WriteDb, tripId: string, place: { parentId: string | null; afterId: string | null }, moving?: string) {
  const siblings = await db.rows(
    db
      .from('itinerary_blocks')
      .select(['id', 'rank'])
      .where('trip_id', '=', tripId)
      .where('parent_id', 'is not distinct from', place.parentId)
      .orderBy('rank')
      .orderBy('id'),
  )
  const others = siblings.filter(({ id }) => id !== moving)
  const at = others.findIndex(({ id }) => id === place.afterId)
  return rankBetween(others[at]?.rank ?? null, others[at + 1]?.rank ?? null)
}

async function subtreeOf(db: WriteDb, tripId: string, root: string): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    with recursive tree as (
      select id from itinerary_blocks where agency_id = ${db.agencyId} and trip_id = ${tripId} and id = ${root}
      union
      select b.id from itinerary_blocks b join tree on b.parent_id = tree.id where b.agency_id = ${db.agencyId} and b.trip_id = ${tripId}
    )
    select id from tree`)
  return rows.map(({ id }) => id)
}
