import { OPERATIONS } from '../../src/catalogue.ts'
import { openApiDocument } from '../../src/http/openapi.ts'
import { catalogueOf } from '../../src/operations/catalogue.ts'

/** The document as it is published, with `{base_url}` where the service's own address goes. */
export const goldenOpenApi = (): string => `${JSON.stringify(openApiDocument(catalogueOf(OPERATIONS)), null, 2)}\n`
