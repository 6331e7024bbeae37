import { type Child, startChild } from './child.ts'

export interface Asked {
  port: number
  requests: string[]
  connections: number
  ms: number
}

export interface Round {
  answers: number
  perSecond: number
  /** Milliseconds from a request's last byte out to its answer's last byte in. */
  p50: number
  p99: number
}

export type Told = Round | { problem: string }

export interface Load {
  readonly pid: number
  /** Requests are told once, under a name. */
  know(name: string, requests: string[]): void
  /** Asks in a closed loop, going round the requests. Any answer but a 2xx is an error. */
  run(port: number, name: string, connections: number, ms: number): Promise<Round>
  stop(): Promise<void>
}

export function startLoad(): Load {
  const child: Child = startChild(['bench/load-process.ts'])
  return {
    pid: child.pid,
    know: (name, requests) => void child.process.send({ know: name, requests }),
    async run(port, use, connections, ms) {
      const told = await child.ask<Told>({ port, use, connections, ms })
      if ('problem' in told) throw new Error(`${use} on port ${port} was answered with: ${told.problem.slice(0, 2000)}`)
      return told
    },
    stop: child.stop,
  }
}
