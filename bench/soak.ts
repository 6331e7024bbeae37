import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from './cpu.ts'
import type { Round } from './load.ts'
import { soakRequests } from './scenarios/soak.ts'
import type { Stage } from './stage.ts'

const CONNECTIONS = 200
const SECONDS = 60
const WARM_UP_MS = 5000

export interface Soak {
  round: Round
  memory: { second: number; megabytes: number | undefined }[]
}

/** Everything at once for a minute. An answer that is not a 2xx ends it; the server's memory should end where it began. */
export async function soak({ callers, load, port, server }: Stage): Promise<Soak> {
  load.know('soak', soakRequests(callers))
  await load.run(port, 'soak', CONNECTIONS, WARM_UP_MS)
  const memory: Soak['memory'] = []
  const over = load.run(port, 'soak', CONNECTIONS, SECONDS * 1000)
  const watch = (async () => {
    for (let second = 0; second <= SECONDS; second += 5) {
      memory.push({ second, megabytes: memoryOf(server.pid) })
      if (second < SECONDS) await sleep(5000)
    }
  })()
  const [round] = await Promise.all([over, watch])
  return { round, memory }
}

export function tellSoak({ round, memory }: Soak): string {
  const at = (index: number) => memory.at(index)?.megabytes?.toFixed(0) ?? '?'
  return [
    `soak: ${CONNECTIONS} connections for ${SECONDS} s, no errors, ${round.perSecond.toFixed(0)} req/s, p50 ${round.p50.toFixed(0)} ms, p99 ${round.p99.toFixed(0)} ms`,
    `memory of the server: ${at(0)} MB at the start, ${at(Math.floor(memory.length / 2))} MB in the middle, ${at(-1)} MB at the end`,
  ].join('\n')
}
