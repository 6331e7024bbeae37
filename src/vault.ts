import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secret } from './secrets.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Seals what has to be read again and must not lie open in the database or a copy of it. */
export interface Vault {
  seal(text: string): Buffer
  /** Throws where it was not sealed with the same secret, or was tampered with. */
  open(sealed: Buffer): string
}

export function openVault(secret: Secret): Vault {
  const key = Buffer.from(secret('vault'), 'base64url')
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed) {
      const end = sealed.length - TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAuthTag(sealed.subarray(end))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()]).toString('utf8')
    },
  }
}
