import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import reference from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

export interface ReferenceScript {
  gzipped: Uint8Array
  etag: string
}

// the package keeps its script inside a module of its Fastify plugin; asking the plugin is the only way to it
const app = Fastify()
await app.register(reference, { routePrefix: '/docs', configuration: { url: '/v1/openapi.json' } })
const { rawPayload } = await app.inject('/docs/js/scalar.js')
const gzipped = gzipSync(rawPayload, { level: 9 })
const script: ReferenceScript = { gzipped, etag: `"${createHash('sha256').update(gzipped).digest('base64url').slice(0, 16)}"` }
parentPort?.postMessage(script)
