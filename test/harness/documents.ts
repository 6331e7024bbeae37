import type { Answer } from './api.ts'
import type { TestAgency } from './world.ts'

export interface Started {
  documentId: string
  uploadUrl: string
  headers: Record<string, string>
}

const PAPER = { name: 'Póliza.pdf', mimeType: 'application/pdf' }

/** An upload that nothing came for yet. */
export async function startedUpload(agency: TestAgency, tripId: string, body: object = {}): Promise<Started> {
  return done(await agency.api(`POST /v1/trips/${tripId}/documents`, { body: { ...PAPER, ...body } })).body
}

export const put = (url: string, bytes: string | Uint8Array, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'PUT', headers, body: bytes as string })

// biome-ignore lint/suspicious/noExplicitAny: tests read problems of every shape
export const problemOf = (answer: Response): Promise<any> => answer.json()

/** One that waits for its completion. */
export async function uploaded(
  agency: TestAgency,
  tripId: string,
  { bytes = '%PDF-1.7', ...body }: Record<string, unknown> = {},
): Promise<string> {
  const { documentId, uploadUrl, headers } = await startedUpload(agency, tripId, body)
  const { status } = await put(uploadUrl, bytes as string, headers)
  if (status !== 200) throw new Error(`An upload was refused with ${status} while a test was set up`)
  return documentId
}

interface Wanted {
  tripId?: string
  name?: string
  mimeType?: string
  bytes?: string | Uint8Array
  visibility?: string
  folderId?: string | null
}

/** A document, uploaded as anybody would; on a trip of its own, unless one is named. */
export async function newDocument(agency: TestAgency, { tripId, visibility, folderId, ...upload }: Wanted = {}) {
  const documentId = await uploaded(agency, tripId ?? (await agency.newTrip()).id, upload)
  const body = { ...(visibility !== undefined && { visibility }), ...(folderId !== undefined && { folderId }) }
  return done(await agency.api(`POST /v1/documents/${documentId}/complete`, { body })).body
}

export async function newFolder(agency: TestAgency, tripId: string, name = 'Billetes') {
  return done(await agency.api(`POST /v1/trips/${tripId}/document-folders`, { body: { name } })).body
}

/** What its download link answers. */
export async function bytesOf(agency: TestAgency, documentId: string): Promise<string> {
  const { body } = done(await agency.api(`GET /v1/documents/${documentId}/download`))
  return (await fetch(body.url)).text()
}

export const changeOf = ({ headers }: Answer): string => String(headers.get('service-change-id'))

export const revert = (agency: TestAgency, change: string): Promise<Answer> => agency.api(`POST /v1/changes/${change}/revert`)

function done(answer: Answer): Answer {
  if (answer.status >= 400) throw new Error(`A document was refused while a test was set up: ${JSON.stringify(answer.body)}`)
  return answer
}
