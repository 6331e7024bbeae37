import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { chance } from '../undo/chance.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

interface Listed {
  id: string
  position: number
  updatedAt: string
}
const HEADCOUNT = 6
const STEPS = 120

const rowOf = async (tripId: string): Promise<Listed[]> => (await agency.api(`GET /v1/trips/${tripId}/travelers`)).body.data
const contentOf = (row: Listed[], id: string): unknown => {
  const { position: _, updatedAt: __, ...content } = row.find((one) => one.id === id) ?? ({} as Listed)
  return content
}

/** The order of those who were there before and after, without the one that it was about. */
const othersIn = (row: Listed[], other: Listed[], about: string) =>
  row.map(({ id }) => id).filter((id) => id !== about && other.some((one) => one.id === id))

test.each([1, 2, 3])(
  'whatever is added, moved, edited, removed and undone, each step is about one traveler and leaves the others (seed %i)',
  async (seed) => {
    const random = chance(seed)
    const upTo = (count: number) => Math.floor(random() * count)
    const { id: tripId } = await agency.newTrip({ travelers: HEADCOUNT })
    /** What can perhaps be undone: whom it was about, and how the row stood before it. */
    const done: { changeId: string; about: string; before: Listed[] }[] = []
    let undone = 0
    let refused = 0

    for (let step = 0; step < STEPS; step++) {
      const before = await rowOf(tripId)
      const known = before[upTo(before.length)]?.id
      const kind = upTo(6)
      const body = {
        ...(random() < 0.5 && { position: upTo(8) }),
        ...(random() < 0.7 && { firstName: `n${step}`, docNumber: `D${upTo(3)}` }),
      }
      let answer: Answer
      let about: string
      if (kind >= 3 && done.length > 0) {
        const [change] = done.splice(random() < 0.5 ? done.length - 1 : upTo(done.length), 1)
        if (!change) throw new Error('There is one')
        about = change.about
        answer = await agency.api(`POST /v1/changes/${change.changeId}/revert`)
        expect([200, 409]).toContain(answer.status)
        if (answer.status === 409) refused++
        else undone++
        if (answer.status === 200) expect(contentOf(await rowOf(tripId), about)).toEqual(contentOf(change.before, about))
      } else if (kind === 0 || known === undefined) {
        answer = await agency.api(`POST /v1/trips/${tripId}/travelers`, { body })
        expect(answer.status).toBe(before.length < HEADCOUNT ? 201 : 409)
        about = answer.body.id
      } else {
        about = known
        answer = await agency.api(`${kind === 1 ? 'PATCH' : 'DELETE'} /v1/travelers/${about}`, kind === 1 ? { body } : {})
        expect(answer.status).toBe(200)
      }
      const after = await rowOf(tripId)
      expect(after.map(({ position }) => position)).toEqual(after.map((_, place) => place))
      expect(after.length).toBeLessThanOrEqual(HEADCOUNT)
      expect(othersIn(after, before, about)).toEqual(othersIn(before, after, about))
      if (answer.status >= 400) expect(after).toEqual(before)
      // an edit that says nothing new has nothing to put back
      const changeId = answer.headers.get('service-change-id')
      if (changeId && !isDeepStrictEqual(after, before)) done.push({ changeId, about, before })
    }
    expect(Math.min(undone, refused), 'the run meets both').toBeGreaterThan(2)
    expect(world.faults).toEqual([])
  },
)
