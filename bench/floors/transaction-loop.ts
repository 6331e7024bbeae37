// Floor: one connection that does nothing but run the transaction written by hand for one agency, again and again.
import type { BenchCaller } from '../seed.ts'
import { BENCH_TRIPS, type BenchTrip } from '../trip-content.ts'
import { createByHand } from './create-by-hand.ts'
import { asFloor } from './given.ts'
import { bareClient } from './pool.ts'

asFloor(async ({ writer, callers }) => {
  const client = bareClient(writer)
  await client.connect()
  process.on('message', async ({ ms }: { ms: number }) => {
    const latencies: number[] = []
    const until = performance.now() + ms
    while (performance.now() < until) {
      const began = performance.now()
      await createByHand(client, callers[0] as BenchCaller, BENCH_TRIPS[latencies.length % BENCH_TRIPS.length] as BenchTrip)
      latencies.push(performance.now() - began)
    }
    latencies.sort((a, b) => a - b)
    const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? 0
    process.send?.({ answers: latencies.length, perSecond: (latencies.length / ms) * 1000, p50: at(0.5), p99: at(0.99) })
  })
  return null
})
