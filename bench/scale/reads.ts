import { RARE_SURNAME } from './content.ts'
import type { Dataset, DatasetAgency } from './dataset.ts'

/** Requests as they go over the wire, by what they are. */
export type Reads = Record<string, string[]>

const SPREAD = 1000
const FAR_PAGE = 1000
const PAGE = 25
const STRIDE = 100

interface Page {
  data: { id: string; metadata: Record<string, string> }[]
  nextCursor: string | null
}

/** What is asked of a data set; where it ends before page 1,000, the page in its middle stands for that. */
export async function readsOf(baseUrl: string, { largest, middle }: Dataset): Promise<Reads> {
  const { ids, crm, far } = await walk(baseUrl, largest)
  const list = (agency: DatasetAgency, query: Record<string, string>) => [asked(agency, `/v1/trips?${new URLSearchParams(query)}`)]
  return {
    'a trip by id': ids.map((id) => asked(largest, `/v1/trips/${id}`)),
    'first page': list(largest, {}),
    'page 1,000': far.map((cursor) => asked(largest, `/v1/trips?cursor=${cursor}`)),
    'q, a rare word': list(largest, { q: RARE_SURNAME }),
    'q, a common word': list(largest, { q: 'kioto' }),
    'q, no title has it': list(largest, { q: 'xylofon' }),
    'q, two letters that no title has': list(largest, { q: 'xq' }),
    'metadata, one trip has it': crm.flatMap((value) => list(largest, { 'metadata[crm]': value })),
    'metadata, a third has it': list(largest, { 'metadata[origen]': 'web' }),
    'first page, an agency of the tail': list(middle, {}),
    'q, an agency of the tail': list(middle, { q: 'kioto' }),
    'metadata, an agency of the tail': list(middle, { 'metadata[origen]': 'web' }),
  }
}

const asked = ({ secret }: DatasetAgency, path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${secret}\r\n\r\n`

/** Through the whole list once: ids from everywhere in it, and cursors of the pages around the far one. */
async function walk(baseUrl: string, { secret, trips }: DatasetAgency) {
  const page = async (query: string): Promise<Page> => {
    const answer = await fetch(`${baseUrl}/v1/trips?${query}`, { headers: { Authorization: `Bearer ${secret}` } })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as Page
  }
  const middle = Math.min(FAR_PAGE * PAGE, Math.floor(trips / 2))
  const rows: Page['data'] = []
  const far: string[] = []
  for (let cursor = ''; ; ) {
    const { data, nextCursor } = await page(`limit=${STRIDE}${cursor && `&cursor=${cursor}`}`)
    rows.push(...data)
    if (nextCursor === null) break
    cursor = nextCursor
    // a cursor holds for pages of any length
    if (rows.length >= middle && far.length < 20) far.push(cursor)
  }
  const every = Math.max(1, Math.floor(rows.length / SPREAD))
  const spread = rows.filter((_, place) => place % every === 0)
  return { ids: spread.map(({ id }) => id), crm: spread.map(({ metadata }) => metadata.crm ?? ''), far: far.slice(0, far.length - 1 || 1) }
}
