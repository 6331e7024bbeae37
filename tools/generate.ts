// Writes what follows from other sources: the types of the tables, the golden schema, the golden documents.
import { writeFileSync } from 'node:fs'
import { withScratchDatabase } from './generate/scratch-database.ts'
import { tableTypes } from './generate/table-types.ts'

await withScratchDatabase(async (client) => {
  writeFileSync('src/db/tables.generated.ts', await tableTypes(client))
})
