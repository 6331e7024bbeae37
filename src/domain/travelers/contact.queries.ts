import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../db/tables.generated.ts'
import type { ReadDb, WriteDb } from '../../db/tenant.ts'
import type { Vault } from '../../vault.ts'
import type { Contact, ContactContent } from './contact.ts'
import { openSealed, sealedAs } from './sealed.ts'

const COLUMNS = [
  ...(['id', 'account_id', 'name', 'email', 'phone', 'address'] as const),
  ...(['doc_type', 'doc_number', 'doc_country', 'tax_id'] as const),
] as const

type Stored = Pick<Selectable<Tables['trip_contacts']>, (typeof COLUMNS)[number]>
export type ContactRow = Stored & { account_email: string | null; account_name: string | null }

export const contactContentOf = (row: Stored, vault: Vault): ContactContent => ({
  name: row.name,
  email: row.email,
  phone: row.phone,
  address: row.address as ContactContent['address'],
  docType: row.doc_type as ContactContent['docType'],
  docNumber: openSealed(vault, row.doc_number),
  docCountry: row.doc_country,
  taxId: openSealed(vault, row.tax_id),
})

export const toContact = (row: ContactRow, vault: Vault): Contact => ({
  object: 'trip_contact',
  tripId: row.id,
  ...contactContentOf(row, vault),
  account: { userId: row.account_id, email: row.account_email, name: row.account_name },
  access: null,
  accessOpenedAt: null,
  accessMoved: false,
})

/** Of live trips, by the ids of these. */
const contactsOf = (db: ReadDb, tripIds: readonly string[]) =>
  sql<ContactRow>`
    select ${sql.join(COLUMNS.map((column) => sql.ref(`c.${column}`)))}, a.email as account_email, a.name as account_name
    from trip_contacts c
    join trips t on t.agency_id = c.agency_id and t.id = c.id and t.archived_at is null
    join traveler_accounts a on a.agency_id = c.agency_id and a.id = c.account_id
    where c.agency_id = ${db.agencyId} and c.id = any(${[...tripIds]}::uuid[])`

export const findContacts = (db: ReadDb, tripIds: readonly string[]): Promise<ContactRow[]> => db.rows(contactsOf(db, tripIds))

export const findContact = (db: ReadDb, tripId: string): Promise<ContactRow | undefined> => db.first(contactsOf(db, [tripId]))

/** Where it was just written. */
export const oneContact = (db: ReadDb, tripId: string): Promise<ContactRow> => db.one(contactsOf(db, [tripId]))

export const insertContact = (db: WriteDb, vault: Vault, tripId: string, accountId: string, content: ContactContent): Promise<unknown> =>
  db.rows(db.insert('trip_contacts', { id: tripId, account_id: accountId, ...toColumns(content, vault) }))

export const writeContact = (db: WriteDb, vault: Vault, before: Stored, accountId: string, content: ContactContent): Promise<unknown> =>
  db.rows(db.update('trip_contacts', { account_id: accountId, ...toColumns(content, vault, before) }).where('id', '=', before.id))

export const removeContact = (db: WriteDb, tripId: string): Promise<unknown> => db.rows(db.remove('trip_contacts').where('id', '=', tripId))

const toColumns = (content: ContactContent, vault: Vault, before?: Stored) => ({
  name: content.name,
  email: content.email,
  phone: content.phone,
  address: content.address && JSON.stringify(content.address),
  doc_type: content.docType,
  doc_number: sealedAs(vault, content.docNumber, before?.doc_number ?? null),
  doc_country: content.docCountry,
  tax_id: sealedAs(vault, content.taxId, before?.tax_id ?? null),
})
