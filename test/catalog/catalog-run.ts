import { expect } from 'vitest'
import type { Answer } from '../harness/api.ts'
import type { TestAgency } from '../harness/world.ts'
import { undoModel, type Written } from '../undo/undo-model.ts'
import type { CatalogCommand } from './catalog-commands.ts'
import { ancestry, childrenOf, holderOf, isLive, isWhole, type ModelEntity, mayHang, PLACES, takenWith } from './tree-model.ts'

type Told = [status: number, code: string | undefined]
const DONE: Told = [200, undefined]
const NOT_FOUND: Told = [404, 'not_found']
const WRONG: Told = [400, 'invalid_request']
const TAKEN: Told = [409, 'place_taken']

/** Plays writes of the catalog against the service and the model at once, in an agency of their own. */
export function catalogRun(agency: TestAgency) {
  const model = undoModel(['kind', 'parentId', 'placeId', 'deleted'], (rows) => isWhole(rows as ReadonlyMap<string, ModelEntity>))
  const rows = model.rows as ReadonlyMap<string, ModelEntity>
  const created = new Map<string, string>()
  const counts = { done: 0, refused: 0, undone: 0, notUndone: 0 }
  const row = (id: string) => rows.get(id) as ModelEntity
  const path = (id: string) => `/v1/catalog/entities/${id}`
  const changeIdOf = ({ headers }: Answer) => headers.get('service-change-id') as string
  const pick = <T>(from: readonly T[], number: number): T | undefined => (from.length === 0 ? undefined : from[number % from.length])

  /** What the service has to say of an entry that is to stand there. */
  function toldOf(kind: string, parentId: string | null, placeId: string, id?: string): Told {
    if (parentId !== null && !isLive(rows, parentId)) return NOT_FOUND
    if (parentId !== null && !mayHang(kind, row(parentId).kind)) return WRONG
    if (id !== undefined && parentId !== null && ancestry(rows, parentId).includes(id)) return WRONG
    const holder = holderOf(rows, kind, placeId)
    return holder === undefined || holder === id ? DONE : TAKEN
  }

  /** The answer is as it was told; where it is done, the model learns what was written. */
  function judge(answer: Answer, told: Told, written: () => Written): void {
    const { status, body } = answer
    expect([status === 201 ? 200 : status, body.code]).toEqual(told)
    counts[status < 400 ? 'done' : 'refused']++
    if (status < 400) model.write(changeIdOf(answer), written())
    else expect(answer.headers.get('service-change-id')).toBeNull()
  }

  async function create({ kind, parent, placeId }: Extract<CatalogCommand, { do: 'create' }>): Promise<void> {
    const parentId = pick([null, ...rows.keys()], parent) ?? null
    const answer = await agency.api('POST /v1/catalog/entities', { body: { kind, name: 'n', placeId, place: { parentId } } })
    judge(answer, toldOf(kind, parentId, placeId), () => [[answer.body.id, { kind, parentId, placeId, deleted: false }]])
    if (answer.status === 201) created.set(changeIdOf(answer), answer.body.id)
  }

  async function change(id: string, to: { parentId?: string | null; placeId?: string }): Promise<void> {
    const before = row(id)
    const after = { ...before, ...to }
    const isSame = after.parentId === before.parentId && after.placeId === before.placeId
    const told = before.deleted ? NOT_FOUND : isSame ? DONE : toldOf(before.kind, after.parentId, after.placeId, id)
    judge(await agency.api(`PATCH ${path(id)}`, { body: { place: to } }), told, () => [[id, after]])
  }

  async function remove(id: string): Promise<void> {
    const taken = takenWith(rows, id)
    const answer = await agency.api(`DELETE ${path(id)}`, { query: { confirm: 'n' } })
    judge(answer, row(id).deleted ? NOT_FOUND : DONE, () => {
      expect(answer.body.deletedIds.toSorted()).toEqual(taken.toSorted())
      const products = taken.flatMap((place) => childrenOf(rows, place)).filter((child) => isLive(rows, child) && !taken.includes(child))
      return [
        ...taken.map((each) => [each, { ...row(each), deleted: true }] as const),
        ...products.map((each) => [each, { ...row(each), parentId: row(id).parentId }] as const),
      ]
    })
  }

  async function restore(id: string): Promise<void> {
    const back = row(id).deleted ? ancestry(rows, id).filter((above) => row(above).deleted) : []
    const after = new Map([...rows, ...back.map((each) => [each, { ...row(each), deleted: false }] as const)])
    const answer = await agency.api(`POST ${path(id)}/restore`)
    judge(answer, isWhole(after) ? DONE : TAKEN, () => {
      expect(answer.body.restoredIds).toEqual(back)
      return back.map((each) => [each, after.get(each)] as const)
    })
  }

  async function revert(changeId: string): Promise<void> {
    const expected = model.canUndo(changeId)
    const { status, body } = await agency.api(`POST /v1/changes/${changeId}/revert`)
    expect([status, body.code]).toEqual(expected ? [200, undefined] : [409, 'not_revertible'])
    counts[expected ? 'undone' : 'notUndone']++
    if (!expected) return
    const made = created.get(changeId)
    model.undo(changeId, made === undefined ? undefined : [[made, { ...row(made), deleted: true }]])
  }

  return {
    model,
    counts,
    revert,
    async play(command: CatalogCommand): Promise<void> {
      if (command.do === 'create') return create(command)
      if (command.do === 'revert') {
        const changeId = pick([...model.changes.keys()].slice(-8), command.change)
        return changeId === undefined ? undefined : revert(changeId)
      }
      const id = pick([...rows.keys()], command.entity)
      if (id === undefined) return
      if (command.do === 'move') return change(id, { parentId: pick([null, ...rows.keys()], command.parent) ?? null })
      if (command.do === 'hold') return change(id, { placeId: command.placeId })
      return command.do === 'remove' ? remove(id) : restore(id)
    },
    /** What the service shows is what the model has, and it is whole; what is below each place, too. */
    async compare(): Promise<void> {
      const list = async (query: object) =>
        (await agency.api('GET /v1/catalog/entities', { query: { limit: '100', ...query } })).body.data as Shown[]
      const shown = await list({ includeDeleted: 'true' })
      const seen = shown.map(({ id, kind, place: { parentId }, placeId, deletedAt }) => [
        id,
        { kind, parentId, placeId, deleted: deletedAt !== null },
      ])
      expect(new Map(seen as [string, object][])).toEqual(new Map(rows))
      expect(isWhole(rows)).toBe(true)
      const [some] = [...rows.keys()].filter((id) => PLACES.includes(row(id).kind))
      if (some === undefined) return
      const below = [...rows.keys()].filter((id) => id !== some && !row(id).deleted && ancestry(rows, id).includes(some))
      expect((await list({ under: some })).map(({ id }) => id).toSorted()).toEqual(below.toSorted())
    },
  }
}

interface Shown {
  id: string
  kind: string
  placeId: string
  place: { parentId: string | null }
  deletedAt: string | null
}
