import { type Runs, rowsOf } from '../../db/query.ts'
import type { PublicTrip } from '../../published/public-trip.ts'
import { publicItinerary } from '../itinerary/index.ts'

interface PublicTripRow {
  title: string
  start_date: string | null
  end_date: string | null
  travelers: number
  cover_image_url: string | null
  agency_name: string
  locale: string
  blocks: Parameters<typeof publicItinerary>[0] | null
}

// the token is unique among all agencies, so its index answers alone; the blocks come as one JSON, in the order of their ranks
const FIND = `
  select t.title, t.start_date, t.end_date, t.travelers, t.cover_image_url, a.name as agency_name, a.locale, (
    select json_agg(json_build_object('id', b.id, 'ref', b.ref, 'type', b.type, 'parentId', b.parent_id, 'rank', b.rank,
      'visibility', b.visibility, 'data', b.data, 'layout', b.layout, 'generated', b.generated) order by b.rank, b.id)
    from itinerary_blocks b where b.agency_id = t.agency_id and b.trip_id = t.id
  ) as blocks
  from trips t join agencies a on a.id = t.agency_id
  where t.public_token = $1 and t.publication = 'published' and t.archived_at is null`

/** As `insertTrip` makes them: 16 bytes in base64url. */
const TOKEN = /^[\w-]{22}$/

/** Asked without a tenant, by whoever has the link. A draft, an archived trip and a token of nobody are all the same: nothing. */
export async function findPublicTrip(runs: Runs, token: string): Promise<PublicTrip | undefined> {
  if (!TOKEN.test(token)) return undefined
  const [row] = await rowsOf<PublicTripRow>(runs, { text: FIND, parameters: [token] })
  return (
    row && {
      title: row.title,
      startDate: row.start_date,
      endDate: row.end_date,
      travelers: row.travelers,
      coverImageUrl: row.cover_image_url,
      agency: { name: row.agency_name, locale: row.locale },
      blocks: publicItinerary(row.blocks ?? []),
    }
  )
}
