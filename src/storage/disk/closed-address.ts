import { Problem } from '../../operations/problem.ts'

/** One answer to whatever is not, or no longer, an address that was given out: it tells nobody which documents there are. */
export const closedAddress = (): Problem =>
  new Problem('forbidden', { detail: 'This address was not given out, or is over. Ask the service for a new one.' })
