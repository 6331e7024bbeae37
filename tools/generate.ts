// Writes what follows from other sources: the types of the tables, the golden schema, the golden documents.
import { writeFileSync } from 'node:fs'
import { goldenOpenApi } from './generate/openapi.ts'
import { goldenSchema } from './generate/schema.ts'
import { withScratchDatabase } from './generate/scratch-database.ts'
import { tableTypes } from './generate/table-types.ts'

writeFileSync('test/golden/openapi.json', goldenOpenApi())
await withScratchDatabase(async (client) => {
  writeFileSync('src/db/tables.generated.ts', await tableTypes(client))
  writeFileSync('test/golden/schema.sql', await goldenSchema(client))
})
