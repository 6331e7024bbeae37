import { createHash } from 'node:crypto'
import { canonical } from './canonical.ts'
import type { Input } from './input.ts'
import type { Operation } from './operation.ts'
import type { FieldError } from './problem.ts'

/** What a retry is told by: the caller's own key, and what they asked with it. Only hashes are kept. */
export interface Retry {
  key: Buffer
  request: Buffer
}

export function retryOf(operation: Operation, input: Input, idempotencyKey: string | undefined): Retry | undefined {
  if (idempotencyKey === undefined) return undefined
  const request = canonical({
    method: operation.method,
    path: operation.path,
    params: input.params,
    query: input.query,
    body: input.body ?? null,
  })
  return { key: sha256(idempotencyKey), request: sha256(request) }
}

export const idempotencyKeyMistakes = (key: string | undefined): FieldError[] =>
  key === undefined || (key.length > 0 && key.length <= 255) ? [] : [{ path: 'Idempotency-Key', message: 'must have 1 to 255 characters' }]

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
