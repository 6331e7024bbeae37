import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Settings } from '../settings.ts'
import { type Half, startService } from '../start.ts'
import { UsageError } from './command.ts'

const STOP_WITHIN_MS = 25_000

/** Serves until it is told to stop; then finishes what runs, and stops the database. */
export async function start(settings: Settings, only?: Half): Promise<void> {
  if (only === 'worker' && !settings.baseUrl)
    throw new UsageError('a worker on its own needs BASE_URL: events carry links, and it listens nowhere')
  const service = await startService(settings, only)
  giveBackMemory()
  console.log(service.serves ? welcome(service.app.baseUrl(), service.demoSecret) : 'Travesía does its jobs, and listens nowhere.')

  await new Promise<void>((resolve) => {
    // npm and the terminal may both send the signal: the second one is not impatience
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
    // whoever started us is gone
    process.on('disconnect', () => resolve())
  })
  const timer = setTimeout(() => {
    console.error('Travesía: stopped without waiting any longer for running requests.')
    process.exit(1)
  }, STOP_WITHIN_MS)
  await service.stop()
  clearTimeout(timer)
}

/** What starting took, an eighth of it all, is not needed again; Node alone would keep it until there is more to do. */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

const welcome = (address: string, demoSecret: string | undefined): string =>
  demoSecret === undefined
    ? `Travesía listens on ${address}`
    : `Travesía listens on ${address}

A demo agency is ready. Its API key, shown only now:
  ${demoSecret}

Try it:
  curl ${address}/v1/me -H 'Authorization: Bearer ${demoSecret}'
`
