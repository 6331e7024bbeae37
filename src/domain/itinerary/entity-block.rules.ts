import type { Entity } from '../catalog/index.ts'
import type { BlockData, BlockType } from './block-types.ts'
import type { Op } from './ops.ts'
import type { Snapshot } from './snapshot.rules.ts'

const TYPES = {
  destino: 'destination',
  punto: 'place',
  alojamiento: 'lodging',
  actividad: 'activity',
  servicio: 'service',
} as const satisfies Record<Entity['kind'], BlockType>

/** A block about a catalog entry. It carries what it shows, so that it stays as it is whatever happens to the entry. */
export function blockOfEntity({ id, kind, name, place, content }: Entity): Snapshot {
  const { placeId, lat, lng, formattedAddress } = place
  const isSomewhere = placeId !== '' || lat !== null || formattedAddress !== ''
  const data: BlockData = {
    ...{ name, entityId: id },
    ...given({ description: content.description ?? content.summary, supplier: content.supplier }),
    ...(isSomewhere && { place: { placeId, lat, lng, formattedAddress } }),
    ...(kind === 'alojamiento' && given({ board: content.board })),
    ...(kind === 'actividad' && given({ durationMinutes: content.durationMinutes })),
  }
  return { type: TYPES[kind], visibility: 'traveler', data, layout: null, children: [] }
}

const given = (members: BlockData): BlockData => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

interface Reference {
  path: string
  entityId: string
}

/** The catalog entries that people name in the data of blocks. */
export const entitiesNamed = (ops: readonly Op[]): Reference[] =>
  ops.flatMap((op, index) => {
    if (op.op === 'insert') return [...namedIn(op.block as Written, `ops[${index}].block`)]
    return op.op === 'update' ? [...namedIn({ data: op.data ?? {} }, `ops[${index}]`)] : []
  })

interface Written {
  data?: BlockData
  children?: Written[]
}

function* namedIn({ data = {}, children = [] }: Written, path: string): Generator<Reference> {
  if (typeof data.entityId === 'string') yield { path: `${path}.data.entityId`, entityId: data.entityId }
  for (const [index, child] of children.entries()) yield* namedIn(child, `${path}.children[${index}]`)
}
