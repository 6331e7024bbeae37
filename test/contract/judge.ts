import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { isWrite, type Operation } from '../../src/operations/operation.ts'
import { PROBLEMS, type ProblemCode, ROAD_PROBLEMS, WRITE_PROBLEMS } from '../../src/operations/problem.ts'
import { Kind, Shape } from '../../src/operations/schema.ts'
import type { Answer } from '../harness/api.ts'

/** What a dry run answers: the operation's own preview, or what the write would have answered. */
export const previewOf = (operation: Operation): TSchema =>
  operation.preview ?? Shape({ object: Kind('preview'), operationId: Kind(operation.id), result: operation.returns })

/** What is wrong with an answer, by what its operation declares. */
export function complaints(operation: Operation, answer: Answer, { dryRun = false } = {}): string[] {
  if (answer.status >= 400) return complaintsOfProblem(operation, answer)
  const status = dryRun ? 200 : operation.status
  return [
    ...(answer.status === status ? [] : [`answers ${answer.status} instead of ${status}`]),
    ...mismatches(dryRun ? previewOf(operation) : operation.returns, answer.body),
    ...namelessObjects(answer.body),
  ]
}

/** How a value differs from its schema, with the value: that is what one wants to know. */
export function mismatches(schema: TSchema, value: unknown): string[] {
  const validator = Compile(schema)
  if (validator.Check(value)) return []
  return validator.Errors(value).map(({ instancePath, message }) => `${instancePath || 'the answer'} ${message}: ${JSON.stringify(value)}`)
}

function namelessObjects(body: { object?: unknown; data?: unknown }): string[] {
  const resources = [body, ...(Array.isArray(body.data) ? body.data : [])]
  return resources.filter((resource) => typeof resource.object !== 'string').map((resource) => `has no object: ${JSON.stringify(resource)}`)
}

function complaintsOfProblem(operation: Operation, { status, headers, body }: Answer): string[] {
  const code = body.code as ProblemCode
  const known = PROBLEMS[code]
  if (!known) return [`answers ${status} with the unknown code ${code}`]
  const complaint = (wrong: boolean, text: string) => (wrong ? [`${code}: ${text}`] : [])
  return [
    ...complaint(!mayAnswer(operation, code), 'is not listed by the operation, nor a problem of the road'),
    ...complaint(
      status !== known.status || body.status !== status,
      `status ${status}, in the body ${body.status}, in the table ${known.status}`,
    ),
    ...complaint(!headers.get('content-type')?.startsWith('application/problem+json'), `content type ${headers.get('content-type')}`),
    ...complaint(body.title !== known.title, `title ${body.title}`),
    ...complaint(typeof body.detail !== 'string' || body.detail === '', `detail ${body.detail}`),
    ...complaint(!String(body.type).endsWith(`/problems/${code}`), `type ${body.type}`),
    ...complaint(body.requestId !== headers.get('request-id'), `request ${body.requestId} under the header ${headers.get('request-id')}`),
  ]
}

const mayAnswer = (operation: Operation, code: ProblemCode): boolean =>
  [...operation.problems, ...ROAD_PROBLEMS, ...(isWrite(operation) ? WRITE_PROBLEMS : [])].includes(code)
