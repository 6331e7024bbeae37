import { operation } from '../../operations/operation.ts'
import { tidyTags } from '../tags/index.ts'
import { insertTemplate, toTemplate } from './template.queries.ts'
import { NewTemplate, Template } from './template.ts'
import { contentOfTrip } from './trip-content.ts'

export const createTemplate = operation({
  id: 'templates.create',
  title: 'Save a trip as a template',
  describe:
    'Keeps the design, blocks, headcount, presentation and start date of the trip as it is now: its itinerary is not synced first. Its cover becomes that of the template. Who travels, their papers and what was booked stay behind.',
  route: 'POST /v1/trip-templates',
  kind: 'write',
  scopes: ['catalog:write', 'trips:read'],
  cost: 2,
  undo: 'captured',
  body: NewTemplate,
  status: 201,
  returns: Template,
  problems: ['not_found', 'trip_has_no_design'],
  example: {
    body: {
      tripId: '01997a4e-5c00-7000-8000-000000000001',
      title: 'Japón clásico',
      description: 'De Tokio a Osaka en dieciocho días, con dos noches en Hakone.',
      tags: ['Japón', 'otoño'],
    },
  },

  async handle({ body, db, refuse, baseUrl }) {
    const { trip, content } = await contentOfTrip(db, body.tripId, baseUrl, refuse)
    const { title, description = '', tags = [] } = body
    return toTemplate(await insertTemplate(db, { title, description, tags: tidyTags(tags), coverUrl: trip.coverImageUrl }, content))
  },
})
