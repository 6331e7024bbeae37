import type { FastifyInstance } from 'fastify'
import { Problem } from '../../operations/problem.ts'
import { DOWNLOADS, UPLOADS } from './disk-storage.ts'
import { addDownloadRoute } from './download-route.ts'
import type { KeptBytes } from './kept-bytes.ts'
import type { SignedAddresses } from './signed-address.ts'
import { addUploadRoute } from './upload-route.ts'

/** Where bytes come in and go out while the storage is this machine's disk. The address itself is the key: no other is asked for. */
export function addStorageRoutes(app: FastifyInstance, kept: KeptBytes, addresses: SignedAddresses): void {
  addUploadRoute(app, `${UPLOADS}*`, kept, addresses)
  addDownloadRoute(app, `${DOWNLOADS}*`, kept, addresses)
  refuseOthers(app, `${UPLOADS}*`, ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'], 'PUT')
  refuseOthers(app, `${DOWNLOADS}*`, ['PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS'], 'GET, HEAD')
}

function refuseOthers(app: FastifyInstance, url: string, method: string[], allow: string): void {
  app.route({
    ...{ method, url },
    onRequest: async () => {
      throw new Problem('method_not_allowed', { detail: `This address takes ${allow}.`, headers: { Allow: allow } })
    },
    handler: () => {},
  })
}
