// The load, in a process of its own: raw sockets and requests made beforehand, so that little of the machine goes to asking.
import { connect, type Socket } from 'node:net'
import type { Asked, Told } from './load.ts'

/** Stands in a request's text where each request needs a number of its own; as long as what replaces it. */
const UNIQUE = Buffer.from('§unique-numbers§')

let sent = 0
const unique = () => String(process.pid % 1e6).padStart(6, '0') + String(sent++).padStart(UNIQUE.length - 6, '0')

/** The request's bytes, cut where the unique numbers go. */
function prepared(text: string): Buffer[] {
  const pieces: Buffer[] = []
  let rest = Buffer.from(text)
  for (let at = rest.indexOf(UNIQUE); at >= 0; at = rest.indexOf(UNIQUE)) {
    pieces.push(rest.subarray(0, at))
    rest = rest.subarray(at + UNIQUE.length)
  }
  return [...pieces, rest]
}

function bytesOf(pieces: Buffer[]): Buffer {
  if (pieces.length === 1) return pieces[0] as Buffer
  const number = Buffer.from(unique())
  return Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [number, piece])))
}

interface Answer {
  status: number
  body(): string
}

/** One keep-alive connection: a request goes out when the answer to the one before has come in whole. */
class Connection {
  readonly socket: Socket
  private chunks: Buffer[] = []
  private received = 0
  private expected = 0
  private status = 0
  private waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined

  constructor(socket: Socket) {
    this.socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.take(chunk))
    const fail = (error?: Error) => this.waiting?.reject(error ?? new Error('The server closed the connection'))
    socket.on('error', fail)
    socket.on('close', () => fail())
  }

  ask(bytes: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject }
      this.socket.write(bytes)
    })
  }

  private take(chunk: Buffer): void {
    this.chunks.push(chunk)
    this.received += chunk.length
    if (this.expected === 0) this.readHead()
    if (this.expected === 0 || this.received < this.expected) return
    const { status, chunks, waiting } = this
    this.chunks = []
    this.received = 0
    this.expected = 0
    this.waiting = undefined
    waiting?.resolve({ status, body: () => Buffer.concat(chunks).toString() })
  }

  private readHead(): void {
    const bytes = this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks)
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = bytes.toString('latin1', 0, end)
    const length = /content-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined) this.waiting?.reject(new Error(`An answer without a length: ${head}`))
    this.status = Number(head.slice(9, 12))
    this.expected = end + 4 + Number(length)
  }
}

async function run({ port, requests, connections, ms }: Asked): Promise<Told> {
  const ready = requests.map(prepared)
  const open = await Promise.all(Array.from({ length: connections }, () => opened(port)))
  const latencies: number[] = []
  const began = performance.now()
  const until = began + ms
  let next = 0
  let problem: string | undefined

  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() < until && !problem) {
        const request = ready[next++ % ready.length] as Buffer[]
        const asked = performance.now()
        const answer = await connection.ask(bytesOf(request))
        if (answer.status < 200 || answer.status > 299) problem = answer.body()
        const answered = performance.now()
        // what is still on its way when the time is up is waited for, so that it can't disturb the next round, but not counted
        if (answered <= until) latencies.push(answered - asked)
      }
    }),
  )
  for (const { socket } of open) socket.destroy()
  if (problem) return { problem }
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? 0
  return { answers: latencies.length, perSecond: (latencies.length / ms) * 1000, p50: at(0.5), p99: at(0.99) }
}

const opened = (port: number): Promise<Connection> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => resolve(new Connection(socket)))
    socket.once('error', reject)
  })

// the same requests are asked for round after round: they travel here once
const known = new Map<string, string[]>()

process.on('message', (message: { know: string; requests: string[] } | (Omit<Asked, 'requests'> & { use: string })) => {
  if ('know' in message) {
    known.set(message.know, message.requests)
    return
  }
  run({ ...message, requests: known.get(message.use) ?? [] }).then(
    (told) => process.send?.(told),
    (error: Error) => process.send?.({ problem: error.message }),
  )
})
process.on('disconnect', () => process.exit(0))
