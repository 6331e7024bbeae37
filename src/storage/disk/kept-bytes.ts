import { randomUUID } from 'node:crypto'
import type { ReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Received, StorageKey } from '../storage.ts'

/** The bytes of an address that was used before. */
export class KeptAlready extends Error {}

export interface KeptBytes {
  /** All of it or nothing, whatever happens on the way; a second time under the same key throws `KeptAlready`. */
  keep(key: StorageKey, bytes: AsyncIterable<Uint8Array>, mimeType: string | undefined): Promise<void>
  find(key: StorageKey): Promise<Received | undefined>
  open(key: StorageKey, range: { start: number; end: number } | undefined): Promise<ReadStream>
  remove(key: StorageKey): Promise<void>
  keptBefore(instant: Date): AsyncGenerator<StorageKey[]>
}

const BATCH = 1000
const INCOMING = 'incoming'
const BYTES = 'bytes'
const TYPE = 'type'

/** A folder for each agency, in it 256 by how an id ends, so that none gets too many entries; in those, a folder for each id. */
export function bytesIn(folder: string): KeptBytes {
  const shardOf = ({ agencyId, id }: StorageKey) => join(folder, agencyId, id.slice(-2))
  const placeOf = (key: StorageKey) => join(shardOf(key), key.id)

  return {
    async keep(key, bytes, mimeType) {
      // written aside and moved into place as a whole: there is never half a document, nor one without its type
      const draft = join(folder, INCOMING, randomUUID())
      await mkdir(draft, { recursive: true, mode: 0o700 })
      try {
        await writeFile(join(draft, BYTES), bytes, { flag: 'wx', mode: 0o600, flush: true })
        await writeFile(join(draft, TYPE), mimeType ?? '', { flag: 'wx', mode: 0o600, flush: true })
        await syncFolder(draft)
        const isNewShard = (await mkdir(shardOf(key), { recursive: true, mode: 0o700 })) !== undefined
        await rename(draft, placeOf(key)).catch(refuseTaken)
        await syncFolder(shardOf(key))
        if (isNewShard) for (const above of [join(folder, key.agencyId), folder]) await syncFolder(above)
      } finally {
        await rm(draft, { recursive: true, force: true })
      }
    },
    async find(key) {
      const found = await stat(join(placeOf(key), BYTES)).catch(notThere)
      if (!found) return undefined
      const mimeType = await readFile(join(placeOf(key), TYPE), 'utf8').catch(notThere)
      return { byteSize: found.size, mimeType: mimeType || undefined }
    },
    async open(key, range) {
      const file = await open(join(placeOf(key), BYTES))
      return file.createReadStream(range)
    },
    remove: (key) => rm(placeOf(key), { recursive: true, force: true }),
    async *keptBefore(instant) {
      for (const draft of await namesIn(join(folder, INCOMING))) {
        const path = join(folder, INCOMING, draft)
        if (await isFrom(path, instant)) await rm(path, { recursive: true, force: true })
      }
      for (const agencyId of (await namesIn(folder)).filter(isId)) {
        let batch: StorageKey[] = []
        for (const shard of await namesIn(join(folder, agencyId))) {
          for (const id of (await namesIn(join(folder, agencyId, shard))).filter(isId)) {
            if (await isFrom(join(folder, agencyId, shard, id), instant)) batch.push({ agencyId, id })
            if (batch.length === BATCH) {
              yield batch
              batch = []
            }
          }
        }
        if (batch.length > 0) yield batch
      }
    },
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What else an operator put there is not ours. */
const isId = (name: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)

const namesIn = async (path: string): Promise<string[]> => (await readdir(path).catch(notThere)) ?? []

async function isFrom(path: string, before: Date): Promise<boolean> {
  const found = await stat(path).catch(notThere)
  return found !== undefined && found.mtime < before
}

function refuseTaken(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOTEMPTY' || error.code === 'EEXIST' ? new KeptAlready() : error
}

/** Nothing came yet, or somebody else removed it. */
function notThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
