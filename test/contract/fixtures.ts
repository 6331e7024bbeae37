import { EXAMPLE_DESIGN } from '../../src/domain/design/index.ts'
import type { Operation } from '../../src/operations/operation.ts'
import type { Answer, Asked } from '../harness/api.ts'
import type { TestAgency } from '../harness/world.ts'
import type { Call } from './call.ts'

type Params = Record<string, string>

/** Makes what a piece of a path names, fresh, and answers its id. `params` has what stands further left in the path, if anything does. */
type Make = (agency: TestAgency, params: Params) => Promise<string>

/** What stands further left in a path comes first. */
const PATH: Record<string, Make> = {
  'trips/{tripId}': newTrip,
  'blocks/{blockId}': (agency, { tripId }) => newBlock(agency, String(tripId)),
  'changes/{changeId}': newChange,
  'travelers/{travelerId}': (agency) => newTraveler(agency),
  'trip-templates/{templateId}': newTemplate,
  'entries/{entryId}': (agency) => newEntry(agency),
  'entities/{entityId}': (agency) => newEntity(agency),
  'routes/{routeId}': (agency) => newRoute(agency),
  'documents/{documentId}': (agency) => newDocument(agency),
  'document-folders/{folderId}': (agency) => newFolder(agency),
  'webhook-endpoints/{endpointId}': newEndpoint,
  'deliveries/{deliveryId}': (agency, { endpointId }) => newDelivery(agency, endpointId),
  'events/{eventId}': newEvent,
}

/** Operations that need more than a fresh resource and their own example: a state, or ids in the body or query. */
const SITUATIONS: Record<string, (agency: TestAgency) => Promise<Partial<Call>>> = {
  'trips.restore': async (agency) => ({ params: { tripId: await newArchivedTrip(agency) } }),
  'trips.duplicate': async (agency) => ({ params: { tripId: await newDesignedTrip(agency) } }),
  'trips.unpublish': async (agency) => ({ params: { tripId: await newPublishedTrip(agency) } }),
  'contact.get': async (agency) => ({ params: { tripId: await newBookedTrip(agency) } }),
  'contact.update': async (agency) => ({ params: { tripId: await newBookedTrip(agency) } }),
  'contact.delete': async (agency) => ({ params: { tripId: await newBookedTrip(agency) }, query: { confirm: CONTACT.email } }),
  'itinerary.sync': async (agency) => ({ params: { tripId: await newUnsyncedTrip(agency) } }),
  'templates.create': async (agency) => ({ body: { tripId: await newDesignedTrip(agency), title: 'Japón clásico', tags: ['Japón'] } }),
  'documents.complete': async (agency) => ({ params: { documentId: await uploadedTo(agency, await newTrip(agency)) } }),
  'documentFolders.delete': async (agency) => ({ params: { folderId: await newFilledFolder(agency) } }),
  'library.create': async (agency) => ({ body: await savedBlock(agency) }),
  'catalogEntities.restore': async (agency) => ({ params: { entityId: await newDeletedEntity(agency) } }),
}

/**
 * Operations that answer a list: makes three rows for it, one write after the other so that their times differ, and
 * answers their ids. `params` are those of the call.
 */
export const LISTED: Record<string, (agency: TestAgency, params: Params) => Promise<string[]>> = {
  'trips.list': (agency) => threeOf(() => newTrip(agency)),
  'trips.listArchived': (agency) => threeOf(() => newArchivedTrip(agency)),
  'changes.list': (agency) => threeOf(() => newChange(agency)),
  'travelers.listOfTrip': (agency, { tripId }) => threeOf(() => newTraveler(agency, tripId)),
  'travelers.list': (agency) => threeOf(() => newTraveler(agency)),
  'templates.list': (agency) => threeOf(() => newTemplate(agency)),
  'library.list': (agency) => threeOf(() => newEntry(agency)),
  'catalogEntities.list': (agency) => threeOf(() => newEntity(agency)),
  'catalogFeatures.list': featuresInTurn,
  'routes.list': (agency) => threeOf(() => newRoute(agency)),
  'documents.list': (agency) => threeOf(() => newDocument(agency)),
  'documents.listOfTrip': (agency, { tripId }) => threeOf(() => newDocument(agency, tripId)),
  'documentFolders.list': (agency, { tripId }) => threeOf(() => newFolder(agency, tripId)),
  'webhookEndpoints.list': (agency) => threeOf(() => newEndpoint(agency)),
  'webhookDeliveries.list': (agency, { endpointId }) => threeOf(() => newDelivery(agency, endpointId)),
  'events.list': (agency) => threeOf(() => newEvent(agency)),
}

