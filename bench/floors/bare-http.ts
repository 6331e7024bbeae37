// Floor: node:http that answers the same bytes to everybody, without asking anyone.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asFloor } from './given.ts'
import { barePool } from './pool.ts'
import { answerOf, COLUMNS, type TripRow } from './trip-row.ts'

asFloor(async ({ reader, callers, baseUrl }) => {
  const pool = barePool(reader)
  const { rows } = await pool.query<TripRow>(`select ${COLUMNS} from trips where id = $1`, [callers[0]?.tripIds[0]])
  await pool.end()
  const body = JSON.stringify(answerOf(rows[0] as TripRow, baseUrl))
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
})
