import { deliverDue, type SwitchedOff } from '../../src/webhooks/deliver.ts'
import { type OutgoingOptions, openOutgoing } from '../../src/webhooks/outgoing.ts'
import type { TestAgency, World } from '../harness/world.ts'

export interface Postman {
  /** Makes every attempt of an endpoint that is due at that moment, as the worker would. */
  deliver(agency: TestAgency, endpointId: string, now?: Date): Promise<void>
  notified: SwitchedOff[]
  stop(): Promise<void>
}

/** Delivers without the job queue, at times of a test's own. */
export function postman(world: World, options: Partial<OutgoingOptions> = {}): Postman {
  const outgoing = openOutgoing({ allowInsecure: true, ...options })
  const notified: SwitchedOff[] = []
  return {
    notified,
    deliver: (agency, endpointId, now) =>
      deliverDue(
        {
          ...world.app.workParts,
          outgoing,
          notify: (switchedOff) => notified.push(switchedOff),
          ...(now && { now: () => now }),
        },
        { agencyId: agency.id, endpointId },
      ),
    stop: outgoing.close,
  }
}

export const after = (from: Date | string, duration: Temporal.DurationLike): Date =>
  new Date(Temporal.Instant.from(typeof from === 'string' ? from : from.toISOString()).add(duration).epochMilliseconds)
