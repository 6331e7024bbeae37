import type { ConnectionConfig } from '../../src/db/client.ts'
import type { BenchCaller } from '../seed.ts'

/** What a floor's process is told when it starts. */
export interface Given {
  reader: ConnectionConfig
  writer: ConnectionConfig
  callers: BenchCaller[]
  /** The address in the links of the answers: theirs are to have the bytes that ours have. */
  baseUrl: string
}

/** A floor says its port, or null when it has none, and stops when we are gone. */
export function asFloor(start: (given: Given) => Promise<number | null>): void {
  process.once('message', (given: Given) => {
    start(given).then(
      (port) => process.send?.({ port }),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
  process.on('disconnect', () => process.exit(0))
}
