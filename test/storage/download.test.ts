import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSecret } from '../../src/secrets.ts'
import { signedAddresses } from '../../src/storage/disk/signed-address.ts'
import { newDocument, problemOf, put, startedUpload } from '../harness/documents.ts'
import { TEST_SECRET } from '../harness/postgres.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

let world: World
let agency: TestAgency
let id: string
let url: string
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  id = (await newDocument(agency, { bytes: '0123456789', name: 'Póliza.html', mimeType: 'text/html' })).id
  url = await addressOf(id)
})
afterAll(() => world.stop())

const addressOf = async (documentId: string): Promise<string> => (await agency.api(`GET /v1/documents/${documentId}/download`)).body.url
const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { headers, method })

test('whatever it is, it is saved and not shown, and nothing in it may run', async () => {
  const answer = await get()
  expect([answer.status, await answer.text()]).toEqual([200, '0123456789'])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/html',
    'content-length': '10',
    'content-disposition': `attachment; filename="P_liza.html"; filename*=UTF-8''P%C3%B3liza.html`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  })
  expect(answer.headers.get('set-cookie')).toBeNull()
})

test.each([
  ['bytes=0-3', 206, 'bytes 0-3/10', '0123'],
  ['bytes=4-', 206, 'bytes 4-9/10', '456789'],
  ['bytes=-2', 206, 'bytes 8-9/10', '89'],
  ['bytes=8-100', 206, 'bytes 8-9/10', '89'],
  ['bytes=0-1,4-5', 200, null, '0123456789'],
  ['lines=1-2', 200, null, '0123456789'],
])('%s is answered by %d', async (range, status, told, text) => {
  const answer = await get({ Range: range })
  expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([status, told, text])
  expect(answer.headers.get('content-length')).toBe(String(text.length))
})

test('bytes that are not there are refused, with the number of those that are', async () => {
  const answer = await get({ Range: 'bytes=10-' })
  expect([answer.status, answer.headers.get('content-range'), (await problemOf(answer)).code]).toEqual([
    ...[416, 'bytes */10'],
    'range_not_satisfiable',
  ])
})

test('a part of what is another document by now is answered by the whole', async () => {
  const etag = String((await get()).headers.get('etag'))
  expect((await get({ Range: 'bytes=0-3', 'If-Range': etag })).status).toBe(206)
  expect((await get({ Range: 'bytes=0-3', 'If-Range': '"another"' })).status).toBe(200)
  const same = await get({ 'If-None-Match': etag })
  expect([same.status, await same.text()]).toEqual([304, ''])
})

test('HEAD tells what GET would, without the bytes, and knows no parts', async () => {
  const answer = await get({}, 'HEAD')
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '10', ''])
  const part = await get({ Range: 'bytes=0-3' }, 'HEAD')
  expect([part.status, part.headers.get('content-length'), part.headers.get('content-range')]).toEqual([200, '10', null])
})

test('what was forged, cut, made for something else or is over is answered alike, and says nothing of the document', async () => {
  const addresses = signedAddresses(openSecret({ dataDir: '', secretKey: TEST_SECRET })('addresses of the storage'))
  const strangers = signedAddresses('another key')
  const key = { agencyId: agency.id, id }
  const as = { name: 'x', mimeType: 'text/plain' }
  const soon = Date.now() + 60_000
  const at = (path: string, token: string) => `${world.app.baseUrl()}/${path}/${token}`
  const good = addresses.sign({ method: 'GET', key, until: soon, ...as })
  expect((await fetch(at('downloads', good))).status).toBe(200)

  const [claims = '', signature = ''] = good.split('.')
  const other = Buffer.from(JSON.stringify({ method: 'GET', key, until: soon * 2, ...as })).toString('base64url')
  const closed = [
    at('downloads', addresses.sign({ method: 'GET', key, until: Date.now() - 1, ...as })),
    at('downloads', strangers.sign({ method: 'GET', key, until: soon, ...as })),
    at('downloads', addresses.sign({ method: 'PUT', key, until: soon })),
    at('downloads', addresses.sign({ method: 'GET', key: { ...key, id: agency.id }, until: soon, ...as })),
    at('downloads', `${other}.${signature}`),
    at('downloads', `${claims}.`),
    ...[at('downloads', claims), at('downloads', id), at('downloads', ''), at('downloads', '%00/..%2f..%2fsecret-key')],
  ]
  const told = await Promise.all(closed.map(async (address) => ({ address, answer: await fetch(address) })))
  for (const { address, answer } of told) {
    const { code, detail } = await problemOf(answer)
    expect([address, answer.status, code, detail]).toEqual([
      ...[address, 403, 'forbidden'],
      'This address was not given out, or is over. Ask the service for a new one.',
    ])
  }
  for (const address of [at('uploads', good), at('uploads', strangers.sign({ method: 'PUT', key, until: soon })), at('uploads', 'x')])
    expect((await put(address, 'x')).status).toBe(403)
})

test('a client that leaves in the middle is no fault of ours, and leaves no file open', async () => {
  const document = await newDocument(agency, { bytes: Buffer.alloc(20 * 1024 * 1024) })
  const leaving = new AbortController()
  const answer = await fetch(await addressOf(document.id), { signal: leaving.signal })
  await answer.body?.getReader().read()
  leaving.abort()
  const isOpen = () =>
    readdirSync('/proc/self/fd').some((fd) => {
      const file = `/proc/self/fd/${fd}`
      return existsSync(file) && readlinkSync(file).includes(document.id)
    })
  while (process.platform === 'linux' && isOpen()) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(world.faults).toEqual([])
})

test('an address is for its own method, and others are told so', async () => {
  const upload = await startedUpload(agency, (await agency.newTrip()).id)
  for (const [address, method, allow] of [
    [url, 'PUT', 'GET, HEAD'],
    [url, 'DELETE', 'GET, HEAD'],
    [upload.uploadUrl, 'GET', 'PUT'],
    [upload.uploadUrl, 'POST', 'PUT'],
  ] as const) {
    const answer = await fetch(address, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
  }
})

test('a document that was deleted is no longer given out, and a link that was is good until it is over', async () => {
  const document = await newDocument(agency, { bytes: 'hola' })
  const link = await addressOf(document.id)
  await agency.api(`DELETE /v1/documents/${document.id}`)
  expect((await agency.api(`GET /v1/documents/${document.id}/download`)).status).toBe(404)
  expect((await fetch(link)).status).toBe(200)
})

test('the longest name there is makes an address that works', async () => {
  const document = await newDocument(agency, { name: '旅'.repeat(255), mimeType: `text/plain; a=${'b'.repeat(200)}` })
  const link = await addressOf(document.id)
  expect(link.length).toBeLessThan(4000)
  expect((await fetch(link)).headers.get('content-disposition')).toContain(encodeURIComponent('旅'.repeat(255)))
})
