import { openClient } from '../../src/db/client.ts'
import type { Database } from '../../src/db/database.ts'
import { type AgencyId, readDb } from '../../src/db/tenant.ts'
import { selectTrips, type TripFilters } from '../../src/domain/trips/trip.queries.ts'
import { pageOf } from '../../src/operations/page.ts'
import { table } from '../report.ts'
import { RARE_SURNAME } from './content.ts'
import type { Dataset } from './dataset.ts'

interface Node {
  'Node Type': string
  'Index Name'?: string
  Plans?: Node[]
}

/** How the database finds what a list is narrowed to, asked as the service asks. */
export async function plansOf({ reader }: Database, { largest, middle }: Dataset): Promise<string> {
  const client = openClient(reader)
  await client.connect()
  const filters: [string, TripFilters][] = [
    ['q, a rare word', { q: RARE_SURNAME }],
    ['q, a common word', { q: 'kioto' }],
    ['q, no title has it', { q: 'xylofon' }],
    ['q, two letters that no title has', { q: 'xq' }],
    ['metadata, one trip has it', { metadata: { crm: '1000003' } }],
    ['metadata, a third has it', { metadata: { origen: 'web' } }],
    ['both', { q: 'echevarr', metadata: { origen: 'tienda' } }],
  ]
  const lines: Record<string, string>[] = []
  for (const [agency, { agencyId }] of Object.entries({ largest, middle })) {
    for (const [read, query] of filters) {
      const plans: { Plan: Node; 'Planning Time': number; 'Execution Time': number }[] = []
      const explains = {
        async query(asked: string | { text: string; values: unknown[] }) {
          const { text, values } = asked as { text: string; values: unknown[] }
          const { rows } = await client.query({ text: `explain (analyze, buffers, format json) ${text}`, values })
          plans.push(rows[0]['QUERY PLAN'][0])
          return { rows: [] }
        },
      }
      const db = readDb(explains, agencyId as AgencyId)
      // the second is told: the first warms up
      for (let time = 0; time < 2; time++)
        await pageOf({ operationId: 'trips.list', db, query: { limit: 25, ...query } }, selectTrips(db, query), (row) => row)
      const { Plan: plan, 'Planning Time': planning, 'Execution Time': running } = plans[1] as (typeof plans)[number]
      lines.push({ agency, read, 'planned ms': planning.toFixed(2), 'ran ms': running.toFixed(2), plan: nodesOf(plan).join(' ← ') })
    }
  }
  await client.end()
  return table(lines)
}

const nodesOf = (node: Node): string[] => [
  node['Index Name'] ? `${node['Node Type']} ${node['Index Name']}` : node['Node Type'],
  ...(node.Plans ?? []).flatMap(nodesOf),
]
