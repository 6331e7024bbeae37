import { operation } from '../../operations/operation.ts'
import { readSubject } from '../../operations/read-subject.ts'
import { findEvent, toEvent } from './event.queries.ts'
import { Event, EventPath } from './event.ts'
import { visibleSubjects } from './visible-subjects.ts'

export const getEvent = operation({
  id: 'events.get',
  title: 'Get an event',
  describe: 'With `data` as it is now.',
  route: 'GET /v1/events/{eventId}',
  kind: 'read',
  scopes: [],
  scopesNote: 'Shows only the areas that the key can read.',
  cost: 1,
  undo: 'none',
  params: EventPath,
  returns: Event,
  problems: ['not_found'],

  async handle({ params, refuse, ...surroundings }) {
    const { db, caller, catalogue } = surroundings
    const event = await findEvent(db, visibleSubjects(caller, catalogue), params.eventId)
    if (!event) throw refuse('not_found', { detail: `There is no event ${params.eventId}.` })
    return toEvent(event, await readSubject(surroundings, event))
  },
})
