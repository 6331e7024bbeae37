import { createHmac, timingSafeEqual } from 'node:crypto'
import type { StorageKey } from '../storage.ts'

/** What an address was given out for. Nothing else can be done with it, nor later. */
interface Granted {
  method: 'PUT' | 'GET'
  key: StorageKey
  /** Milliseconds since 1970. */
  until: number
}

interface Upload extends Granted {
  method: 'PUT'
}

interface Download extends Granted {
  method: 'GET'
  name: string
  mimeType: string
}

export interface SignedAddresses {
  sign(granted: Upload | Download): string
  upload(token: string): Upload | undefined
  download(token: string): Download | undefined
}

/** Tokens that say themselves what they open, signed so that only this service makes them. */
export function signedAddresses(signingKey: string): SignedAddresses {
  const signatureOf = (claims: string) => createHmac('sha256', signingKey).update(claims).digest('base64url')

  const read = (token: string, method: Granted['method']): unknown => {
    const [claims = '', signature = ''] = token.split('.')
    if (!sameText(signature, signatureOf(claims))) return undefined
    const granted = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Granted
    return granted.method === method && granted.until > Date.now() ? granted : undefined
  }
  return {
    sign(granted) {
      const claims = Buffer.from(JSON.stringify(granted)).toString('base64url')
      return `${claims}.${signatureOf(claims)}`
    },
    upload: (token) => read(token, 'PUT') as Upload | undefined,
    download: (token) => read(token, 'GET') as Download | undefined,
  }
}

function sameText(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
