import { toInstant } from '../../db/instant.ts'
import type { WriteDb } from '../../db/tenant.ts'
import { queueMail } from '../mail/index.ts'
import { findFailing, switchOff } from './endpoint.queries.ts'
import { isGivenUp } from './endpoint.rules.ts'
import { switchedOffMail } from './switched-off-mail.ts'

/**
 * Switches off an endpoint that had no success for too long, and tells the person whose key it belongs to. Answers whether it
 * did: somebody may have switched it, off or on again, while its last attempt was on the way.
 */
export async function giveUpEndpoint(db: WriteDb, endpointId: string, now: Date, baseUrl: string): Promise<boolean> {
  const endpoint = await findFailing(db, endpointId)
  if (!endpoint) return false
  const failingSince = toInstant(endpoint.failing_since)
  if (!isGivenUp(failingSince, now.toISOString())) return false
  await switchOff(db, endpointId, 'no_success_for_3_days')
  await queueMail(db, {
    ...{ kind: 'webhook_endpoint_off', aboutId: endpointId, to: endpoint.owner_email },
    ...switchedOffMail({
      ...{ url: endpoint.url, address: `${baseUrl}/v1/webhook-endpoints/${endpointId}`, failingSince, timeZone: endpoint.time_zone },
      ...{ ownerName: endpoint.owner_name, keyName: endpoint.key_name, agencyName: endpoint.agency_name },
    }),
  })
  return true
}
