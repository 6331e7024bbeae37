import { Agent, type Dispatcher } from 'undici'
import { ClosedAddressError, guardedConnector, type Resolve, resolveByDns } from './connect.ts'

const ANSWER_WITHIN_MS = 10_000
const READ_AT_MOST = 64 * 1024
const SNIPPET_CHARACTERS = 500

/** How a receiver answered, if it did. */
export interface Answered {
  httpStatus: number | null
  durationMs: number
  error: string | null
  responseSnippet: string | null
}

export interface Outgoing {
  /** One POST: no redirects, at most 10 seconds, at most 64 KB of the answer. Never throws. */
  post(url: string, headers: Record<string, string>, body: Buffer): Promise<Answered>
  close(): Promise<void>
}

export interface OutgoingOptions {
  allowInsecure: boolean
  resolve?: Resolve
  timeoutMs?: number
}

/** The way out to strangers' servers. */
export function openOutgoing({ allowInsecure, resolve = resolveByDns, timeoutMs = ANSWER_WITHIN_MS }: OutgoingOptions): Outgoing {
  const dispatcher = new Agent({
    connect: guardedConnector(allowInsecure, resolve, timeoutMs),
    // the time of the whole attempt is what counts
    ...{ headersTimeout: 0, bodyTimeout: 0 },
    pipelining: 1,
    maxHeaderSize: 16 * 1024,
  })
  return {
    post(url, headers, body) {
      const { origin, pathname, search } = new URL(url)
      const startedAt = performance.now()
      return new Promise((settle) => {
        const attempt = new Attempt(timeoutMs, (told) => settle({ ...told, durationMs: Math.round(performance.now() - startedAt) }))
        dispatcher.dispatch({ origin, path: `${pathname}${search}`, method: 'POST', headers, body }, attempt)
      })
    },
    close: () => dispatcher.destroy(),
  }
}

/**
 * Hears an answer until it has said enough: its end, more than anybody looks at, or the end of its time. What counts is the
 * status; a body that drips, breaks or never ends is cut off.
 */
class Attempt implements Dispatcher.DispatchHandler {
  private readonly timeoutMs: number
  private readonly settle: (told: Omit<Answered, 'durationMs'>) => void
  private readonly timer: NodeJS.Timeout
  private controller: Dispatcher.DispatchController | undefined
  private httpStatus: number | null = null
  private readonly chunks: Buffer[] = []
  private read = 0
  private isOver = false

  constructor(timeoutMs: number, settle: (told: Omit<Answered, 'durationMs'>) => void) {
    this.timeoutMs = timeoutMs
    this.settle = settle
    this.timer = setTimeout(() => this.cutOff(), timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller
    // the connection came too late
    if (this.isOver) controller.abort(new Error('over'))
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number): void {
    // what comes before it, like 103, is no answer yet
    if (statusCode >= 200) this.httpStatus = statusCode
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.read < SNIPPET_CHARACTERS) this.chunks.push(chunk)
    this.read += chunk.length
    if (this.read > READ_AT_MOST) this.cutOff()
  }

  onResponseEnd(): void {
    this.end(null)
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.end(reasonOf(error))
  }

  private cutOff(): void {
    this.end(`no answer within ${this.timeoutMs / 1000} seconds`)
    this.controller?.abort(new Error('cut off'))
  }

  private end(error: string | null): void {
    if (this.isOver) return
    this.isOver = true
    clearTimeout(this.timer)
    const { httpStatus } = this
    this.settle({ httpStatus, error: httpStatus === null ? error : null, responseSnippet: httpStatus === null ? null : this.snippet() })
  }

  private snippet(): string | null {
    const text = Buffer.concat(this.chunks).subarray(0, SNIPPET_CHARACTERS).toString('utf8').replaceAll('\0', '').toWellFormed()
    return text === '' ? null : text
  }
}

/** Told to people who can't see our side: what failed, and nothing of where our name servers or networks are. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (error instanceof ClosedAddressError || cause instanceof ClosedAddressError) return 'the address is not on the public network'
  const { code, name } = cause as { code?: string; name?: string }
  return REASONS[code ?? ''] ?? code ?? name ?? 'the connection failed'
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'the connection could not be made in time',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
}
