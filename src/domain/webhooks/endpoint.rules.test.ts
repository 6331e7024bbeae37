import { expect, test } from 'vitest'
import { endpointMistakes, isGivenUp } from './endpoint.rules.ts'

const KNOWN = ['trip.created', 'trip.updated', 'quote.accepted']
const messages = (url: string, allowInsecure = false) => endpointMistakes({ url }, KNOWN, allowInsecure).map(({ message }) => message)

test('an address on the public network is taken over https only', () => {
  expect(messages('https://crm.example.com:8443/hook?x=1')).toEqual([])
  expect(messages('https://8.8.8.8/')).toEqual([])
  expect(messages('http://crm.example.com/')).toEqual(['must be an https address'])
})

test.each(['https://127.1/', 'https://0/', 'https://0177.0.0.1/', 'https://[::]/', 'https://LOCALHOST/', 'https://100.64.1.1/'])(
  '%s leads inside, however it is written',
  (url) => {
    expect(messages(url)).toEqual(['must be an address on the public network'])
  },
)

test('for development this machine is taken, over http too, and nothing else more', () => {
  for (const url of ['http://localhost:4000/', 'http://127.0.0.1/', 'https://[::1]/']) expect(messages(url, true)).toEqual([])
  for (const url of ['http://10.0.0.1/', 'https://10.0.0.1/', 'http://crm.example.com/']) expect(messages(url, true)).toHaveLength(1)
})

test('types, groups of them and all of them can be subscribed to', () => {
  expect(endpointMistakes({ eventTypes: ['*', 'trip.*', 'quote.*', 'quote.accepted'] }, KNOWN, false)).toEqual([])
  expect(endpointMistakes({ eventTypes: ['trip', 'trip.', '**', 'quote.sent'] }, KNOWN, false)).toHaveLength(4)
})

test('an endpoint is given up after 3 days without a success, not a second before', () => {
  const since = '2026-11-18T09:00:00.000Z'
  expect(isGivenUp(since, '2026-11-21T08:59:59.999Z')).toBe(false)
  expect(isGivenUp(since, '2026-11-21T09:00:00.000Z')).toBe(true)
  expect(isGivenUp(null, '2026-11-21T09:00:00.000Z')).toBe(false)
})
