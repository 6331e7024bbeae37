import { invalid } from '../../operations/input.ts'
import { operation } from '../../operations/operation.ts'
import { liveTrip, TripPath } from '../trips/index.ts'
import { accountFor } from './account-of-contact.ts'
import { findContact, insertContact, oneContact, toContact } from './contact.queries.ts'
import { newContact } from './contact.rules.ts'
import { Contact, ContactInput } from './contact.ts'
import { personMistakes } from './person.rules.ts'

export const createContact = operation({
  id: 'contact.create',
  title: 'Add the booking contact',
  describe: "Says who booked the trip; a trip has one contact. The customer's account is found by the email, or made.",
  route: 'POST /v1/trips/{tripId}/contact',
  kind: 'write',
  scopes: ['travelers:write'],
  cost: 1,
  undo: 'none',
  params: TripPath,
  body: ContactInput,
  status: 201,
  returns: Contact,
  answersSecret: true,
  problems: ['not_found', 'contact_exists'],
  emits: ['trip_contact.created'],
  example: { body: { name: 'Lucía Ferrer', email: 'lucia.ferrer@example.com', phone: '+34 600 111 222' } },

  async handle({ params, body, db, vault, refuse }) {
    const { id: tripId } = await liveTrip(db, params.tripId, refuse)
    if (await findContact(db, tripId)) throw refuse('contact_exists')
    const content = newContact(body)
    const mistakes = personMistakes(content)
    if (mistakes.length > 0) throw invalid(mistakes)

    await insertContact(db, vault, tripId, await accountFor(db, content), content)
    return toContact(await oneContact(db, tripId), vault)
  },
})
