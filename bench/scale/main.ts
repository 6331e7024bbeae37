// `npm run bench:scale`: what a large data set costs a read, as a share of the same on a small one.
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Child, printed, startChild } from '../child.ts'
import { startLoad } from '../load.ts'
import { table } from '../report.ts'
import { type Contender, compareReads } from './compare.ts'
import { openDataset } from './folder.ts'
import { plansOf } from './plans.ts'
import { readsOf } from './reads.ts'

const USAGE = `npm run bench:scale -- [--trips N] [--agencies N] [--folder DIR] [--rounds N] [--round-ms N] [--only-make]
Makes N trips (1,000,000 unless said) of N agencies (a hundredth), the largest with a twentieth of the trips, and 10,000 trips made
the same way; then asks both, in turn, for the same things. With --folder what was made is kept, and used again: each folder in
it is one that DATA_DIR can name.`

const SMALL = { trips: 10_000, agencies: 100 }

const { values } = parseArgs({
  options: {
    trips: { type: 'string', default: '1000000' },
    agencies: { type: 'string' },
    folder: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    'round-ms': { type: 'string', default: '700' },
    'only-make': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'travesia-scale-'))
mkdirSync(folder, { recursive: true, mode: 0o711 })
const trips = Number(values.trips)
const large = { trips, agencies: Number(values.agencies ?? Math.ceil(trips / 100)) }
const stops: (() => unknown)[] = values.folder ? [] : [() => rmSync(folder, { recursive: true, force: true })]
const stop = async () => {
  for (const one of stops.splice(0).reverse()) await one()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop().finally(() => process.exit(1)))

try {
  const contenders: Contender[] = []
  for (const size of values['only-make'] ? [large] : [large, SMALL]) {
    const dataDir = join(folder, String(size.trips))
    const { database, dataset } = await openDataset(dataDir, size)
    stops.push(database.stop)
    if (values['only-make']) continue
    console.log(`\n${size.trips} trips, largest agency ${dataset.largest.trips}:\n${await plansOf(database, dataset)}`)
    const server = await startService(dataDir)
    stops.push(server.stop)
    contenders.push({ ...server, reads: await readsOf(`http://127.0.0.1:${server.port}`, dataset), postgres: database.owner })
  }
  if (!values['only-make']) {
    const load = startLoad()
    stops.push(load.stop)
    const pace = { rounds: Number(values.rounds), roundMs: Number(values['round-ms']) }
    const [many, few] = contenders as [Contender, Contender]
    console.log(`\nload ${loadavg()[0]?.toFixed(1)}\n${table(await compareReads(load, many, few, pace))}`)
  }
} finally {
  await stop()
}

async function startService(dataDir: string): Promise<Child & { port: number }> {
  const log = join(dataDir, 'log')
  const server = startChild(['src/main.ts', 'start'], { DATA_DIR: dataDir, PORT: '0', TRAVESIA_DEMO: 'off' }, openSync(log, 'a'))
  const address = await printed(server, /listens on (\S+)/).catch((error: Error) => {
    throw new Error(`The service did not start: ${readFileSync(log, 'utf8')}`, { cause: error })
  })
  return { ...server, port: Number(new URL(address).port) }
}
