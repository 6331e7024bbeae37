import { sql } from 'kysely'
import Type from 'typebox'
import { operation } from '../../src/operations/operation.ts'
import { OneOf, Shape, Uuid } from '../../src/operations/schema.ts'

/** What is in an unexpected error, and nobody outside may see. */
const INTERNAL = 'password=hunter2 of trips_pkey'

const ENDS = [
  ...['well', 'in a refusal', 'in an undeclared refusal', 'in an error', 'in a thrown text', 'in a broken rule'],
  ...['in a rule broken at commit', 'in a lost connection'],
] as const

/** Renames a trip, and then ends as it is told to. */
export const renameThenEnd = operation({
  id: 'tests.rename',
  title: 'Rename a trip, then end as told',
  describe: 'For tests.',
  route: 'POST /v1/tests/{tripId}/rename',
  kind: 'write',
  scopes: ['trips:write'],
  cost: 1,
  undo: 'captured',
  params: Shape({ tripId: Uuid() }),
  body: Shape({ title: Type.String(), ends: OneOf(ENDS) }),
  returns: Shape({ title: Type.String() }),
  problems: ['invalid_state'],
  emits: ['trip.updated'],

  async handle({ params, body, db, refuse }) {
    const rename = db.update('trips', { title: body.title }).where('id', '=', params.tripId).returning('title')
    const { title } = (await db.first(rename)) as { title: string }
    switch (body.ends) {
      case 'in a refusal':
        throw refuse('invalid_state', { detail: 'Not now.' })
      case 'in an undeclared refusal':
        throw refuse('headcount_full' as never, { detail: INTERNAL })
      case 'in an error':
        throw new Error(INTERNAL)
      case 'in a thrown text':
        throw INTERNAL
      case 'in a broken rule':
        await db.rows(db.update('trips', { travelers: 99 }).where('id', '=', params.tripId))
        break
      case 'in a rule broken at commit':
        await db.rows(sql`set constraints all deferred`)
        await db.rows(db.update('trips', { owner_id: params.tripId }).where('id', '=', params.tripId))
        break
      case 'in a lost connection':
        await db.rows(sql`select pg_terminate_backend(pg_backend_pid())`)
    }
    return { title }
  },
})

/** Its title is made in advance; on request that step tries to write, which it can't. */
export const renamePrepared = operation({
  id: 'tests.renamePrepared',
  title: 'Rename a trip to a prepared title',
  describe: 'For tests.',
  route: 'POST /v1/tests/{tripId}/rename-prepared',
  kind: 'write',
  scopes: ['trips:write'],
  cost: 1,
  undo: 'captured',
  params: Shape({ tripId: Uuid() }),
  body: Shape({ title: Type.String(), writes: Type.Optional(Type.Boolean()) }),
  returns: Shape({ title: Type.String() }),
  problems: ['invalid_state'],
  emits: ['trip.updated'],

  async prepare({ params, body, db, refuse }) {
    if (body.title === '') throw refuse('invalid_state')
    if (body.writes) await db.rows(sql`update trips set title = ${body.title} where agency_id = ${db.agencyId} and id = ${params.tripId}`)
    const trip = await db.first(db.from('trips').select('title').where('id', '=', params.tripId))
    return { title: `${trip?.title}, then ${body.title}`, hands: Object.keys(db) }
  },
  async handle({ params, db, prepared }) {
    // the type of its database handle has no way to write either
    if (prepared.hands.some((hand) => ['insert', 'update', 'remove'].includes(hand))) throw new Error('prepare could write')
    const rename = db.update('trips', { title: prepared.title }).where('id', '=', params.tripId).returning('title')
    return (await db.first(rename)) as { title: string }
  },
})
