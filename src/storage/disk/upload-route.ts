import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '../../operations/input.ts'
import { Problem } from '../../operations/problem.ts'
import { isMediaType } from '../media-type.ts'
import { MAX_UPLOAD_BYTES } from '../storage.ts'
import { closedAddress } from './closed-address.ts'
import { KeptAlready, type KeptBytes } from './kept-bytes.ts'
import type { SignedAddresses } from './signed-address.ts'

/** Bytes go to the disk as they come: however many come at once, none of them are held. */
export function addUploadRoute(app: FastifyInstance, url: string, kept: KeptBytes, addresses: SignedAddresses): void {
  const keyOf = ({ params }: FastifyRequest) => {
    const granted = addresses.upload((params as { '*': string })['*'])
    if (!granted) throw closedAddress()
    return granted.key
  }
  app.register((uploads, _options, registered) => {
    uploads.removeAllContentTypeParsers()
    // whatever it is: it is read below, as it comes
    uploads.addContentTypeParser('*', (_request, _bytes, done) => done(null))
    uploads.route({
      method: 'PUT',
      url,
      config: { isLong: true },
      // before a byte is read
      async onRequest(request) {
        keyOf(request)
        const { 'content-type': type, 'content-length': length } = request.headers
        if (type !== undefined && !isMediaType(type))
          throw invalid([{ path: 'Content-Type', message: 'must be a media type, as image/png' }])
        if (Number(length) > MAX_UPLOAD_BYTES) throw tooLarge()
      },
      async handler(request, reply) {
        const { raw, headers } = request
        try {
          await kept.keep(keyOf(request), upToTheLimit(raw), headers['content-type'])
        } catch (error) {
          // the client is still sending, and hears of it when it has
          raw.resume()
          throw asRefusal(error, raw)
        }
        return reply.code(200).send()
      },
    })
    registered()
  })
}

async function* upToTheLimit(body: IncomingMessage): AsyncGenerator<Uint8Array> {
  let size = 0
  // kept open beyond the limit: the refusal goes out on the same connection
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > MAX_UPLOAD_BYTES) throw tooLarge()
    yield chunk
  }
}

const tooLarge = () => new Problem('payload_too_large', { detail: 'A document may have at most 50 MB.' })

function asRefusal(error: unknown, { complete }: IncomingMessage): unknown {
  if (error instanceof Problem) return error
  if (error instanceof KeptAlready) return new Problem('already_complete', { detail: 'Something was uploaded to this address before.' })
  // it left in the middle, and nobody hears this
  return complete ? error : new Problem('invalid_request', { detail: 'The upload ended before all of it had come.' })
}
