import type { BenchCaller } from '../seed.ts'
import { BENCH_TRIPS } from '../trip-content.ts'

/** Replaced in each request that goes out by a number as long as itself that no other request has. */
export const UNIQUE = '§unique-numbers§'

/** A request as it goes over the wire. */
export function request(caller: BenchCaller, route: string, body?: object, headers: Record<string, string> = {}): string {
  const text = body && JSON.stringify(body)
  const all = {
    Host: '127.0.0.1',
    Authorization: `Bearer ${caller.secret}`,
    ...headers,
    ...(text !== undefined && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }),
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${route} HTTP/1.1\r\n${head.join('')}\r\n${text ?? ''}`
}

export const getRequests = (callers: BenchCaller[]): string[] =>
  transposed(callers.map((caller) => caller.tripIds.map((id) => request(caller, `GET /v1/trips/${id}`))))

export const listRequests = (callers: BenchCaller[]): string[] => callers.map((caller) => request(caller, 'GET /v1/trips'))

export const createRequests = (callers: BenchCaller[], headers: Record<string, string> = {}): string[] =>
  BENCH_TRIPS.flatMap((trip) => callers.map((caller) => request(caller, 'POST /v1/trips', trip, headers)))

export const patchRequests = (callers: BenchCaller[]): string[] =>
  transposed(
    callers.map((caller) => caller.tripIds.map((id) => request(caller, `PATCH /v1/trips/${id}`, { title: `Kioto en otoño ${UNIQUE}` }))),
  )

/** One of each agency in turn: neighbours in time are of different agencies, as in life. */
const transposed = (byAgency: string[][]): string[] => (byAgency[0] ?? []).flatMap((_, place) => byAgency.flatMap((of) => of[place] ?? []))
