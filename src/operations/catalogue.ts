import type { Catalogue, Operation } from './operation.ts'

/** Refuses what would make two operations answer to the same name. */
export function catalogueOf(operations: readonly Operation[]): Catalogue {
  const byId = new Map<string, Operation>()
  const seen = new Set<string>()
  for (const operation of operations) {
    const names = [operation.id, toolName(operation), `${operation.method} ${operation.path.replaceAll(/\{\w+\}/g, '{}')}`]
    for (const name of names) {
      if (seen.has(name)) throw new Error(`Two operations answer to "${name}"`)
    }
    for (const name of new Set(names)) seen.add(name)
    byId.set(operation.id, operation)
  }
  return { find: (id) => byId.get(id), [Symbol.iterator]: () => byId.values() }
}

/** `trips.commercialState` is the tool `trips_commercial_state`. */
export const toolName = (operation: Operation): string =>
  operation.id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('.', '_')
