import { type Subject, subjectsOf } from './event-types.ts'
import type { Surroundings } from './operation.ts'
import { Problem, type ProblemCode, type ProblemDetails } from './problem.ts'

interface SubjectRow {
  subject: string
  subject_id: string
}

/** The subject of an event as the caller would get it now; `{object, id, deleted: true}` where it is gone, or not theirs to see. */
export async function readSubject(surroundings: Surroundings, row: SubjectRow): Promise<object> {
  const subject = visibleSubject(surroundings, row)
  return (subject && (await readOne(surroundings, subject, row.subject_id))) ?? gone(row)
}

/** The subjects of many events: one statement for each kind that can be read so. */
export async function readSubjects(surroundings: Surroundings, rows: readonly SubjectRow[]): Promise<(row: SubjectRow) => object> {
  const found = new Map<string, Map<string, object>>()
  const kinds = Map.groupBy(rows, ({ subject }) => subject)
  await Promise.all(
    [...kinds].map(async ([name, ofKind]) => {
      const subject = visibleSubject(surroundings, { subject: name })
      const ids = [...new Set(ofKind.map(({ subject_id }) => subject_id))]
      if (subject) found.set(name, await readMany(surroundings, subject, ids))
    }),
  )
  return (row) => found.get(row.subject)?.get(row.subject_id) ?? gone(row)
}

const gone = ({ subject, subject_id: id }: SubjectRow) => ({ object: subject, id, deleted: true as const })

function visibleSubject({ catalogue, caller }: Surroundings, { subject: name }: Pick<SubjectRow, 'subject'>): Subject | undefined {
  const subject = subjectsOf(catalogue).get(name)
  return subject?.operation.scopes.every((scope) => caller.scopes.has(scope)) ? subject : undefined
}

async function readMany(surroundings: Surroundings, subject: Subject, ids: readonly string[]): Promise<Map<string, object>> {
  const { many } = subject.operation.subjectOf ?? {}
  if (many) return many(surroundings, ids)
  const read = await Promise.all(ids.map(async (id) => [id, await readOne(surroundings, subject, id)] as const))
  return new Map(read.filter((entry): entry is readonly [string, object] => entry[1] !== undefined))
}

/** Through the operation that its GET uses. */
async function readOne(surroundings: Surroundings, { operation }: Subject, id: string): Promise<object | undefined> {
  const [param] = Object.keys(operation.params.properties)
  const refuse = (code: ProblemCode, details?: ProblemDetails) => new Problem(code, details)
  const asked = { params: { [param as string]: id }, query: {}, body: {}, operationId: operation.id, refuse, prepared: undefined }
  try {
    return await operation.handle({ ...surroundings, ...asked })
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return undefined
    throw error
  }
}
