import type { WriteDb } from '../../db/tenant.ts'
import { findAccount, insertAccount, setAccountEmail } from './account.queries.ts'
import type { ContactRow } from './contact.queries.ts'
import type { ContactContent } from './contact.ts'

/** The account behind a contact: the one with its address, made where there is none. */
export async function accountFor(db: WriteDb, { email, name }: ContactContent): Promise<string> {
  const known = email === null ? undefined : await findAccount(db, email)
  return known?.id ?? insertAccount(db, email, name)
}

/** A new address leads to another account, unless nobody had told one so far. Without an address the account stays. */
export async function accountAfter(db: WriteDb, before: ContactRow, content: ContactContent): Promise<string> {
  const { email } = content
  if (email === null || email === before.email) return before.account_id
  if (before.account_email !== null) return accountFor(db, content)
  const known = await findAccount(db, email)
  if (known) return known.id
  await setAccountEmail(db, before.account_id, email)
  return before.account_id
}
