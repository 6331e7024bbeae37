// A worker thread: one agency writes over many connections, each as fast as it is answered, until it is told to end.
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

export interface Flood {
  baseUrl: string
  secret: string
  connections: number
}

const { baseUrl, secret, connections } = workerData as Flood
const { hostname, port } = new URL(baseUrl)
const body = JSON.stringify({ title: 'One of very many', metadata: { source: 'import' } })
const request = Buffer.from(
  `POST /v1/trips HTTP/1.1\r\nHost: flood\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
)
let done = 0

// as little work of our own as possible: the two share a machine with what they measure
const sockets: Socket[] = Array.from({ length: connections }, () => {
  const socket = connect(Number(port), hostname, () => socket.write(request))
  return socket.on('data', (answer) => {
    if (!answer.includes('HTTP/1.1 201')) return
    done++
    socket.write(request)
  })
})

parentPort?.once('message', () => {
  for (const socket of sockets) socket.destroy()
  parentPort?.postMessage(done)
})
