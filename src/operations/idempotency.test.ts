import { expect, test } from 'vitest'
import { createTrip } from '../domain/trips/create-trip.ts'
import { updateTrip } from '../domain/trips/update-trip.ts'
import { idempotencyKeyMistakes, type Retry, retryOf } from './idempotency.ts'

const input = { params: { tripId: 'a' }, query: { x: 1, y: '2' }, body: { title: 'A', metadata: { a: '1', b: '2' } } }
const requestOf = (operation = updateTrip, asked: Parameters<typeof retryOf>[1] = input): string =>
  (retryOf(operation, asked, 'key') as Retry).request.toString('hex')

test('without an Idempotency-Key there is nothing to retry by', () => {
  expect(retryOf(updateTrip, input, undefined)).toBeUndefined()
})

test('the same request is told by what is asked, in whatever order its members come', () => {
  const same = { body: { metadata: { b: '2', a: '1' }, title: 'A' }, query: { y: '2', x: 1 }, params: { tripId: 'a' } }
  expect(requestOf(updateTrip, same)).toBe(requestOf())
})

test.each([
  ['another operation', createTrip, input],
  ['another path', updateTrip, { ...input, params: { tripId: 'b' } }],
  ['another query', updateTrip, { ...input, query: { x: 2, y: '2' } }],
  ['a query less', updateTrip, { ...input, query: {} }],
  ['another body', updateTrip, { ...input, body: { ...input.body, title: 'B' } }],
  ['a null more', updateTrip, { ...input, body: { ...input.body, startDate: null } }],
  ['no body', updateTrip, { ...input, body: undefined }],
  ['a number for a text', updateTrip, { ...input, query: { x: '1', y: '2' } }],
  ['another order of a list', updateTrip, { ...input, body: { list: [2, 1] } }],
] as const)('%s is another request', (_what, operation, asked) => {
  expect(requestOf(operation, asked)).not.toBe(requestOf())
  expect(requestOf(updateTrip, { ...input, body: { list: [1, 2] } })).not.toBe(requestOf(operation, asked))
})

test('only hashes are kept: of the key and of the request', () => {
  const retry = retryOf(updateTrip, input, 'customer 4711') as Retry
  expect([retry.key.length, retry.request.length]).toEqual([32, 32])
  expect(`${retry.key.toString('latin1')}${retry.request.toString('latin1')}`).not.toContain('4711')
  expect(retryOf(updateTrip, input, 'customer 4712')?.key).not.toEqual(retry.key)
})

test.each([
  [undefined, 0],
  ['', 1],
  ['a', 0],
  ['x'.repeat(255), 0],
  ['x'.repeat(256), 1],
])('an Idempotency-Key has 1 to 255 characters: %j', (key, mistakes) => {
  expect(idempotencyKeyMistakes(key)).toHaveLength(mistakes)
})
