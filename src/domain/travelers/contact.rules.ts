import { CONTACT_WRITTEN, type ContactContent, type ContactInput } from './contact.ts'
import { tidyPerson } from './person.rules.ts'

const NOBODY = Object.fromEntries(CONTACT_WRITTEN.map((member) => [member, null])) as ContactContent

export const newContact = (body: ContactInput): ContactContent => changedContact(NOBODY, body)

/** Absent members stay as they are, null clears. */
export const changedContact = (before: ContactContent, changes: ContactInput): ContactContent => tidyPerson({ ...before, ...changes })

/** What somebody has to repeat who means to remove a contact: its address, that of its account, or the trip where there is neither. */
export const confirmationOf = (contact: { email: string | null; account_email: string | null; id: string }): string =>
  contact.email ?? contact.account_email ?? contact.id