/** A call of the operation that works, on resources of its own. */
export async function validCall(operation: Operation, agency: TestAgency): Promise<Call> {
  const situation = await SITUATIONS[operation.id]?.(agency)
  const body = situation?.body ?? operation.example.body
  const query = situation?.query ?? operation.example.query
  if (body === undefined && (operation.body?.required ?? []).length > 0) throw missing(operation, 'body')
  if (query === undefined && (operation.query.required ?? []).length > 0) throw missing(operation, 'query')
  return {
    params: situation?.params ?? (await paramsOf(operation, agency)),
    ...(query !== undefined && { query: query as Record<string, unknown> }),
    ...(body !== undefined && { body }),
  }
}

const missing = (operation: Operation, part: 'body' | 'query') =>
  new Error(
    `${operation.id} needs a ${part}: give the operation an example, or, where it holds ids, an entry in SITUATIONS of test/contract/fixtures.ts`,
  )

/** Every operation that answers a list. */
export const listsAmong = (operations: readonly Operation[]): Operation[] =>
  operations.filter(({ returns }) => (returns.properties.object as { const?: string } | undefined)?.const === 'list')

/** Three rows for a list to show, by their ids. */
export async function listedRows(operation: Operation, agency: TestAgency, params: Params): Promise<string[]> {
  const maker = LISTED[operation.id]
  if (!maker)
    throw new Error(
      `${operation.id} answers a list that nothing fills: add to LISTED in test/contract/fixtures.ts what makes three rows for it`,
    )
  return maker(agency, params)
}

async function paramsOf(operation: Operation, agency: TestAgency): Promise<Params> {
  const params: Params = {}
  for (const [piece, name] of piecesOf(operation)) params[name] = await make(piece, agency, params)
  return params
}

/** `/v1/trips/{tripId}/itinerary/blocks/{blockId}` is about `trips/{tripId}` and `blocks/{blockId}`. */
export const piecesOf = (operation: Operation): [piece: string, param: string][] =>
  [...operation.path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, collection, name]) => [`${collection}/{${name}}`, String(name)])

function make(piece: string, agency: TestAgency, params: Params): Promise<string> {
  const maker = PATH[piece]
  if (!maker) throw new Error(`Nothing makes a ${piece}: add it to PATH in test/contract/fixtures.ts`)
  return maker(agency, params)
}

/** An id that a body or query names, by the name of the member: `ownerId`, or what a path calls the same. */
export async function idFor(member: string, agency: TestAgency): Promise<string> {
  if (member === 'ownerId') return agency.userId
  if (member === 'fromTripId') return newDesignedTrip(agency)
  if (member === 'parentId' || member === 'under') return newEntity(agency)
  const piece = Object.keys(PATH).find((name) => name.endsWith(`/{${member}}`))
  if (!piece) throw new Error(`Nothing makes a ${member}: add a path with it to PATH, or the member to idFor, in test/contract/fixtures.ts`)
  return make(piece, agency, {})
}

/** One of everything that paths name, so that lists have something to show. Answers the ids, by the names that paths give them. */
export async function populate(agency: TestAgency): Promise<Params> {
  const ids: Params = {}
  for (const [piece, maker] of Object.entries(PATH)) ids[/\{(\w+)\}/.exec(piece)?.[1] ?? ''] = await maker(agency, ids)
  for (const situation of Object.values(SITUATIONS)) await situation(agency)
  return ids
}

async function threeOf(make: () => Promise<string>): Promise<string[]> {
  return [await make(), await make(), await make()]
}

async function newTrip(agency: TestAgency): Promise<string> {
  const dates = { startDate: '2027-10-04', endDate: '2027-10-21' }
  return (await agency.newTrip({ title: 'Japón en otoño', ...dates, travelers: 2, metadata: { crm: '4711' } })).id
}

async function newArchivedTrip(agency: TestAgency): Promise<string> {
  const tripId = await newTrip(agency)
  await done(agency, `DELETE /v1/trips/${tripId}`)
  return tripId
}

async function newDesignedTrip(agency: TestAgency): Promise<string> {
  return (await agency.newTrip({ title: 'Japón en otoño', startDate: '2027-10-04', design: EXAMPLE_DESIGN })).id
}

async function newUnsyncedTrip(agency: TestAgency): Promise<string> {
  const tripId = await newDesignedTrip(agency)
  await done(agency, `PATCH /v1/trips/${tripId}`, { body: { startDate: '2027-10-11' } })
  return tripId
}

async function newPublishedTrip(agency: TestAgency): Promise<string> {
  const tripId = await newTrip(agency)
  await done(agency, `POST /v1/trips/${tripId}/publish`)
  return tripId
}

async function newBlock(agency: TestAgency, tripId: string): Promise<string> {
  const ops = [{ op: 'insert', block: { type: 'text', data: { markdown: 'Pasaporte en regla' } } }]
  const { body } = await done(agency, `POST /v1/trips/${tripId}/itinerary/ops`, { body: { ops } })
  return body.results[0].blockIds[0]
}

async function newChange(agency: TestAgency): Promise<string> {
  const { headers } = await done(agency, `PATCH /v1/trips/${await newTrip(agency)}`, { body: { title: 'Japón en primavera' } })
  return String(headers.get('service-change-id'))
}

