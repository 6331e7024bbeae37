import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { html, prose } from '../../src/html.ts'
import { PROBLEMS } from '../../src/operations/problem.ts'
import { newWorld, type World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.stop())

const get = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${world.app.baseUrl()}${path}`, { redirect: 'manual', ...init })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test.each([
  ['/', 200, 'Travesía'],
  ['/docs', 200, 'Reference · Travesía'],
  ['/problems', 200, 'Problems · Travesía'],
  ['/problems/stale_write', 200, 'Stale write · Travesía'],
  ['/problems/nonsense', 404, 'No such problem · Travesía'],
])('%s is a page that runs nothing of strangers', async (path, status, title) => {
  const { status: answered, headers, text } = await get(path)
  expect([answered, headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
  expect(text).toContain(`<title>${title}</title>`)
  expect(text).toContain('<html lang="en">')
  expect(text).not.toMatch(/<script>|<style|\son\w+=|style="/)
  expect([...text.matchAll(/(?:src|href)="(?!\/|data:|http:\/\/127)/g)]).toEqual([])
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(path === '/docs' ? /script-src 'self';/ : /script-src 'none'; style-src 'self';/)
  expect(policy).not.toContain('unsafe-eval')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test.each(Object.entries(PROBLEMS))('the problem %s has a page, where its `type` leads', async (code, { status, title }) => {
  const { status: answered, text } = await get(`/problems/${code}`)
  expect(answered).toBe(200)
  expect(text).toContain(`<h1>${title}</h1>`)
  expect(text).toContain(`<span class="${status >= 500 ? 'status ours' : 'status'}">${status}</span>`)
  expect(text).toContain(`&quot;type&quot;: &quot;${world.app.baseUrl()}/problems/${code}&quot;`)
  expect(text).toMatch(/<h2>What to do<\/h2>\n<p>.{10,}<\/p>/)
  expect((await get('/problems')).text).toContain(`href="/problems/${code}"`)
})

test('a refusal’s type is the address of its page', async () => {
  const { body } = await world.stranger('GET /v1/me')
  expect((await get(new URL(body.type).pathname)).text).toContain('<h1>Unauthorized</h1>')
})

test('a problem’s page names the operations that answer it', async () => {
  const { text } = await get('/problems/stale_write')
  expect(text).toContain('<a href="/docs#tag/trips/PATCH/v1/trips/{tripId}">Update a trip</a>')
  expect(text).not.toContain('Create a trip')
  expect((await get('/problems/unauthorized')).text).toContain('Every operation may answer it.')
  expect((await get('/problems/idempotency_key_reused')).text).toContain('Every write may answer it.')
  expect((await get('/problems/headers_too_large')).text).toContain('it comes from the server')
})

test.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'toString', '__proto__', '&lt;'])(
  'the unknown code %s stays text',
  async (code) => {
    const { status, text } = await get(`/problems/${encodeURIComponent(code)}`)
    expect(status).toBe(404)
    expect(text).toContain(`<code>${html`${code}`.html}</code>`)
    expect(text).not.toContain('<script')
    expect(text).not.toContain('<img')
  },
)

test('templates escape what is put into them, once', () => {
  expect(html`<b title="${'"&\''}">${'<i>'}${html`<u>${1}</u>`}${[html`a`, html`b`]}</b>`.html).toBe(
    '<b title="&quot;&amp;&#39;">&lt;i&gt;<u>1</u>ab</b>',
  )
  expect(prose('use `a < b` here').html).toBe('use <code>a &lt; b</code> here')
})

test('the reference’s script comes from here, compressed once and kept by browsers', async () => {
  const compressed = await world.app.http.inject({ url: '/docs/scalar.js', headers: { 'accept-encoding': 'gzip, br' } })
  expect([compressed.statusCode, compressed.headers['content-encoding'], compressed.headers.vary]).toEqual([200, 'gzip', 'Accept-Encoding'])
  const plain = await world.app.http.inject({ url: '/docs/scalar.js' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.rawPayload.equals(gunzipSync(compressed.rawPayload))).toBe(true)
  const known = await get('/docs/scalar.js', { headers: { 'If-None-Match': String(compressed.headers.etag) } })
  expect([known.status, known.text]).toEqual([304, ''])
  for (const path of ['/docs/scalar.js', '/docs/start.js', '/pages/style.css']) {
    const { status, headers } = await get(path)
    expect([status, headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    expect(headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/)
  }
})

test('a slash too many is forgiven, other methods are not', async () => {
  const slash = await get('/docs/')
  expect([slash.status, slash.headers.get('location')]).toEqual([308, '/docs'])
  expect((await get('/', { method: 'HEAD' })).status).toBe(200)
  expect((await get('/docs', { method: 'POST' })).status).toBe(404)
})

test('the welcome says where programs and assistants go', async () => {
  const { text } = await get('/')
  for (const path of ['/docs', '/problems', '/v1/openapi.json']) expect(text).toContain(`href="${path}"`)
  expect(text).toContain(`&quot;url&quot;: &quot;${world.app.baseUrl()}/mcp&quot;`)
})
