/** What the library says of a try that failed. */
interface Trouble {
  code?: string
  originalCode?: string
  responseCode?: number
  response?: string
  command?: string
}

/**
 * Another try would get the same answer: the server refused this recipient, or this message, for good. What it refuses of
 * us (the login, the sender, TLS) somebody can put right.
 */
export function forGood(error: unknown): boolean {
  const { responseCode = 0, command } = error as Trouble
  return responseCode >= 500 && responseCode !== 503 && (command === 'RCPT TO' || command === 'DATA')
}

/** Numbers and our own words: what a server writes beside its numbers may hold an address, or what we sent it. */
export function reasonOf(error: unknown): string {
  const { code = '', originalCode, responseCode, response = '', command } = error as Trouble
  if (responseCode) {
    const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
    return `the server answered ${[responseCode, enhanced].filter(Boolean).join(' ')}${command ? ` to ${command.split(' ').slice(0, 2).join(' ')}` : ''}`
  }
  // the first cause tells more: which name was not found, what is wrong with a certificate
  return (REASONS[originalCode ?? ''] ?? originalCode ?? REASONS[code] ?? code) || 'the connection failed'
}

const REASONS: Record<string, string> = {
  EABORT: 'no end in time',
  ETIMEDOUT: 'no answer in time',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  ECONNECTION: 'the connection was cut',
  ENOTFOUND: 'the name of the server is not known',
  EAI_AGAIN: 'the name of the server could not be looked up',
  EDNS: 'the name of the server could not be looked up',
  ESOCKET: 'the connection failed',
  ETLS: 'no secure connection could be made',
}
