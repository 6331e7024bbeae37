import { operation } from '../../operations/operation.ts'
import { TripPath } from '../trips/index.ts'
import { findContact, findContacts, toContact } from './contact.queries.ts'
import { Contact } from './contact.ts'

export const getContact = operation({
  id: 'contact.get',
  title: 'Get the booking contact',
  describe: 'Who booked the trip. A trip without a contact answers as one that is not there.',
  route: 'GET /v1/trips/{tripId}/contact',
  kind: 'read',
  scopes: ['travelers:read'],
  cost: 1,
  undo: 'none',
  params: TripPath,
  returns: Contact,
  problems: ['not_found'],
  subjectOf: {
    subject: 'trip_contact',
    types: ['trip_contact.created', 'trip_contact.updated', 'trip_contact.deleted'],
    many: async ({ db, vault }, tripIds) => new Map((await findContacts(db, tripIds)).map((row) => [row.id, toContact(row, vault)])),
  },

  async handle({ params, db, vault, refuse }) {
    const contact = await findContact(db, params.tripId)
    if (!contact) throw refuse('not_found', { detail: `There is no contact of a trip ${params.tripId}.` })
    return toContact(contact, vault)
  },
})
