import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { Kind, Shape, Uuid } from '../../operations/schema.ts'
import { ExpectedUpdatedAt, refuseStale } from '../../operations/stale.ts'
import { knownTemplate } from './known-template.ts'
import { removeTemplate } from './template.queries.ts'
import { TemplatePath } from './template.ts'

export const deleteTemplate = operation({
  id: 'templates.delete',
  title: 'Delete a template',
  describe: 'Trips that were made from it stay as they are. Undo brings the same template back, with its id.',
  route: 'DELETE /v1/trip-templates/{templateId}',
  kind: 'destructive',
  scopes: ['catalog:write'],
  cost: 1,
  undo: 'captured',
  params: TemplatePath,
  query: ExpectedUpdatedAt,
  returns: Shape({ object: Kind('trip_template'), id: Uuid(), deleted: Type.Literal(true) }),
  problems: ['not_found', 'stale_write'],

  async handle({ params, query, db, refuse }) {
    const template = await knownTemplate(db, params.templateId, refuse)
    refuseStale(template, query.expectedUpdatedAt, refuse)
    await removeTemplate(db, template.id)
    return { object: 'trip_template' as const, id: template.id, deleted: true as const }
  },
})
