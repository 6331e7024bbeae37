import type { ConnectionConfig } from '../../src/db/client.ts'
import { openClient } from '../../src/db/client.ts'
import type { Child } from '../child.ts'
import { cpuBetween, cpuOf, cpuOfConnections } from '../cpu.ts'
import type { Load, Round } from '../load.ts'
import { median, type Pace } from '../measure.ts'
import type { Reads } from './reads.ts'

export interface Contender extends Child {
  port: number
  reads: Reads
  postgres: ConnectionConfig
}

const CONNECTIONS = 8
const WARM_UP_MS = 500
/** What must cost a large agency among many no more than this times what it costs a small one among few. */
const TARGET = 1.3
const HELD_TO_IT = ['a trip by id', 'first page', 'page 1,000']

interface Sum {
  rounds: Round[]
  process: number
  postgres: number
}

/** Both data sets take turns in short rounds, and each round is compared with its neighbour. */
export async function compareReads(load: Load, many: Contender, few: Contender, pace: Pace): Promise<Record<string, string>[]> {
  const pair = [
    { contender: many, label: 'many', server: await postmasterOf(many.postgres) },
    { contender: few, label: 'few', server: await postmasterOf(few.postgres) },
  ]
  const lines: Record<string, string>[] = []
  for (const read of Object.keys(many.reads)) {
    const sums = pair.map((): Sum => ({ rounds: [], process: 0, postgres: 0 }))
    for (const { contender, label } of pair) {
      load.know(`${label} ${read}`, contender.reads[read] ?? [])
      await load.run(contender.port, `${label} ${read}`, CONNECTIONS, WARM_UP_MS)
    }
    for (let round = 0; round < pace.rounds; round++) {
      for (const [index, { contender, label, server }] of pair.entries()) {
        const sum = sums[index] as Sum
        const before = { process: cpuOf(contender.pid), connections: cpuOfConnections(server) }
        sum.rounds.push(await load.run(contender.port, `${label} ${read}`, CONNECTIONS, pace.roundMs))
        sum.process += cpuOf(contender.pid) - before.process
        sum.postgres += cpuBetween(before.connections, cpuOfConnections(server))
      }
    }
    lines.push(lineOf(read, sums[0] as Sum, sums[1] as Sum))
  }
  return lines
}

function lineOf(read: string, many: Sum, few: Sum): Record<string, string> {
  const slower = many.rounds.map((round, index) => (few.rounds[index]?.perSecond ?? 0) / round.perSecond)
  const micros = (seconds: number, { rounds }: Sum) => ((seconds * 1e6) / rounds.reduce((sum, round) => sum + round.answers, 0)).toFixed(0)
  return {
    read,
    'times as long (min–median–max)': [Math.min(...slower), median(slower), Math.max(...slower)].map((one) => one.toFixed(2)).join('–'),
    target: HELD_TO_IT.includes(read) ? `≤ ${TARGET}` : '',
    ok: HELD_TO_IT.includes(read) ? (median(slower) <= TARGET ? 'yes' : 'NO') : '',
    'p50 ms': median(many.rounds.map((round) => round.p50)).toFixed(1),
    'of few': median(few.rounds.map((round) => round.p50)).toFixed(1),
    'µs node': micros(many.process, many),
    'of few ': micros(few.process, few),
    'µs postgres': micros(many.postgres, many),
    'of few  ': micros(few.postgres, few),
  }
}

async function postmasterOf(owner: ConnectionConfig): Promise<number> {
  const client = openClient(owner)
  await client.connect()
  const { rows } = await client.query(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)
  await client.end()
  return rows[0].pid
}
