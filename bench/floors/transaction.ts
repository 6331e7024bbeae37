// Floor: a bare Fastify route around the transaction written by hand.
import type { BenchTrip } from '../trip-content.ts'
import { createByHand } from './create-by-hand.ts'
import { asFloor } from './given.ts'
import { barePool } from './pool.ts'
import { callersOf, listening } from './routes.ts'
import { answerOf } from './trip-row.ts'

asFloor(async ({ writer, callers, baseUrl }) => {
  const pool = barePool(writer)
  const callerOf = callersOf(callers)
  return listening((app) => {
    app.post('/v1/trips', async (request, reply) => {
      const client = await pool.connect()
      try {
        return reply.code(201).send(answerOf(await createByHand(client, callerOf(request), request.body as BenchTrip), baseUrl))
      } finally {
        client.release()
      }
    })
  })
})
