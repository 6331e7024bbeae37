import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface ServerProcess {
  address: string
  /** Of the demo agency, when this start made it. */
  secret: string | undefined
  process: ChildProcess
  output(): string
  /** Sends the signal and answers how the process ended. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export interface StartOptions {
  environment: Record<string, string>
  /** For Node itself, as `--import`. */
  nodeOptions?: string[]
}

/** The real server as a process of its own, on a free port; resolves when it says that it listens. */
export async function startServerProcess({ environment, nodeOptions = [] }: StartOptions): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...nodeOptions, MAIN, 'start'], {
    env: { PATH: process.env.PATH, PORT: '0', TRAVESIA_DEMO: 'off', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const found = /listens on (\S+)\n/.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    ended.then(() => reject(new Error(`The server ended before it listened: ${output}`)), reject)
  })
  return {
    address,
    secret: /trv_live_\S+/.exec(output)?.[0],
    process: child,
    output: () => output,
    async end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      const [code, endedBy] = await ended
      return { code, signal: endedBy }
    },
  }
}
