import { operation } from '../../operations/operation.ts'
import { Shape, Uuid } from '../../operations/schema.ts'
import { BlockName, ItineraryBlock } from './block.ts'
import { liveItinerary } from './live-itinerary.ts'
import { shownBlock, shownTree } from './shown.rules.ts'
import { ancestorsOf, blockNamed } from './tree.rules.ts'

export const getItineraryBlock = operation({
  id: 'itinerary.getBlock',
  title: 'Get one block',
  describe: 'A block by its id or ref, with everything in it, and what it is in.',
  route: 'GET /v1/trips/{tripId}/itinerary/blocks/{blockId}',
  kind: 'read',
  scopes: ['trips:read'],
  cost: 1,
  undo: 'none',
  params: Shape({ tripId: Uuid(), blockId: BlockName }),
  returns: ItineraryBlock,
  problems: ['not_found'],

  async handle({ params, db, refuse }) {
    const { tripId, tree } = await liveItinerary(db, params.tripId, refuse)
    const block = blockNamed(tree, params.blockId)
    if (!block) throw refuse('not_found', { detail: `The trip has no block ${params.blockId}.` })
    return {
      object: 'itinerary_block' as const,
      tripId,
      ...shownBlock(block),
      children: shownTree(tree, {}, block.id) as never,
      path: ancestorsOf(tree, block).map(({ id, ref, type }) => ({ id, ref, type })),
    }
  },
})
