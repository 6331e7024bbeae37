import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Catalogue } from '../operations/operation.ts'
import { STYLE, sendPage } from './page.ts'
import { isProblemCode, problemIndex, problemPages, unknownProblemPage } from './problem-pages.ts'
import { REFERENCE_POLICY, REFERENCE_SCRIPT, referencePage, startScript } from './reference.ts'
import { referenceScript } from './reference-script.ts'
import { TRIP_STYLE } from './trip/trip-head.ts'
import { addTripLink, type FindPublicTrip } from './trip/trip-link.ts'
import { welcomePage } from './welcome-page.ts'

/** What people read: a welcome, the reference, a page for each problem, and published trips. Only their pictures come from elsewhere. */
export function addPages(app: FastifyInstance, catalogue: Catalogue, baseUrl: () => string, findTrip: FindPublicTrip): void {
  const problemPage = problemPages(catalogue)
  app.get('/', async (_request, reply) => sendPage(reply, welcomePage(baseUrl())))
  app.get('/problems', async (_request, reply) => sendPage(reply, problemIndex()))
  app.get<{ Params: { code: string } }>('/problems/:code', async ({ params: { code } }, reply) =>
    isProblemCode(code) ? sendPage(reply, problemPage(code, baseUrl())) : sendPage(reply.code(404), unknownProblemPage(code)),
  )
  app.get('/pages/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').headers(ASSET).send(STYLE))
  app.get(TRIP_STYLE, async (_request, reply) => reply.type('text/css; charset=utf-8').headers(ASSET).send(TRIP_CSS))
  addTripLink(app, findTrip)

  app.get('/docs', async (_request, reply) => sendPage(reply, referencePage(), { 'Content-Security-Policy': REFERENCE_POLICY }))
  app.get('/docs/', async (_request, reply) => reply.redirect('/docs', 308))
  app.get(startScript.path, async (_request, reply) => reply.type(JAVASCRIPT).headers(ASSET).send(startScript.text))
  app.get(REFERENCE_SCRIPT, async (request, reply) => {
    const { gzipped, etag } = await referenceScript()
    reply.type(JAVASCRIPT).headers({ ...ASSET, ETag: etag, Vary: 'Accept-Encoding' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(gunzipSync(gzipped))
    return reply.header('Content-Encoding', 'gzip').send(gzipped)
  })
}

const TRIP_CSS = readFileSync(new URL('./trip/trip.css', import.meta.url), 'utf8')
const JAVASCRIPT = 'text/javascript; charset=utf-8'
const ASSET = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'public, max-age=3600' }
