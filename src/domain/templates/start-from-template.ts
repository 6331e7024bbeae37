import type { ReadDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import { knownTemplate } from './known-template.ts'
import { type Start, startOf } from './start.rules.ts'
import { toContent } from './template.queries.ts'

/** What a trip starts with that is made from a template of the agency. */
export async function startFromTemplate(
  db: ReadDb,
  templateId: string,
  startDate: string | null,
  refuse: Refuse<'not_found'>,
): Promise<Start & { coverUrl: string | null }> {
  const template = await knownTemplate(db, templateId, refuse)
  return { ...startOf(toContent(template), startDate), coverUrl: template.cover_url }
}
