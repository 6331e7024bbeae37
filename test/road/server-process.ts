import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Api, apiAt } from '../harness/api.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface ServerProcess {
  baseUrl: string
  child: ChildProcess
  api(secret: string): Api
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>
  /** As an operator stops it; resolves with its exit code. */
  stop(): Promise<number | null>
  /** Resolves when the process is gone, however that came. */
  gone: Promise<number | null>
  /** What it wrote on standard error. */
  complaints(): string
}

const environmentOf = (environment: Record<string, string>) => ({
  PATH: process.env.PATH,
  // a start costs half as much when the modules are compiled already
  NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  ...{ HOST: '127.0.0.1', PORT: '0', DATA_DIR: tmpdir(), TRAVESIA_DEMO: 'off', LOG_LEVEL: 'error' },
  ...environment,
})

/**
 * A server of its own, as `npm start` runs it: real process, real port, the database that the environment names. One that is
 * watched statement by statement only serves: nothing runs in it but what it is asked.
 */
export async function startServer(environment: Record<string, string>, ...loadedFirst: URL[]): Promise<ServerProcess> {
  const half = loadedFirst.length > 0 ? ['--only', 'http'] : []
  const child = spawn(process.execPath, [...loadedFirst.flatMap(({ href }) => ['--import', href]), MAIN, 'start', ...half], {
    env: environmentOf(environment),
    // the channel also ends the server with us, should we die
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  let complaints = ''
  child.stderr?.on('data', (chunk) => {
    complaints += chunk
  })
  const gone = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  const listening = new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      printed += chunk
      const [, address] = /Travesía listens on (http:\S+)/.exec(printed) ?? []
      if (address) resolve(address)
    })
  })
  const ended = gone.then((code) => {
    throw new Error(`The server ended with ${code} before it listened: ${complaints}`)
  })
  const baseUrl = await Promise.race([listening, ended])
  return {
    ...{ baseUrl, child, gone },
    api: (secret) => apiAt(() => baseUrl, secret),
    complaints: () => complaints,
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
    async stop() {
      child.kill('SIGTERM')
      return gone
    },
  }
}

/** One command of the command line, its `--json` answer. */
export async function runCommand(environment: Record<string, string>, ...args: string[]): Promise<unknown> {
  const child = spawn(process.execPath, [MAIN, ...args, '--json'], {
    env: environmentOf(environment),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`travesia ${args.join(' ')} ended with ${code}`)
  return JSON.parse(printed)
}
