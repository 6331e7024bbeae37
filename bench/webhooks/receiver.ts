// Somebody's server: answers 200 at once, or never under /hang, and tells what came.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let times: number[] = []

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    if (request.url === '/hang') return
    times.push(performance.timeOrigin + performance.now())
    response.writeHead(200, { 'Content-Length': 0 }).end()
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

export type Asked = 'port' | 'forget' | 'times'
process.on('message', (asked: Asked) => {
  if (asked === 'forget') times = []
  process.send?.(asked === 'port' ? { port: (server.address() as AddressInfo).port } : { times })
})
process.on('disconnect', () => process.exit())
