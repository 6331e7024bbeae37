import { connect } from 'node:net'
import type { Answer } from '../harness/api.ts'

/** What a server answers to bytes that no HTTP client would send; it is waited for until the connection ends. */
export function sendBytes(baseUrl: string, bytes: string | Uint8Array): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const received: Uint8Array[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk) => received.push(Buffer.from(chunk)))
    // a server that refuses what is still being sent may close hard after its answer
    socket.on('error', (error) => (received.length > 0 ? resolve(parse(Buffer.concat(received))) : reject(error)))
    socket.on('end', () => resolve(parse(Buffer.concat(received))))
  })
}

/** A request by hand: the connection is closed after its answer. */
export const rawRequest = (line: string, headers: Record<string, string>, body: string | Uint8Array = ''): Buffer => {
  const bytes = Buffer.from(body)
  const all = { Host: 'localhost', Connection: 'close', ...(bytes.length > 0 && { 'Content-Length': String(bytes.length) }), ...headers }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${head.join('')}\r\n`, 'latin1'), bytes])
}

function parse(bytes: Buffer): Answer {
  const text = bytes.toString('utf8')
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = rest.join('\r\n\r\n')
  const isJson = headers.get('content-type')?.includes('json')
  return { status: Number(statusLine.split(' ')[1]), headers, body: isJson ? JSON.parse(body) : body || undefined }
}
