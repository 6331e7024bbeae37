import { canonical } from '../../operations/canonical.ts'
import { operation } from '../../operations/operation.ts'
import { refuseStale } from '../../operations/stale.ts'
import { tidyTags } from '../tags/index.ts'
import { knownTemplate } from './known-template.ts'
import { toContent, toTemplate, updateTemplate as writeTemplate } from './template.queries.ts'
import { Template, TemplateChanges, TemplatePath } from './template.ts'
import { contentOfTrip } from './trip-content.ts'

export const updateTemplate = operation({
  id: 'templates.update',
  title: 'Update a template',
  describe:
    'Absent members stay as they are; `tags` replaces them all. `fromTripId` saves the content again, from the trip as it is now; title, description, tags and cover stay.',
  route: 'PATCH /v1/trip-templates/{templateId}',
  kind: 'write',
  scopes: ['catalog:write'],
  scopesFor: ({ body }) => (body.fromTripId === undefined ? [] : ['trips:read']),
  scopesNote: '`fromTripId` also needs `trips:read`.',
  cost: 1,
  undo: 'captured',
  params: TemplatePath,
  body: TemplateChanges,
  returns: Template,
  problems: ['not_found', 'stale_write', 'trip_has_no_design'],
  example: { body: { title: 'Japón clásico, con Okinawa', tags: ['japón', 'playa'] } },

  async handle({ params, body, db, refuse, baseUrl }) {
    const template = await knownTemplate(db, params.templateId, refuse)
    refuseStale(template, body.expectedUpdatedAt, refuse)
    const before = { ...toContent(template), ...labelsOf(toTemplate(template)) }
    const { fromTripId, tags, expectedUpdatedAt: _, ...plain } = body
    const saved = fromTripId === undefined ? undefined : await contentOfTrip(db, fromTripId, baseUrl, refuse)
    const after = { ...before, ...plain, ...saved?.content, ...(tags && { tags: tidyTags(tags) }) }

    if (canonical(after) === canonical(before)) return toTemplate(template)
    return toTemplate(await writeTemplate(db, template.id, after, after))
  },
})

const labelsOf = ({ title, description, tags, coverUrl }: Template) => ({ title, description, tags, coverUrl })
