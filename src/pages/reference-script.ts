import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

interface ReferenceScript {
  gzipped: Buffer
  etag: string
}

let wanted: Promise<ReferenceScript> | undefined

/** The renderer of the reference, taken out of its package at the first visit. */
export function referenceScript(): Promise<ReferenceScript> {
  wanted ??= fetchScript().catch((error) => {
    wanted = undefined
    throw error
  })
  return wanted
}

/** In a process of its own, which takes the 30 MB that this needs away with it. */
async function fetchScript(): Promise<ReferenceScript> {
  const options = { encoding: 'buffer', maxBuffer: 16 * 1024 * 1024, env: {} } as const
  const { stdout: gzipped } = await promisify(execFile)(process.execPath, [import.meta.filename], options)
  return { gzipped, etag: `"${createHash('sha256').update(gzipped).digest('base64url').slice(0, 16)}"` }
}

/** The package keeps its script inside its Fastify plugin; asking the plugin is the only way to it. */
async function printScript(): Promise<void> {
  const [{ default: Fastify }, { default: reference }] = await Promise.all([import('fastify'), import('@scalar/fastify-api-reference')])
  const app = Fastify()
  await app.register(reference, { routePrefix: '/docs', configuration: { url: '/v1/openapi.json' } })
  const { rawPayload } = await app.inject('/docs/js/scalar.js')
  process.stdout.write(gzipSync(rawPayload, { level: 9 }))
}

if (import.meta.main) await printScript()
