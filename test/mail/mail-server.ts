import { EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as it came: its envelope, its bytes, and how somebody else's program reads them. */
export interface ReceivedMail {
  envelopeTo: string[]
  envelopeFrom: string
  raw: string
  read: Email
}

/** An answer that is no `250`: the number and the words. */
interface Refusal {
  code: number
  words: string
}

export interface MailServer {
  url: string
  port: number
  received: ReceivedMail[]
  /** The commands that asked for somebody, however they were answered. */
  askedFor: string[]
  /** The passwords that were given, right or wrong. */
  logins: string[]
  connections(): number
  /** How it answers from now on: to the sender, the recipient, the message. Takes everything unless told otherwise. */
  refuse(at: { sender?: Refusal; recipient?: Refusal; message?: Refusal }): void
  wait(count: number): Promise<ReceivedMail[]>
  stop(): Promise<void>
}

const asError = ({ code, words }: Refusal) => Object.assign(new Error(words), { responseCode: code })

interface MailServerOptions {
  /** With one it asks for a login. */
  password?: string
  /** Offers TLS, with a certificate that nobody vouches for. */
  offersTls?: boolean
}

/** Somebody's mail server on this machine, that keeps what it gets. */
export async function startMailServer({ password, offersTls = false }: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const askedFor: string[] = []
  const logins: string[] = []
  const waiting = new Set<() => void>()
  let refusals: Parameters<MailServer['refuse']>[0] = {}
  let connections = 0
  const answers: SMTPServerOptions = {
    onConnect(_session, answer) {
      connections++
      answer()
    },
    onAuth({ username, password: given }, _session, answer) {
      logins.push(String(given))
      if (username === 'travesia' && given === password) answer(null, { user: username })
      else answer(asError({ code: 535, words: '5.7.8 Wrong login' }))
    },
    onMailFrom(_address, _session, answer) {
      answer(refusals.sender ? asError(refusals.sender) : null)
    },
    onRcptTo({ address }, _session, answer) {
      askedFor.push(address)
      answer(refusals.recipient ? asError(refusals.recipient) : null)
    },
    onData(stream, { envelope }, answer) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        if (refusals.message) return answer(asError(refusals.message))
        const raw = Buffer.concat(chunks).toString('utf8')
        received.push({
          envelopeTo: envelope.rcptTo.map(({ address }) => address),
          envelopeFrom: envelope.mailFrom ? envelope.mailFrom.address : '',
          raw,
          read: await PostalMime.parse(raw),
        })
        answer(null)
        for (const look of waiting) look()
      })
    },
  }
  const server = new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: offersTls ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    ...answers,
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const bound = (listening.address() as AddressInfo).port
  return {
    ...{ url: `smtp://127.0.0.1:${bound}`, port: bound, received, askedFor, logins },
    connections: () => connections,
    refuse(next) {
      refusals = next
    },
    wait: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return
          waiting.delete(look)
          resolve(received)
        }
        waiting.add(look)
        look()
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export interface BareServer {
  url: string
  port: number
  /** Resolves when so many have connected. */
  connected(count: number): Promise<void>
  /** Resolves when none of them is open any more. */
  left(): Promise<void>
  stop(): Promise<void>
}

/** One that answers as no mail server should: it is handed each connection. */
export async function startBareServer(answer: (socket: Socket) => void): Promise<BareServer> {
  const sockets = new Set<Socket>()
  let connections = 0
  const changes = new EventEmitter().setMaxListeners(0)
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await once(changes, 'change')
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    connections++
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      changes.emit('change')
    })
    // what it is told is read, and goes nowhere
    socket.resume()
    answer(socket)
    changes.emit('change')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...{ url: `smtp://127.0.0.1:${port}`, port },
    connected: (count) => until(() => connections >= count),
    left: () => until(() => sockets.size === 0),
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
