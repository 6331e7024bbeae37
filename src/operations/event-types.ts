import type { Catalogue, Operation } from './operation.ts'

/** What events are about, and the operation that shows it: its answer is the `data` of the event, its scopes are asked for. */
export interface Subject {
  name: string
  types: readonly string[]
  operation: Operation
}

const known = new WeakMap<Catalogue, ReadonlyMap<string, Subject>>()

/** Every subject of events, by its name; each is declared by the operation that reads it. */
export function subjectsOf(catalogue: Catalogue): ReadonlyMap<string, Subject> {
  let subjects = known.get(catalogue)
  if (!subjects) {
    const declared = [...catalogue].flatMap((operation) =>
      operation.subjectOf ? [{ name: operation.subjectOf.subject, types: operation.subjectOf.types, operation }] : [],
    )
    subjects = new Map(declared.map((subject) => [subject.name, subject]))
    known.set(catalogue, subjects)
  }
  return subjects
}

export const eventTypesOf = (catalogue: Catalogue): string[] => [...subjectsOf(catalogue).values()].flatMap(({ types }) => types)