/** Of a trip with room for as many as there can be. */
async function newTraveler(agency: TestAgency, tripId?: string): Promise<string> {
  const of = tripId ?? (await newTrip(agency))
  await done(agency, `PATCH /v1/trips/${of}`, { body: { travelers: 40 } })
  const body = { firstName: 'Lucía', lastName1: 'Ferrer', docType: 'passport', docNumber: 'PAB123456' }
  return (await done(agency, `POST /v1/trips/${of}/travelers`, { body })).body.id
}

const CONTACT = { name: 'Lucía Ferrer', email: 'lucia.ferrer@example.com', docType: 'dni', docNumber: '12345678Z' }

async function newBookedTrip(agency: TestAgency): Promise<string> {
  const tripId = await newTrip(agency)
  await done(agency, `POST /v1/trips/${tripId}/contact`, { body: CONTACT })
  return tripId
}

async function newTemplate(agency: TestAgency): Promise<string> {
  const body = { tripId: await newDesignedTrip(agency), title: 'Japón clásico', description: 'De Tokio a Osaka', tags: ['japón'] }
  return (await done(agency, 'POST /v1/trip-templates', { body })).body.id
}

async function savedBlock(agency: TestAgency): Promise<Params> {
  const tripId = await newTrip(agency)
  return { tripId, blockId: await newBlock(agency, tripId), title: 'Pasaporte' }
}

const newEntry = async (agency: TestAgency): Promise<string> =>
  (await done(agency, 'POST /v1/library/entries', { body: await savedBlock(agency) })).body.id

const newEntity = async (agency: TestAgency): Promise<string> =>
  (await done(agency, 'POST /v1/catalog/entities', { body: { kind: 'destino', name: 'Kioto' } })).body.id

async function newDeletedEntity(agency: TestAgency): Promise<string> {
  const entityId = await newEntity(agency)
  await done(agency, `DELETE /v1/catalog/entities/${entityId}`)
  return entityId
}

/** Those that the agency began with: nobody makes others. */
async function featuresInTurn(agency: TestAgency): Promise<string[]> {
  const { body } = await done(agency, 'GET /v1/catalog/features', { query: { limit: '3' } })
  return body.data.map(({ id }: { id: string }) => id)
}

const newRoute = async (agency: TestAgency): Promise<string> =>
  (await done(agency, 'POST /v1/catalog/routes', { body: { title: 'Japón clásico', design: EXAMPLE_DESIGN } })).body.id

async function uploadedTo(agency: TestAgency, tripId: string): Promise<string> {
  const { body } = await done(agency, `POST /v1/trips/${tripId}/documents`, { body: { name: 'Póliza.pdf', mimeType: 'application/pdf' } })
  await fetch(body.uploadUrl, { method: 'PUT', headers: body.headers, body: '%PDF-1.7' })
  return body.documentId
}

async function newDocument(agency: TestAgency, tripId?: string, completion = {}): Promise<string> {
  const documentId = await uploadedTo(agency, tripId ?? (await newTrip(agency)))
  return (await done(agency, `POST /v1/documents/${documentId}/complete`, { body: completion })).body.id
}

let folders = 0

async function newFolder(agency: TestAgency, tripId?: string): Promise<string> {
  const route = `POST /v1/trips/${tripId ?? (await newTrip(agency))}/document-folders`
  return (await done(agency, route, { body: { name: `Billetes ${++folders}` } })).body.id
}

async function newFilledFolder(agency: TestAgency): Promise<string> {
  const tripId = await newTrip(agency)
  const folderId = await newFolder(agency, tripId)
  await newDocument(agency, tripId, { folderId })
  return folderId
}

/** Of a key of its own: a key has only so many. */
async function newEndpoint(agency: TestAgency): Promise<string> {
  const { api } = await agency.newKey()
  const { status, body } = await api('POST /v1/webhook-endpoints', {
    body: { url: 'https://crm.example.com/travesia', eventTypes: ['trip.*'] },
  })
  if (status !== 201) throw new Error(`An endpoint was refused while a situation was set up: ${JSON.stringify(body)}`)
  return body.id
}

async function newDelivery(agency: TestAgency, endpointId: string | undefined): Promise<string> {
  const { body } = await done(agency, `POST /v1/webhook-endpoints/${endpointId ?? (await newEndpoint(agency))}/test`)
  return body.id
}

async function newEvent(agency: TestAgency): Promise<string> {
  const tripId = await newTrip(agency)
  await agency.publish()
  const { body } = await done(agency, 'GET /v1/events', { query: { tripId } })
  return body.data[0].id
}

/** A step on the way to a situation: it has to work, or the test that needs it says why it didn't. */
async function done(agency: TestAgency, route: string, asked?: Asked): Promise<Answer> {
  const answer = await agency.api(route, asked)
  if (answer.status >= 400) throw new Error(`${route} was refused while a situation was set up: ${JSON.stringify(answer.body)}`)
  return answer
}
