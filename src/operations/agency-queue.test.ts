import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AgencyQueues, agencyQueues } from './agency-queue.ts'
import { Problem } from './problem.ts'

let queues: AgencyQueues
beforeEach(() => {
  vi.useFakeTimers()
  queues = agencyQueues()
})
afterEach(() => {
  vi.useRealTimers()
})

const codeOf = (entering: Promise<unknown>): Promise<string> =>
  entering.then(
    () => 'entered',
    (error) => (error instanceof Problem ? error.code : error.message),
  )
const settle = () => vi.advanceTimersByTimeAsync(0)

test('writes of one agency take turns in the order that they came', async () => {
  const order: number[] = []
  let inside = 0
  const write = async (number: number) => {
    const leave = await queues.enter('viajes')
    expect(++inside).toBe(1)
    order.push(number)
    await vi.advanceTimersByTimeAsync(1)
    inside--
    leave()
  }
  await Promise.all([1, 2, 3, 4, 5].map(write))
  expect(order).toEqual([1, 2, 3, 4, 5])
  expect([queues.busyAgencies(), queues.waitingWrites()]).toEqual([0, 0])
})

test('another agency does not wait', async () => {
  await queues.enter('viajes')
  let waits = true
  const second = queues.enter('viajes').then((leave) => {
    waits = false
    return leave
  })
  const leaveOther = await queues.enter('otros')
  expect([waits, queues.busyAgencies(), queues.waitingWrites()]).toEqual([true, 2, 1])
  leaveOther()
  await settle()
  expect([waits, queues.busyAgencies()]).toEqual([true, 1])
  vi.advanceTimersByTime(10_000)
  await expect(second).rejects.toBeInstanceOf(Problem)
})

test('who waits longer than ten seconds is told to come back, and nobody behind loses their turn', async () => {
  const leave = await queues.enter('viajes')
  const impatient = codeOf(queues.enter('viajes'))
  await vi.advanceTimersByTimeAsync(6000)
  let entered = false
  const patient = queues.enter('viajes').then((leaveLater) => {
    entered = true
    return leaveLater
  })
  await vi.advanceTimersByTimeAsync(4000)
  expect([await impatient, entered, queues.waitingWrites()]).toEqual(['unavailable', false, 1])
  leave()
  ;(await patient)()
  expect([entered, queues.busyAgencies()]).toEqual([true, 0])
  await vi.advanceTimersByTimeAsync(20_000)
  expect((await queues.enter('viajes'))()).toBeUndefined()
})

test('the five hundred and first that waits is refused at once, with a time to come back', async () => {
  const leave = await queues.enter('viajes')
  const waiting = Array.from({ length: 500 }, () => queues.enter('viajes'))
  await settle()
  const refused = await queues.enter('viajes').catch((error: Problem) => error)
  expect(refused).toMatchObject({ code: 'unavailable', details: { headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } } })
  expect(await codeOf(queues.enter('otros'))).toBe('entered')
  leave()
  for (const turn of waiting) (await turn)()
  expect(await codeOf(queues.enter('viajes'))).toBe('entered')
})
