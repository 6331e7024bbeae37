import type { Storage, StorageKey } from '../storage.ts'
import type { KeptBytes } from './kept-bytes.ts'
import type { SignedAddresses } from './signed-address.ts'

export const UPLOADS = '/uploads/'
export const DOWNLOADS = '/downloads/'

const UPLOAD_MS = 60 * 60_000
const DOWNLOAD_MS = 5 * 60_000

/** Storage in a folder of this machine, whose addresses are the service's own. */
export function diskStorage(kept: KeptBytes, addresses: SignedAddresses, baseUrl: () => string): Storage {
  const told = (path: string, token: string, until: number) => ({
    url: `${baseUrl()}${path}${token}`,
    expiresAt: new Date(until).toISOString(),
  })
  return {
    async uploadAddress(key, mimeType) {
      const until = Date.now() + UPLOAD_MS
      return { ...told(UPLOADS, addresses.sign({ method: 'PUT', key, until }), until), headers: { 'Content-Type': mimeType } }
    },
    async downloadAddress(key: StorageKey, as) {
      const until = Date.now() + DOWNLOAD_MS
      return told(DOWNLOADS, addresses.sign({ method: 'GET', key, until, ...as }), until)
    },
    received: kept.find,
    remove: kept.remove,
    keptBefore: kept.keptBefore,
  }
}
