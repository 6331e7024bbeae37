import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { Shape } from '../../operations/schema.ts'
import { TripPath } from '../trips/index.ts'
import { removeContact } from './contact.queries.ts'
import { confirmationOf } from './contact.rules.ts'
import { DeletedContact } from './contact.ts'
import { contactToWrite } from './contact-to-write.ts'

export const deleteContact = operation({
  id: 'contact.delete',
  title: 'Remove the booking contact',
  describe:
    'Removes the contact and the details that are kept with it; the account of the customer and their other trips stay. For people who may delete travelers. Cannot be undone.',
  route: 'DELETE /v1/trips/{tripId}/contact',
  kind: 'destructive',
  scopes: ['travelers:write'],
  cost: 1,
  undo: 'none',
  params: TripPath,
  query: Shape({
    confirm: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          "Has to be there: the contact's email; that of the account, where the contact has none; the trip's id, where there is neither.",
      }),
    ),
  }),
  returns: DeletedContact,
  problems: ['not_found', 'no_contact', 'forbidden', 'confirmation_required'],
  emits: ['trip_contact.deleted'],

  async handle({ params, query, caller, db, refuse }) {
    const contact = await contactToWrite(db, params.tripId, refuse)
    if (!caller.user.travelerDeletion) throw refuse('forbidden', { detail: 'You may not remove travelers and contacts.' })
    if (query.confirm !== confirmationOf(contact))
      throw refuse('confirmation_required', { detail: "`confirm` has to be the contact's email." })
    await removeContact(db, contact.id)
    return { object: 'trip_contact' as const, tripId: contact.id, deleted: true as const }
  },
})
