import Type from 'typebox'
import { invalid } from '../../operations/input.ts'
import { operation } from '../../operations/operation.ts'
import type { Refuse } from '../../operations/problem.ts'
import { Shape, Uuid } from '../../operations/schema.ts'
import { findSnapshots } from '../library/index.ts'
import { refuseOverfull } from './block-limit.ts'
import { entityBlocks, refuseUnknownEntities } from './entities-in-ops.ts'
import { saveTree } from './itinerary.queries.ts'
import { liveItinerary } from './live-itinerary.ts'
import { OpRefusal, refusedOp } from './op-place.rules.ts'
import { type Applied, applyOps, dataNeeded, opsMistakes } from './ops.rules.ts'
import { type Op, Ops, OpsResult } from './ops.ts'
import { placedBlock } from './shown.rules.ts'
import type { Snapshot } from './snapshot.rules.ts'
import type { Tree } from './tree.rules.ts'

export const changeItinerary = operation({
  id: 'itinerary.change',
  title: 'Change the itinerary',
  describe:
    'Applies up to 200 ops in order, all or none, as one change that can be undone. With `expectedVersion`, only while nobody changed the itinerary since.',
  route: 'POST /v1/trips/{tripId}/itinerary/ops',
  kind: 'write',
  scopes: ['trips:write'],
  scopesFor: ({ body }) => (body.ops.some(({ op }) => op === 'insertFromLibrary' || op === 'insertFromCatalog') ? ['catalog:read'] : []),
  scopesNote: '`insertFromLibrary` and `insertFromCatalog` also need `catalog:read`.',
  cost: 1,
  undo: 'captured',
  params: Shape({ tripId: Uuid() }),
  body: Shape({
    expectedVersion: Type.Optional(Type.Integer({ minimum: 0, description: '409 unless the itinerary still has this `version`.' })),
    ops: Ops,
  }),
  returns: OpsResult,
  problems: ['not_found', 'stale_write', 'invalid_op', 'limit_reached'],
  emits: ['trip.updated'],
  example: {
    body: {
      ops: [
        { op: 'insert', block: { type: 'section', data: { title: 'Antes de salir' } }, position: 'first', as: '$before' },
        { op: 'insert', parent: '$before', block: { type: 'checklist', data: { items: [{ text: 'Pasaporte' }, { text: 'JR Pass' }] } } },
      ],
    },
  },

  async handle({ params, body, db, refuse }) {
    const mistakes = opsMistakes(body.ops as Op[])
    if (mistakes.length > 0) throw invalid(mistakes)
    const { tripId, version, tree } = await liveItinerary(db, params.tripId, refuse, dataNeeded(body.ops as Op[]))
    if (body.expectedVersion !== undefined && body.expectedVersion !== version) {
      throw refuse('stale_write', { detail: `The itinerary has version ${version}.`, extra: { version } })
    }
    await refuseUnknownEntities(db, body.ops as Op[], refuse)
    const copies = { entries: await findSnapshots(db, entriesIn(body.ops as Op[])), entities: await entityBlocks(db, body.ops as Op[]) }
    const applied = applyOrRefuse(tree, body.ops as Op[], copies, refuse)
    refuseOverfull(tree, refuse)

    const { inserted, moved, edited, any } = await saveTree(db, tripId, tree)
    return {
      object: 'itinerary_ops_result' as const,
      tripId,
      version: any ? version + 1 : version,
      results: applied.map(({ op, blocks }) => ({ op, blockIds: blocks.map(({ id }) => id), refs: blocks.map(({ ref }) => ref) })),
      blocks: [...new Set([...inserted, ...moved, ...edited])].map((block) => placedBlock(tree, block)),
    }
  },
})

const entriesIn = (ops: Op[]): string[] => ops.flatMap((op) => (op.op === 'insertFromLibrary' ? [op.entryId] : []))

interface Copies {
  entries: ReadonlyMap<string, Snapshot>
  entities: ReadonlyMap<string, Snapshot>
}

function applyOrRefuse(tree: Tree, ops: Op[], { entries, entities }: Copies, refuse: Refuse<'invalid_op'>): Applied[] {
  try {
    return applyOps(tree, ops, entries, entities)
  } catch (error) {
    if (!(error instanceof OpRefusal)) throw error
    throw refuse('invalid_op', refusedOp(error.errors))
  }
}
