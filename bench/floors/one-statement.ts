// Floor: a bare Fastify route and one named prepared statement for each thing that is asked: no caller, no checks, no log.
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { EMPTY_PRESENTATION, EMPTY_PROFILE } from '../../src/domain/trips/trip.ts'
import type { BenchTrip } from '../trip-content.ts'
import { asFloor } from './given.ts'
import { barePool } from './pool.ts'
import { callersOf, listening } from './routes.ts'
import { answerOf, COLUMNS, type TripRow } from './trip-row.ts'

// a cursor has its place in the answer's bytes too
const CURSOR = 'c'.repeat(98)

asFloor(async ({ reader, writer, callers, baseUrl }) => {
  const reads = barePool(reader)
  const writes = barePool(writer)
  const callerOf = callersOf(callers)

  return listening((app) => {
    app.get('/v1/trips/:id', async (request) => {
      const { rows } = await reads.query<TripRow>({
        name: 'get',
        text: `select ${COLUMNS} from trips where agency_id = $1 and id = $2 and archived_at is null`,
        values: [callerOf(request).agencyId, (request.params as { id: string }).id],
      })
      return answerOf(rows[0] as TripRow, baseUrl)
    })

    app.get('/v1/trips', async (request) => {
      const { rows } = await reads.query<TripRow>({
        name: 'list',
        text: `select ${COLUMNS} from trips where agency_id = $1 and archived_at is null order by updated_at desc, id desc limit 25`,
        values: [callerOf(request).agencyId],
      })
      return { object: 'list', data: rows.map((row) => answerOf(row, baseUrl)), nextCursor: CURSOR }
    })

    app.post('/v1/trips', async (request, reply) => {
      const { agencyId, userId } = callerOf(request)
      const body = request.body as BenchTrip
      const { rows } = await writes.query<TripRow>({
        name: 'insert',
        text: `insert into floor.trips (agency_id, id, code, title, start_date, end_date, travelers, owner_id, presentation, profile, metadata, public_token, created_at, updated_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now(), now()) returning ${COLUMNS}`,
        values: [
          ...[agencyId, randomUUIDv7(), randomBytes(5).toString('hex'), body.title, body.startDate, body.endDate, body.travelers, userId],
          ...[{ ...EMPTY_PRESENTATION, ...body.presentation }, { ...EMPTY_PROFILE, ...body.profile }, body.metadata],
          randomBytes(16).toString('base64url'),
        ],
      })
      return reply.code(201).send(answerOf(rows[0] as TripRow, baseUrl))
    })

    app.patch('/v1/trips/:id', async (request) => {
      const { rows } = await writes.query<TripRow>({
        name: 'update',
        text: `update floor.trips set title = $3, updated_at = now() where agency_id = $1 and id = $2 returning ${COLUMNS}`,
        values: [callerOf(request).agencyId, (request.params as { id: string }).id, (request.body as BenchTrip).title],
      })
      return answerOf(rows[0] as TripRow, baseUrl)
    })
  })
})
