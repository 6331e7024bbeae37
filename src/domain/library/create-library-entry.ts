import { operation } from '../../operations/operation.ts'
import { tidyTags } from '../tags/index.ts'
import { insertEntry, toEntry } from './entry.queries.ts'
import { titleOf } from './entry.rules.ts'
import { Entry, NewEntry } from './entry.ts'
import { blockOfTrip } from './trip-block.ts'
import { undoOfEntry } from './undo-of-entry.ts'

export const createLibraryEntry = operation({
  id: 'library.create',
  title: 'Save a block to the library',
  describe:
    'Keeps a block of a trip with everything in it, without ids, so that it can be put into other itineraries. Who travels, their papers and what was booked stay behind.',
  route: 'POST /v1/library/entries',
  kind: 'write',
  scopes: ['catalog:write', 'trips:read'],
  cost: 1,
  undo: undoOfEntry,
  body: NewEntry,
  status: 201,
  returns: Entry,
  problems: ['not_found'],
  example: {
    body: { tripId: '01997a4e-5c00-7000-8000-000000000001', blockId: 'b12', title: 'Llegada a Narita', tags: ['Japón', 'aeropuerto'] },
  },

  async handle({ body, db, refuse }) {
    const snapshot = await blockOfTrip(db, body, refuse)
    return toEntry(await insertEntry(db, { title: body.title ?? titleOf(snapshot), tags: tidyTags(body.tags ?? []), snapshot }))
  },
})
