import type pg from 'pg'
import { expect } from 'vitest'
import type { Answer } from '../harness/api.ts'
import type { TestAgency } from '../harness/world.ts'
import type { BlockCommand } from './block-commands.ts'
import { type Row, undoModel } from './undo-model.ts'

type Block = Row & { parentId: string | null; rank: string; data: unknown }

/** Plays itinerary writes against the service and the model at once, on a trip of their own. */
export async function blockRun(agency: TestAgency, admin: pg.Client) {
  const tripId: string = (await agency.api('POST /v1/trips', { body: { title: 'Blocks' } })).body.id
  const base = `/v1/trips/${tripId}/test-blocks`
  const model = undoModel(['parentId', 'rank', 'data'], isForest)
  const reverts = { done: 0, refused: 0 }
  const blocks = model.rows as ReadonlyMap<string, Block>
  const changeIdOf = ({ headers }: Answer) => headers.get('service-change-id') as string

  const siblings = (parentId: string | null): string[] =>
    [...blocks]
      .filter(([, block]) => block.parentId === parentId)
      .sort(([, a], [, b]) => (a.rank < b.rank ? -1 : 1))
      .map(([id]) => id)
  const pick = <T>(from: readonly T[], number: number): T | undefined => (from.length === 0 ? undefined : from[number % from.length])
  const below = (id: string): string[] => [id, ...siblings(id).flatMap(below)]

  /** Where the numbers of a command point at: a parent, and the sibling to come after. */
  function placeOf({ parent, after }: { parent: number; after: number }, moving?: string) {
    const mine = moving === undefined ? [] : below(moving)
    const parentId =
      pick(
        [null, ...blocks.keys()].filter((id) => id === null || !mine.includes(id)),
        parent,
      ) ?? null
    const others = siblings(parentId).filter((id) => id !== moving)
    return { parentId, afterId: pick([null, ...others], after) ?? null }
  }

  function expectPlaced(id: string, { parentId, afterId }: { parentId: string | null; afterId: string | null }): void {
    const order = siblings(parentId)
    expect(order.indexOf(id)).toBe(afterId === null ? 0 : order.indexOf(afterId) + 1)
  }

  async function put(command: Extract<BlockCommand, { parent: number }>): Promise<void> {
    const moving = command.do === 'move' ? pick([...blocks.keys()], command.block) : undefined
    const place = placeOf(command, moving)
    const answer = moving
      ? await agency.api(`POST ${base}/${moving}/move`, { body: place })
      : await agency.api(`POST ${base}`, { body: { ...place, data: { text: command.text } } })
    expect(answer.status).toBe(200)
    const { id, rank } = answer.body
    const data = moving ? (blocks.get(moving) as Block).data : { text: command.text }
    model.write(changeIdOf(answer), [[id, { parentId: place.parentId, rank, data }]])
    expectPlaced(id, place)
  }

  async function revert(changeId: string): Promise<void> {
    const expected = model.canUndo(changeId)
    const answer = await agency.api(`POST /v1/changes/${changeId}/revert`)
    expect([answer.status, answer.body.code]).toEqual(expected ? [200, undefined] : [409, 'not_revertible'])
    reverts[expected ? 'done' : 'refused']++
    if (expected) model.undo(changeId)
  }

  return {
    model,
    reverts,
    revert,
    async play(command: BlockCommand): Promise<void> {
      if (command.do === 'revert') {
        const changeId = pick([...model.changes.keys()].slice(-8), command.change)
        return changeId === undefined ? undefined : revert(changeId)
      }
      if ('parent' in command) return put(command)
      const id = pick([...blocks.keys()], command.block)
      if (id === undefined) return
      if (command.do === 'remove') {
        const answer = await agency.api(`DELETE ${base}/${id}`)
        expect(answer.body.removed.toSorted()).toEqual(below(id).toSorted())
        model.write(
          changeIdOf(answer),
          below(id).map((gone) => [gone, undefined] as const),
        )
        return
      }
      const answer = await agency.api(`PATCH ${base}/${id}`, { body: { data: { text: command.text } } })
      expect(answer.status).toBe(200)
      model.write(changeIdOf(answer), [[id, { ...(blocks.get(id) as Block), data: { text: command.text } }]])
    },
    /** Each row once, with the model's values, and siblings in the model's order. */
    async compare(): Promise<void> {
      const { rows } = await admin.query(
        'select id, parent_id as "parentId", rank, data from itinerary_blocks where trip_id = $1 order by parent_id, rank, id',
        [tripId],
      )
      expect(rows.length).toBe(blocks.size)
      expect(Object.fromEntries(rows.map(({ id, ...block }) => [id, block]))).toEqual(Object.fromEntries(blocks))
      for (const parentId of new Set(rows.map((row) => row.parentId))) {
        const stored = rows.filter((row) => row.parentId === parentId)
        expect(stored.map(({ id }) => id)).toEqual(siblings(parentId))
        expect(new Set(stored.map(({ rank }) => rank)).size).toBe(stored.length)
      }
    },
  }
}

/** Every block's parent is there, and every block hangs from the root. */
function isForest(rows: ReadonlyMap<string, Row>): boolean {
  const hangs = (id: string, seen: ReadonlySet<string>): boolean => {
    const parentId = rows.get(id)?.parentId
    if (parentId === null) return true
    return typeof parentId === 'string' && !seen.has(parentId) && hangs(parentId, new Set([...seen, parentId]))
  }
  return [...rows.keys()].every((id) => hangs(id, new Set([id])))
}
