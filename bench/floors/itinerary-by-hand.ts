// Floor: bare Fastify routes around what somebody would write by hand for an itinerary: read it, make a trip with one, change it.

import { changeByHand, type HandOp } from './change-by-hand.ts'
import { createDesignedByHand, type DesignedTrip } from './create-designed-by-hand.ts'
import { asFloor } from './given.ts'
import { type BlockRow, nested } from './nested.ts'
import { barePool } from './pool.ts'
import { callersOf, listening } from './routes.ts'
import { answerOf } from './trip-row.ts'

asFloor(async ({ reader, writer, callers, baseUrl }) => {
  const reads = barePool(reader)
  const writes = barePool(writer)
  const callerOf = callersOf(callers)

  return listening((app) => {
    app.get('/v1/trips/:id/itinerary', async (request) => {
      const { id } = request.params as { id: string }
      const { rows } = await reads.query<{ version: number; at: string; blocks: BlockRow[] }>({
        name: 'itinerary',
        text: `select t.itinerary_version as version, t.itinerary_at as at, (
            select json_agg(json_build_array(b.id, b.parent_id, b.ref, b.type, b.visibility, b.data, b.layout) order by b.rank, b.id)
            from itinerary_blocks b where b.agency_id = $1 and b.trip_id = $2) as blocks
          from trips t where t.agency_id = $1 and t.id = $2 and t.archived_at is null`,
        values: [callerOf(request).agencyId, id],
      })
      const { version, at, blocks } = rows[0] as (typeof rows)[number]
      const updatedAt = `${at.slice(0, 10)}T${at.slice(11, 19)}.${at.slice(20, at.indexOf('+', 19)).padEnd(3, '0')}Z`
      return { object: 'itinerary', tripId: id, version, syncedWithDesign: true, blocks: nested(blocks), updatedAt }
    })

    app.post('/v1/trips', async (request, reply) => {
      const client = await writes.connect()
      try {
        return reply.code(201).send(answerOf(await createDesignedByHand(client, callerOf(request), request.body as DesignedTrip), baseUrl))
      } finally {
        client.release()
      }
    })

    app.post('/v1/trips/:id/itinerary/ops', async (request) => {
      const client = await writes.connect()
      try {
        const { id } = request.params as { id: string }
        return await changeByHand(client, reads, callerOf(request), id, (request.body as { ops: HandOp[] }).ops)
      } finally {
        client.release()
      }
    })
  })
})
