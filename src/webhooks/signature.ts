import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

export type SigningKey = KeyObject

export const signingKey = (bytes: Buffer): SigningKey => createSecretKey(bytes)

/** The headers of Standard Webhooks over exactly these bytes: one entry in the signature for each key. */
export function signatureHeaders(id: string, at: Date, body: Buffer, keys: readonly SigningKey[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (key: SigningKey) => createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${sign(key)}`).join(' '),
  }
}
