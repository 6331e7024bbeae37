import type { TestAgency } from './world.ts'

/** A block in a trip of its own. */
export async function blockInTrip(agency: TestAgency, block: object): Promise<{ tripId: string; blockId: string }> {
  const { id: tripId } = await agency.newTrip()
  const { status, body } = await agency.api(`POST /v1/trips/${tripId}/itinerary/ops`, { body: { ops: [{ op: 'insert', block }] } })
  if (status !== 200) throw new Error(`A block was refused while a test was set up: ${JSON.stringify(body)}`)
  return { tripId, blockId: body.results[0].blockIds[0] }
}

const LODGING = { type: 'lodging', data: { name: 'Ryokan Yamato', nights: 2 } }

/** An entry of the library, saved through the API. */
export async function savedEntry(agency: TestAgency, block: object = LODGING, rest: object = {}) {
  const { status, body } = await agency.api('POST /v1/library/entries', { body: { ...(await blockInTrip(agency, block)), ...rest } })
  if (status !== 201) throw new Error(`An entry was refused while a test was set up: ${JSON.stringify(body)}`)
  return body
}

/** Lets so much time pass for whoever has the entry open. */
export const ageLease = (
  world: { admin: { query(text: string, values: unknown[]): Promise<unknown> } },
  entryId: string,
  seconds: number,
) => world.admin.query('update library_entries set lease_until = lease_until - make_interval(secs => $2) where id = $1', [entryId, seconds])
