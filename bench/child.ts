import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface Child {
  readonly process: ChildProcess
  readonly pid: number
  /** Sends a message and answers the next one that comes back. */
  ask<T>(message: object): Promise<T>
  stop(): Promise<void>
}

/**
 * A process of ours on this same Node. It ends with us: each of them stops when its channel to us closes. What it says on
 * standard error goes to `log`, as a service's log goes to a file.
 */
export function startChild(args: string[], environment: Record<string, string> = {}, log: number | 'inherit' = 'inherit'): Child {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', log, 'ipc'],
  })
  const died = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)))
  })
  died.catch(whoeverAsksNextIsTold)
  return {
    process: child,
    pid: child.pid as number,
    ask: (message) => {
      const answer = once(child, 'message').then(([told]) => told)
      child.send(message)
      return Promise.race([answer, died])
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** The first thing the child prints that matches. */
export function printed({ process: child }: Child, pattern: RegExp): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    const look = (chunk: Buffer) => {
      text += chunk
      const found = pattern.exec(text)?.[1]
      if (found === undefined) return
      child.stdout?.off('data', look).resume()
      resolve(found)
    }
    child.stdout?.on('data', look)
    child.once('exit', () => reject(new Error(`It ended before it said what was waited for: ${text}`)))
  })
}

function whoeverAsksNextIsTold(): void {}
