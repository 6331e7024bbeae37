import type { DueDelivery } from '../domain/webhooks/index.ts'

const READ_AT_ONCE = 100

/** What events are about, for those that were read together. */
type DataOf = (delivery: DueDelivery) => object
export type ReadAhead = (delivery: DueDelivery) => Promise<DataOf>

/**
 * Reads what many deliveries are about in one statement, the next ones while those before them are on their way. Whoever
 * stands later in the order is read no earlier.
 */
export function readerAhead(inOrder: readonly DueDelivery[], read: (deliveries: DueDelivery[]) => Promise<DataOf>): ReadAhead {
  const groupOf = new Map(inOrder.map((delivery, place) => [delivery, Math.floor(place / READ_AT_ONCE)]))
  const groups: Promise<DataOf>[] = []
  const begin = (group: number): Promise<DataOf> => {
    const found = groups[group] ?? read(inOrder.slice(group * READ_AT_ONCE, (group + 1) * READ_AT_ONCE))
    groups[group] = found
    found.catch(toldWhereItIsUsed)
    return found
  }
  return (delivery) => {
    const group = groupOf.get(delivery) as number
    if ((group + 1) * READ_AT_ONCE < inOrder.length) void begin(group + 1)
    return begin(group)
  }
}

function toldWhereItIsUsed(): void {}
