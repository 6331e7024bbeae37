import type { FastifyInstance } from 'fastify'
import { Problem } from '../../operations/problem.ts'
import { attachment } from '../attachment.rules.ts'
import { byteRange } from './byte-range.rules.ts'
import { closedAddress } from './closed-address.ts'
import type { KeptBytes } from './kept-bytes.ts'
import type { SignedAddresses } from './signed-address.ts'

/** The bytes are strangers': they are saved, and never shown or run under our address. */
const HARMLESS = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
}

export function addDownloadRoute(app: FastifyInstance, url: string, kept: KeptBytes, addresses: SignedAddresses): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url,
    async handler({ params, method, headers }, reply) {
      reply.headers(HARMLESS)
      const granted = addresses.download(params['*'])
      const found = granted && (await kept.find(granted.key))
      if (!granted || !found) throw closedAddress()

      const { key, name, mimeType } = granted
      const size = found.byteSize
      // what is kept under a key never changes
      const etag = `"${key.id}"`
      reply.headers({ ETag: etag, 'Accept-Ranges': 'bytes' })
      if (headers['if-none-match']?.includes(etag)) return reply.code(304).send()

      // a part is only asked of GET, and of the bytes that the client has the beginning of
      const isAsked = method === 'GET' && (headers['if-range'] ?? etag) === etag
      const range = isAsked ? byteRange(headers.range, size) : undefined
      if (range === 'none') {
        throw new Problem('range_not_satisfiable', {
          detail: `The document has ${size} bytes.`,
          headers: { 'Content-Range': `bytes */${size}` },
        })
      }
      if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
      reply.headers({
        'Content-Type': mimeType,
        'Content-Disposition': attachment(name),
        'Content-Length': range ? range.end - range.start + 1 : size,
      })
      return method === 'HEAD' ? reply.send() : reply.send(await kept.open(key, range))
    },
  })
}
