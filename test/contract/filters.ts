import type { TSchema } from 'typebox'
import type { Operation } from '../../src/operations/operation.ts'
import type { TestAgency } from '../harness/world.ts'
import { idFor } from './fixtures.ts'

type Member = TSchema & { type?: string; format?: string; enum?: unknown[]; minimum?: number; examples?: unknown[] }

/** A value for each filter that a list takes. */
export async function filtersOf(operation: Operation, agency: TestAgency): Promise<Record<string, unknown>> {
  const members = Object.entries(operation.query.properties as Record<string, Member>)
  const filters = members.filter(([name]) => !['limit', 'cursor', 'sort'].includes(name))
  return Object.fromEntries(await Promise.all(filters.map(async ([name, schema]) => [name, await sample(name, schema, agency)])))
}

async function sample(name: string, { type, format, enum: values, minimum, examples }: Member, agency: TestAgency): Promise<unknown> {
  if (values) return values[0]
  if (examples) return examples[0]
  if (format === 'uuid') return idFor(name, agency)
  if (format === 'date-time') return '2020-01-01T00:00:00Z'
  if (format === 'date') return '2020-01-01'
  if (type === 'boolean') return true
  if (type === 'integer') return minimum ?? 1
  if (type === 'string') return 'a'
  if (type === 'object') return { a: '1' }
  throw new Error(`There is no value yet for the filter ${name}: teach test/contract/filters.ts`)
}
