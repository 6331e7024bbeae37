import { mistakes, within } from '../../operations/input.ts'
import type { FieldError } from '../../operations/problem.ts'
import { EMPTY_FLIGHT, EMPTY_PLACE } from '../design/index.ts'
import type { BlockInput } from './block.ts'
import { BLOCK_DATA, type BlockData, type BlockType } from './block-types.ts'
import { mayHold } from './nesting.rules.ts'

const MAX_DATA_BYTES = 32 * 1024

/** What is wrong with the data of a block of a type. */
export function dataMistakes(type: BlockType, data: BlockData, path: string): FieldError[] {
  const found = mistakes(BLOCK_DATA[type], data).map((mistake) => ({ ...mistake, path: within(path, mistake.path) }))
  return Buffer.byteLength(JSON.stringify(data)) > MAX_DATA_BYTES ? [...found, { path, message: 'may have at most 32 KB' }] : found
}

/** What is wrong with a block and everything in it, told as long as somebody asks. */
export function* blockMistakes(block: BlockInput, path: string): Generator<FieldError> {
  yield* dataMistakes(block.type, completeData(block.data ?? {}), `${path}.data`)
  for (const [index, child] of (block.children ?? []).entries()) {
    const at = `${path}.children[${index}]`
    if (!mayHold(block.type, child.type)) {
      yield { path: `${at}.type`, message: `must be something that a ${block.type} may hold, not a ${child.type}` }
    }
    yield* blockMistakes(child, at)
  }
}

/** Places and flights have all their members, as in a design. What is no object is left for `dataMistakes` to tell. */
export function completeData(data: BlockData): BlockData {
  const { place, flight } = data
  return {
    ...data,
    ...(isObject(place) && { place: { ...EMPTY_PLACE, ...place } }),
    ...(isObject(flight) && { flight: { ...EMPTY_FLIGHT, ...flight } }),
  }
}

/** RFC 7396: null takes a member away, objects merge, everything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name), value))
  }
  return Object.fromEntries(merged)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
