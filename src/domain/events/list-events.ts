import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { ListOf, PageQuery, pageOf } from '../../operations/page.ts'
import { readSubjects } from '../../operations/read-subject.ts'
import { Shape, Timestamp, Uuid } from '../../operations/schema.ts'
import { selectEvents, toEvent } from './event.queries.ts'
import { Event } from './event.ts'
import { visibleSubjects } from './visible-subjects.ts'

export const listEvents = operation({
  id: 'events.list',
  title: 'List events',
  describe: 'What happened in the agency, whoever did it, newest first; with `data` as it is now. Kept for 30 days.',
  route: 'GET /v1/events',
  kind: 'read',
  scopes: [],
  scopesNote: 'Shows only the areas that the key can read.',
  cost: 1,
  undo: 'none',
  query: Shape({
    ...PageQuery,
    type: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'As in `trip.updated`.' })),
    tripId: Type.Optional(Uuid()),
    since: Type.Optional(Timestamp({ description: 'Only what happened at or after this instant.' })),
  }),
  returns: ListOf(Event, 'A page of events.'),
  problems: [],

  async handle({ operationId, query, ...surroundings }) {
    const { db, caller, catalogue } = surroundings
    const newestFirst = { column: 'timestamp', direction: 'desc' } as const
    // a cursor is the place among the events that this key sees
    const subjects = visibleSubjects(caller, catalogue)
    const page = await pageOf(
      { operationId: `${operationId} of ${subjects}`, db, query },
      selectEvents(db, subjects, query),
      (row) => row,
      newestFirst,
    )
    const dataOf = await readSubjects(surroundings, page.data)
    return { ...page, data: page.data.map((row) => toEvent(row, dataOf(row))) }
  },
})
