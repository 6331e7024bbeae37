import Type from 'typebox'
import { canonical } from '../../operations/canonical.ts'
import { invalid } from '../../operations/input.ts'
import { operation } from '../../operations/operation.ts'
import { Kind, named, Shape } from '../../operations/schema.ts'
import { TripPath } from '../trips/index.ts'
import { accountAfter } from './account-of-contact.ts'
import { contactContentOf, oneContact, toContact, writeContact } from './contact.queries.ts'
import { changedContact } from './contact.rules.ts'
import { Contact, ContactInput } from './contact.ts'
import { contactToWrite } from './contact-to-write.ts'
import { personMistakes } from './person.rules.ts'

const ContactChangePreview = named(
  'ContactChangePreview',
  Shape({
    object: Kind('contact_change_preview'),
    movesAccess: Type.Boolean({ description: 'Whether access to the traveler app goes over to another address; not while there is none.' }),
    emailsTo: Type.Null({ description: 'The address that is sent an access email; null where nobody is.' }),
  }),
)

export const updateContact = operation({
  id: 'contact.update',
  title: 'Update the booking contact',
  describe:
    'Absent members stay as they are, null clears. With another email the contact gets the account of that address, made where there is none; without one the account stays.',
  route: 'PATCH /v1/trips/{tripId}/contact',
  kind: 'write',
  scopes: ['travelers:write'],
  cost: 1,
  undo: 'none',
  params: TripPath,
  body: ContactInput,
  returns: Contact,
  answersSecret: true,
  preview: ContactChangePreview,
  problems: ['not_found', 'no_contact'],
  emits: ['trip_contact.updated'],
  example: { body: { phone: '+34 600 333 444', email: 'lucia@example.com' } },

  async handle({ params, body, db, vault, refuse }) {
    const before = await contactToWrite(db, params.tripId, refuse)
    const known = contactContentOf(before, vault)
    const content = changedContact(known, body)
    const mistakes = personMistakes(content)
    if (mistakes.length > 0) throw invalid(mistakes)

    const isChanged = canonical(content) !== canonical(known)
    if (isChanged) await writeContact(db, vault, before, await accountAfter(db, before, content), content)
    return {
      answer: toContact(isChanged ? await oneContact(db, before.id) : before, vault),
      preview: () => ({ object: 'contact_change_preview' as const, movesAccess: false, emailsTo: null }),
    }
  },
})
