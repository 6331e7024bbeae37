import type { ReadDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import { findTemplate, type TemplateRow } from './template.queries.ts'

/** The template, or a refusal: absent and another agency's look the same from outside. */
export async function knownTemplate(db: ReadDb, templateId: string, refuse: Refuse<'not_found'>): Promise<TemplateRow> {
  const template = await findTemplate(db, templateId)
  if (!template) throw refuse('not_found', { detail: `There is no trip template ${templateId}.` })
  return template
}
