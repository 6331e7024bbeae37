import type { ReadDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import { type DocumentRow, findDocument } from './document.queries.ts'

/** The document, or a refusal: absent, pending, of an archived trip and another agency's look the same from outside. */
export async function knownDocument(db: ReadDb, documentId: string, refuse: Refuse<'not_found'>): Promise<DocumentRow> {
  const document = await findDocument(db, documentId)
  if (!document) throw refuse('not_found', { detail: `There is no document ${documentId}.` })
  return document
}
