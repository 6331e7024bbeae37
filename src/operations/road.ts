import type pg from 'pg'
import type { Storage } from '../storage/storage.ts'
import type { Vault } from '../vault.ts'
import type { AgencyQueues } from './agency-queue.ts'
import type { Authenticate, Caller } from './caller.ts'
import type { Reaction } from './happening.ts'
import type { Input } from './input.ts'
import type { Meter } from './metering.ts'
import type { Catalogue, Operation } from './operation.ts'
import type { FieldError } from './problem.ts'

declare const asked: unique symbol

/** A caller whose budgets were asked for this operation: nothing runs without. */
export interface Admitted {
  readonly caller: Caller
  readonly [asked]: true
}

/** Headers of the answer, told as soon as they are known: a refusal carries them too. */
type Tell = (name: string, value: string) => void

/** A call as any door brings it, translated and not yet judged. */
export interface Call {
  admitted: Admitted
  surface: 'rest' | 'mcp'
  requestId: string
  input: Input
  dryRun: boolean
  idempotencyKey: string | undefined
  /** What the door could not translate; told together with what the schemas refuse. */
  mistakes: FieldError[]
  tell: Tell
}

export interface Outcome {
  status: number
  /** JSON, as it goes out and as it is kept for retries. */
  body: string
}

export interface Road {
  catalogue: Catalogue
  authenticate(secret: string | undefined): Promise<Caller>
  /** Spends the operation's cost. A door does it before it reads a body, so that a known key can't send those for free. */
  admit(operation: Operation, caller: Caller, tell: Tell): Promise<Admitted>
  /** Does what is asked, or throws a Problem: nothing else comes out of it. */
  run(operation: Operation, call: Call): Promise<Outcome>
}

/** What is worth knowing of a call, and may be kept: nothing in it was typed by a person. */
export interface Observed {
  operationId: string
  surface: string
  requestId: string
  agencyId: string
  status: number
  seconds: number
}

export interface RoadParts {
  catalogue: Catalogue
  reactions: readonly Reaction[]
  reader: pg.Pool
  writer: pg.Pool
  authenticate: Authenticate
  meter: Meter
  queues: AgencyQueues
  baseUrl: () => string
  vault: Vault
  storage: Storage
  allowInsecureWebhooks: boolean
  /** Told of each call when it is over. */
  observe(event: Observed): void
  /** Told of what went wrong on our side, with nothing personal in it. */
  onFault(error: unknown, where: { operationId?: string; requestId?: string; agencyId?: string }): void
}
