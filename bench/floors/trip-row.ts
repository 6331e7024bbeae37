export const COLUMNS = `id, code, title, start_date, end_date, publication, commercial_state, travelers, owner_id, presentation, profile,
  cover_image_url, design, metadata, public_token, created_at, updated_at`

export interface TripRow {
  id: string
  code: string
  title: string
  start_date: string
  end_date: string
  publication: string
  commercial_state: string
  travelers: number
  owner_id: string
  presentation: object
  profile: object
  cover_image_url: string | null
  design: object | null
  metadata: object
  public_token: string
  created_at: string
  updated_at: string
}

const instant = (text: string) => `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, text.indexOf('+', 19)).padEnd(3, '0')}Z`

/** The bytes of our answer, written down as plainly as they can be. */
export const answerOf = (row: TripRow, baseUrl: string) => ({
  object: 'trip',
  id: row.id,
  code: row.code,
  title: row.title,
  startDate: row.start_date,
  endDate: row.end_date,
  publication: row.publication,
  commercialState: row.commercial_state,
  travelers: row.travelers,
  ownerId: row.owner_id,
  design: row.design,
  presentation: row.presentation,
  profile: row.profile,
  coverImageUrl: row.cover_image_url,
  coverage: null,
  metadata: row.metadata,
  appUrl: `${baseUrl}/app/trips/${row.id}`,
  publicUrl: `${baseUrl}/t/${row.public_token}`,
  createdAt: instant(row.created_at),
  updatedAt: instant(row.updated_at),
})
