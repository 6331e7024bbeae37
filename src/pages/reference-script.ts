import { Worker } from 'node:worker_threads'
import type { ReferenceScript } from './reference-script.worker.ts'

let wanted: Promise<ReferenceScript> | undefined

/** The renderer of the reference, taken out of its package at the first visit, in a thread that leaves its memory behind. */
export function referenceScript(): Promise<ReferenceScript> {
  wanted ??= fetchScript().catch((error) => {
    wanted = undefined
    throw error
  })
  return wanted
}

function fetchScript(): Promise<ReferenceScript> {
  const { promise, resolve, reject } = Promise.withResolvers<ReferenceScript>()
  const worker = new Worker(new URL('./reference-script.worker.ts', import.meta.url), { execArgv: [] })
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', (code) => reject(new Error(`The thread ended with ${code} before it had the script`)))
  return promise
}
