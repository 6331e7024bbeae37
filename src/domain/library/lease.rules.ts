/** The builder asks again every 30 seconds; what it stops asking for is free soon after. */
const LEASE_SECONDS = 90

export interface Lease {
  keyId: string
  until: string
}

export const leaseFrom = (now: string, keyId: string): Lease => ({
  keyId,
  until: Temporal.Instant.from(now).add({ seconds: LEASE_SECONDS }).toString({ smallestUnit: 'millisecond' }),
})

/** Whether an entry is open under another key. A lease is its key's, not its person's: what one program has open, another could overwrite. */
export const isOpenElsewhere = (lease: Lease | null, keyId: string, now: string): boolean =>
  lease !== null && lease.keyId !== keyId && lease.until > now
