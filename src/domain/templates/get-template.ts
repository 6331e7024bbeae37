import { operation } from '../../operations/operation.ts'
import { knownTemplate } from './known-template.ts'
import { toTemplate } from './template.queries.ts'
import { Template, TemplatePath } from './template.ts'

export const getTemplate = operation({
  id: 'templates.get',
  title: 'Get a template',
  describe: 'The template with its design and the blocks that a trip made from it starts with.',
  route: 'GET /v1/trip-templates/{templateId}',
  kind: 'read',
  scopes: ['catalog:read'],
  cost: 1,
  undo: 'none',
  params: TemplatePath,
  returns: Template,
  problems: ['not_found'],

  async handle({ params, db, refuse }) {
    return toTemplate(await knownTemplate(db, params.templateId, refuse))
  },
})
