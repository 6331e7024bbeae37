import fc from 'fast-check'
import type { TObject } from 'typebox'
import { expect, test } from 'vitest'
import { BLOCK_DATA, BLOCK_TYPES, type BlockType } from '../../src/domain/itinerary/block-types.ts'
import { publicBlocks } from '../../src/domain/itinerary/public-blocks.rules.ts'
import { tripPage } from '../../src/pages/trip/trip-page.ts'

/** Stands in everything that is nobody's business but the agency's. */
const PRIVATE = 'privado7391'
/** Stands in what travelers are meant to read. */
const OPEN = 'abierto2846'

/** What the itinerary's members mean is known here a second time, and apart from the code that is tested. */
const PRIVATE_MEMBERS = new Set([
  ...['supplier', 'cost', 'confirmationCode', 'travelerIds', 'documentIds', 'entityId', 'transferId', 'placeId'],
  ...['source', 'fetchedAt', 'scheduleValidFor'],
])

interface Schema {
  properties?: TObject['properties']
  type?: string
  items?: Schema
  enum?: string[]
}

/** Anything at all in a member: whether it is what its schema asks for or not. */
const typed = (mark: string) =>
  fc.tuple(fc.string({ unit: 'binary' }), fc.constantFrom(...MARKUP)).map(([noise, open]) => `${mark}${open}${noise}${mark}`)
const MARKUP = ['', '**', '[a](', '![', '<b>', '"', "'", '</title>', '`', '\n\n# ', '&', '|', '\u202e', '-->']

function memberOf(schema: Schema, mark: string): fc.Arbitrary<unknown> {
  if (schema.properties) return dataOf(schema as TObject, mark)
  if (schema.type === 'array') return fc.array(memberOf(schema.items ?? {}, mark), { maxLength: 3 })
  if (schema.enum) return mark === OPEN ? fc.constantFrom(...schema.enum) : fc.constant(mark)
  if (schema.type === 'integer' || schema.type === 'number') return fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constant(null))
  if (schema.type === 'boolean') return fc.boolean()
  return typed(mark)
}

function dataOf({ properties }: TObject, mark: string): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.entries(properties as Record<string, Schema>).map(([name, schema]) => {
    const within = PRIVATE_MEMBERS.has(name) ? PRIVATE : mark
    return [
      name,
      within === PRIVATE ? fc.oneof(typed(PRIVATE), fc.array(typed(PRIVATE), { maxLength: 2 })) : memberOf(schema, within),
    ] as const
  })
  return fc.record(
    { ...Object.fromEntries(members), unheardOf: typed(PRIVATE), internal: fc.record({ name: typed(PRIVATE) }) },
    { requiredKeys: [] },
  )
}

interface Generated {
  type: BlockType
  visibility: 'traveler' | 'staff'
  data: Record<string, unknown>
  children: Generated[]
}

/** Deeper than any itinerary, and in every type: what hides a block does not lean on the rules of nesting. */
const blockOf = (levels: number, mark: string): fc.Arbitrary<Generated> =>
  fc.constantFrom(...BLOCK_TYPES, 'section', 'day').chain((type) =>
    fc.constantFrom<('traveler' | 'staff')[]>('traveler', 'traveler', 'staff').chain((visibility) => {
      const within = visibility === 'staff' ? PRIVATE : mark
      return fc.record({
        type: fc.constant(type as BlockType),
        visibility: fc.constant(visibility),
        data: dataOf(BLOCK_DATA[type as BlockType], within),
        children: levels === 0 ? fc.constant([]) : fc.array(blockOf(levels - 1, within), { maxLength: 3 }),
      })
    }),
  )

test('no private member and nothing of a staff block is ever in the page', () => {
  let shown = 0
  fc.assert(
    fc.property(fc.array(blockOf(3, OPEN), { maxLength: 5 }), fc.constantFrom('es', 'en'), (blocks, locale) => {
      const open = publicBlocks(blocks)
      expect(JSON.stringify(open)).not.toContain(PRIVATE)
      const page = tripPage({
        ...{ title: OPEN, startDate: null, endDate: null, travelers: 1, coverImageUrl: null },
        agency: { name: OPEN, locale },
        blocks: open,
      })
      shown += page.split(OPEN).length - 1
      expect(page).not.toContain(PRIVATE)
      expect(page).not.toMatch(/<(script|style|iframe|b|object|form|svg)\b|\son\w+=|style="|undefined|\[object/)
    }),
    { numRuns: 400 },
  )
  // it was looked for in pages that show what they are meant to
  expect(shown).toBeGreaterThan(3000)
})
