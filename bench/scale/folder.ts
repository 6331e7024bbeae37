import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { openSecret } from '../../src/secrets.ts'
import { type Dataset, makeDataset, type Size } from './dataset.ts'

/** A data set in a data folder of its own, which `DATA_DIR` can name afterwards. One that was made before is used again. */
export async function openDataset(dataDir: string, size: Size): Promise<{ database: Database; dataset: Dataset }> {
  mkdirSync(dataDir, { recursive: true })
  // the database server runs as an account that must be able to enter
  chmodSync(dataDir, 0o711)
  const note = join(dataDir, 'dataset.json')
  const known: Dataset | undefined = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : undefined
  if (known && (known.trips !== size.trips || known.agencies !== size.agencies))
    throw new Error(`${dataDir} holds ${known.trips} trips of ${known.agencies} agencies: name another folder, or remove it.`)

  const database = await openDatabase(
    { dataDir, databaseUrl: undefined, databaseDirectUrl: undefined },
    openSecret({ dataDir, secretKey: undefined }),
  )
  try {
    await database.migrate()
    const dataset = known ?? (await make(database, size))
    // written when all is there, so that one that was interrupted is not taken for a whole one
    if (!known) writeFileSync(note, JSON.stringify(dataset, null, 2), { mode: 0o600 })
    return { database, dataset }
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function make(database: Database, size: Size): Promise<Dataset> {
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1000).toFixed(0)
  const dataset = await makeDataset(database, size, (done) => {
    if (done % 100_000 === 0 || done === size.trips) console.error(`${done} trips after ${seconds()} s`)
  })
  console.error(`${size.trips} trips of ${size.agencies} agencies, indexed and analysed, after ${seconds()} s`)
  return dataset
}
