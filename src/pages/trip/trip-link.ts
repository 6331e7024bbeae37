import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../operations/problem.ts'
import type { PublicTrip } from '../../published/public-trip.ts'
import { policy, sendPage } from '../page.ts'
import { noTripPage } from './no-trip-page.ts'

/** What a link shows, or nothing. */
export type FindPublicTrip = (token: string) => Promise<PublicTrip | undefined>

const TRIP_LINK = '/t/*' // whatever stands there, of whatever length, is answered alike

const TRIP_HEADERS = {
  // pictures are wherever the agency has them
  'Content-Security-Policy': policy({ image: 'https: http: data:' }),
  // asked for anew each time: a trip that was taken back is gone at once
  'Cache-Control': 'private, no-cache',
  'X-Robots-Tag': 'noindex, nofollow',
}

/** The public link of a trip: its page while it is published, and otherwise the same 404 whatever the reason. */
export function addTripLink(app: FastifyInstance, findTrip: FindPublicTrip): void {
  app.get<{ Params: { '*': string } }>(TRIP_LINK, async ({ params, headers }, reply) => {
    const trip = await findTrip(params['*'])
    if (!trip) return sendPage(reply.code(404), noTripPage(), TRIP_HEADERS)
    // a server that shows no trips does without the reader of markdown
    const { tripPage } = await import('./trip-page.ts')
    const document = tripPage(trip)
    const etag = `"${createHash('sha256').update(document).digest('base64url').slice(0, 22)}"`
    reply.header('ETag', etag)
    if (headers['if-none-match']?.includes(etag)) return reply.code(304).headers(TRIP_HEADERS).send()
    return sendPage(reply, document, TRIP_HEADERS)
  })
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: TRIP_LINK,
    onRequest: async () => {
      throw new Problem('method_not_allowed', { detail: 'This address takes GET, HEAD.', headers: { Allow: 'GET, HEAD' } })
    },
    handler: () => {},
  })
}
