import type { TSchema } from 'typebox'
import { mistakes } from '../../src/operations/input.ts'
import type { Operation } from '../../src/operations/operation.ts'

type Json = Record<string, unknown>

/** A body that the operation takes as well, and that is not the same. */
export function otherBody(operation: Operation, body: unknown): unknown {
  const found = variations(operation.body as TSchema, (body ?? {}) as Json).find(
    (other) => mistakes(operation.body as TSchema, other).length === 0,
  )
  if (!found)
    throw new Error(`No other body for ${operation.id} was found: teach test/contract/other-body.ts how to vary ${JSON.stringify(body)}`)
  return found
}

function variations(schema: TSchema, body: Json): Json[] {
  const members = (schema as { properties?: Record<string, TSchema & { enum?: unknown[] }> }).properties ?? {}
  const changed = Object.entries(body).flatMap(([name, value]) =>
    otherValues(value, members[name]).map((other) => ({ ...body, [name]: other })),
  )
  const shortened = Object.keys(body).map((name) => Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)))
  const added = Object.entries(members)
    .filter(([name]) => !(name in body))
    .flatMap(([name, member]) => [null, 'other', true, 1, ...(member.enum ?? [])].map((value) => ({ ...body, [name]: value })))
  return [...changed, ...shortened, ...added]
}

function otherValues(value: unknown, schema: { enum?: unknown[] } | undefined): unknown[] {
  const others = schema?.enum?.filter((other) => other !== value) ?? []
  if (typeof value === 'string') return [...others, `${value} too`]
  if (typeof value === 'number') return [value + 1, value - 1]
  return typeof value === 'boolean' ? [!value] : others
}
