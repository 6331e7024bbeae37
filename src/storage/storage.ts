/** Names the bytes of one thing; whose they are stands in front, so that nobody's are in between somebody else's. */
export interface StorageKey {
  readonly agencyId: string
  readonly id: string
}

/** Where bytes are put: one PUT with these headers, once. */
export interface UploadAddress {
  url: string
  headers: Record<string, string>
  expiresAt: string
}

export interface DownloadAddress {
  url: string
  expiresAt: string
}

/** What came, as the storage took it. */
export interface Received {
  byteSize: number
  /** What the PUT called it, if it did. */
  mimeType: string | undefined
}

/**
 * Keeps bytes that are too many for the database. Nobody outside of this room knows where: bytes come and go by addresses that
 * it signs. What is kept under a key never changes.
 */
export interface Storage {
  uploadAddress(key: StorageKey, mimeType: string): Promise<UploadAddress>
  /** Nothing, while not all of it has come. */
  received(key: StorageKey): Promise<Received | undefined>
  downloadAddress(key: StorageKey, as: { name: string; mimeType: string }): Promise<DownloadAddress>
  /** What is not there is removed already. */
  remove(key: StorageKey): Promise<void>
  /** Everything that came before then, a batch at a time; what never came whole goes on the way. */
  keptBefore(instant: Date): AsyncIterable<StorageKey[]>
}

export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024
