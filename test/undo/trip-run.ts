import { expect } from 'vitest'
import { mergeMetadata } from '../../src/domain/trips/trip.rules.ts'
import type { Trip } from '../../src/domain/trips/trip.ts'
import type { Answer } from '../harness/api.ts'
import type { TestAgency } from '../harness/world.ts'
import type { Command } from './trip-commands.ts'
import { type Row, undoModel } from './undo-model.ts'

const SHOWN = ['title', 'startDate', 'endDate', 'travelers', 'ownerId', 'presentation', 'profile', 'coverImageUrl', 'metadata'] as const
const COLUMNS = [...SHOWN, 'commercialState', 'archivedAt', 'archivedBy'] as const

export const changeIdOf = ({ headers }: Answer): string | null => headers.get('service-change-id')

/** Plays commands against the service and the model at once; every answer has to be the one that the model foretells. */
export function tripRun(agency: TestAgency, people: readonly string[]) {
  const model = undoModel(COLUMNS)
  const made = new Map<string, string>()
  const reverts = { done: 0, refused: 0 }
  const live = (id: string) => model.rows.get(id)?.archivedAt === null
  const asRow = (trip: Trip): Row => ({
    ...Object.fromEntries([...SHOWN, 'commercialState' as const].map((name) => [name, trip[name]])),
    archivedAt: null,
    archivedBy: null,
  })
  const merged = (row: Row, body: Record<string, unknown>): Row => ({
    ...row,
    ...body,
    presentation: { ...(row.presentation as object), ...(body.presentation as object) },
    profile: { ...(row.profile as object), ...(body.profile as object) },
    metadata: mergeMetadata(row.metadata as Record<string, string>, (body.metadata ?? {}) as Record<string, string | null>),
  })

  const withOwner = (body: Record<string, unknown>) =>
    typeof body.ownerId === 'number' ? { ...body, ownerId: people[body.ownerId] } : body

  async function create(body: Record<string, unknown>): Promise<void> {
    const answer = await agency.api('POST /v1/trips', { body })
    expect(answer.status).toBe(201)
    made.set(changeIdOf(answer) as string, answer.body.id)
    model.write(changeIdOf(answer), [[answer.body.id, asRow(answer.body)]])
  }

  async function onTrip(command: Extract<Command, { trip: number }>): Promise<void> {
    const ids = [...model.rows.keys()]
    const id = ids[command.trip % ids.length] as string
    const row = model.rows.get(id) as Row
    const before = live(id) ? (await agency.api(`GET /v1/trips/${id}`)).body.updatedAt : undefined
    const answer = await ask(command, id)
    if (command.do === 'restore' ? live(id) : !live(id)) {
      expect([command.do, answer.status]).toEqual([command.do, command.do === 'restore' ? 409 : 404])
      expect(changeIdOf(answer)).toBeNull()
      return
    }
    expect([command.do, answer.status]).toEqual([command.do, 200])
    const after = {
      patch: () => merged(row, (command as { body: Row }).body),
      archive: () => ({ ...row, archivedAt: answer.body.archivedAt, archivedBy: agency.userId }),
      restore: () => ({ ...row, archivedAt: null, archivedBy: null }),
      state: () => ({ ...row, commercialState: (command as { state: string }).state }),
    }[command.do]()
    model.write(changeIdOf(answer), [[id, after]])
    expect(changeIdOf(answer) !== null).toBe(command.do === 'patch' || command.do === 'archive')
    const unchanged = JSON.stringify(Object.entries(after).sort()) === JSON.stringify(Object.entries(row).sort())
    if (before && answer.body.updatedAt && unchanged) expect(answer.body.updatedAt).toBe(before)
    if (before && answer.body.updatedAt && !unchanged) expect(answer.body.updatedAt > before).toBe(true)
  }

  function ask(command: Extract<Command, { trip: number }>, id: string): Promise<Answer> {
    switch (command.do) {
      case 'patch':
        return agency.api(`PATCH /v1/trips/${id}`, { body: command.body })
      case 'archive':
        return agency.api(`DELETE /v1/trips/${id}`)
      case 'restore':
        return agency.api(`POST /v1/trips/${id}/restore`)
      case 'state':
        return agency.api(`POST /v1/trips/${id}/commercial-state`, { body: { state: command.state } })
    }
  }

  async function revert(changeId: string): Promise<void> {
    const expected = model.canUndo(changeId)
    const answer = await agency.api(`POST /v1/changes/${changeId}/revert`)
    expect([answer.status, answer.body.code]).toEqual(expected ? [200, undefined] : [409, 'not_revertible'])
    expect(changeIdOf(answer)).toBeNull()
    reverts[expected ? 'done' : 'refused']++
    if (!expected) return
    expect(answer.body).toMatchObject({ id: changeId, status: 'reverted', revertedAt: answer.body.updatedAt })
    const tripId = made.get(changeId)
    const archived = { archivedAt: answer.body.updatedAt, archivedBy: agency.userId }
    model.undo(changeId, tripId === undefined ? undefined : [[tripId, { ...model.rows.get(tripId), ...archived }]])
  }

  return {
    model,
    reverts,
    revert,
    /** A trip that was there before: its creation is none of the changes of this run. */
    async begin(): Promise<Trip> {
      const { body } = await agency.api('POST /v1/trips', { body: { title: 'There before', metadata: { crm: '0' } } })
      model.write(null, [[body.id, asRow(body)]])
      return body
    },
    async play(command: Command): Promise<void> {
      if (command.do === 'create' || model.rows.size === 0)
        return create(withOwner(command.do === 'create' ? command.body : { title: 'A' }))
      if (command.do === 'patch') return onTrip({ ...command, body: withOwner(command.body) })
      if (command.do !== 'revert') return onTrip(command)
      const changes = [...model.changes.keys()]
      // mostly among the latest, where more depends on the order
      return revert(changes.at(-1 - (command.change % Math.min(changes.length, 8))) as string)
    },
    /** Every trip is as the model has it, wherever it can be seen. */
    async compare(): Promise<void> {
      const [list, ...answers] = await Promise.all([
        agency.api('GET /v1/trips/archived', { query: { limit: '100' } }),
        ...[...model.rows.keys()].map((id) => agency.api(`GET /v1/trips/${id}`)),
      ])
      for (const [index, [id, row]] of [...model.rows].entries()) {
        const { status, body } = answers[index] as Answer
        const found = list.body.data.find((trip: { id: string }) => trip.id === id)
        expect([id, status, found !== undefined]).toEqual(live(id) ? [id, 200, false] : [id, 404, true])
        const { title, startDate, endDate, archivedAt, archivedBy } = row
        if (live(id)) expect(asRow(body)).toEqual(row)
        else expect(found).toMatchObject({ title, startDate, endDate, archivedAt, archivedBy })
      }
    },
  }
}
