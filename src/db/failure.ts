/** What an error of the database means for a caller: that it is busy or gone, or that we made a mistake. */
const PASSING = new Set([
  '55P03', // lock_not_available: lock_timeout
  '57014', // query_canceled: statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '25P03', // idle_in_transaction_session_timeout
  '53300', // too_many_connections
  '40P01', // deadlock_detected
  '40001', // serialization_failure
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // the socket of a stopped server
  'EPIPE',
  'ETIMEDOUT',
])

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: string }
  if (code !== undefined) return PASSING.has(code) || code.startsWith('08')
  // pg has no codes for these
  return /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error|^Query read timeout/.test(
    error.message,
  )
}
