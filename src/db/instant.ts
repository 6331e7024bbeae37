/** An RFC 3339 timestamp in UTC with milliseconds, as every answer carries it. */
export type Instant = string

/** PostgreSQL's text of a timestamptz (`2026-11-21 09:30:00.12+00`) as an Instant. Connections run in UTC. */
export function toInstant(text: string): Instant {
  const seconds = `${text.slice(0, 10)}T${text.slice(11, 19)}`
  const fraction = text.charAt(19) === '.' ? text.slice(20, text.indexOf('+', 19)) : ''
  return `${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

export const toInstantOrNull = (text: string | null): Instant | null => (text === null ? null : toInstant(text))
