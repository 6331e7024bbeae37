import { expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { openApiDocument } from '../../src/http/openapi.ts'
import { catalogueOf } from '../../src/operations/catalogue.ts'
import { isWrite, type Operation } from '../../src/operations/operation.ts'
import { PROBLEMS, type ProblemCode, ROAD_PROBLEMS, WRITE_PROBLEMS } from '../../src/operations/problem.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
const document = openApiDocument(catalogueOf(OPERATIONS)) as any

const described = ({ path, method }: Operation) => document.paths[path][method.toLowerCase()]
const statusOf = (code: ProblemCode) => String(PROBLEMS[code].status)
const TABLE = Object.keys(PROBLEMS).sort() as ProblemCode[]

test('the document and the table know the same codes', () => {
  expect(document.components.schemas.Problem.properties.code.enum.toSorted()).toEqual(TABLE)
})

test.each(OPERATIONS)('the document lists every code that $id may answer, and no other', (operation) => {
  const codes = new Set<string>([...operation.problems, ...ROAD_PROBLEMS, ...(isWrite(operation) ? WRITE_PROBLEMS : [])])
  expect(described(operation)['x-problems']).toEqual([...codes].sort())
})

test.each(OPERATIONS)('each refusal of $id stands under its status, with its code', (operation) => {
  const { responses, 'x-problems': codes } = described(operation) as {
    responses: Record<string, { description: string }>
    'x-problems': ProblemCode[]
  }
  const statuses = Object.keys(responses).filter((status) => status !== 'default')
  const refusals = statuses.filter((status) => Number(status) >= 400)
  expect(refusals).toEqual([...new Set(codes.map(statusOf))].sort())
  for (const status of refusals) {
    const told = [...(responses[status]?.description ?? '').matchAll(/^`(\w+)`: /gm)].map(([, code]) => code)
    expect(told).toEqual(codes.filter((code) => statusOf(code) === status))
  }
  expect(statuses.filter((status) => Number(status) < 400)).toEqual(operation.status === 201 ? ['200', '201'] : ['200'])
})

/** What is answered before there is an operation to answer. */
const BY_THE_DOOR: ProblemCode[] = ['method_not_allowed', 'request_timeout', 'headers_too_large', 'range_not_satisfiable']
/** What operations will answer that are still to be built. */
const AWAITED: ProblemCode[] = [...(['access_not_open', 'not_an_image', 'template_error', 'no_email'] as const)]

test('every code in the table is answered by somebody', () => {
  const answered = new Set<string>(OPERATIONS.flatMap((operation) => described(operation)['x-problems']))
  expect(
    TABLE.filter((code) => !answered.has(code) && !BY_THE_DOOR.includes(code) && !AWAITED.includes(code)),
    'nobody answers them: an operation lists them in `problems`, or they leave the table',
  ).toEqual([])
  expect(
    AWAITED.filter((code) => answered.has(code)),
    'no longer awaited: take them out of AWAITED in test/contract/problems.test.ts',
  ).toEqual([])
})

/** The codes of the contract, with their status where it tells one. */
const OF_THE_CONTRACT: Record<string, number | undefined> = {
  ...{ invalid_request: undefined, unauthorized: undefined, insufficient_scope: undefined, rate_limited: undefined, not_found: 404 },
  ...{
    idempotency_key_reused: undefined,
    request_in_progress: undefined,
    forbidden: undefined,
    trip_has_no_design: 422,
    upload_missing: 422,
  },
  ...{ not_an_image: 422, root_type_mismatch: 422, already_complete: 409, being_edited: 409, place_taken: 409, no_contact: 409 },
}

test.each(Object.entries(OF_THE_CONTRACT))('%s is a code of the contract', (code, status) => {
  expect(PROBLEMS).toHaveProperty(code)
  if (status !== undefined) expect(PROBLEMS[code as ProblemCode].status).toBe(status)
})
