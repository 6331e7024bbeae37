import type { Static, TObject } from 'typebox'
import type { ReadDb, WriteDb } from '../db/tenant.ts'
import type { Storage } from '../storage/storage.ts'
import type { Vault } from '../vault.ts'
import type { Caller } from './caller.ts'
import type { Announce } from './happening.ts'
import type { Problem, ProblemCode, Refuse } from './problem.ts'
import type { Scope } from './scopes.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Kind = 'read' | 'write' | 'destructive'
type Nothing = TObject<Record<never, never>>

/** What is around every operation, whatever it is asked. */
export interface Surroundings {
  caller: Caller
  db: ReadDb
  /** The service's own address, for links in answers. */
  baseUrl: string
  catalogue: Catalogue
  vault: Vault
  storage: Storage
  /** For development: webhooks may go to this machine, over http too. */
  allowInsecureWebhooks: boolean
}

/** What an operation is told, whichever door it was called through. */
interface Context<K extends Kind, P extends TObject, Q extends TObject, B extends TObject, C extends ProblemCode, X = undefined>
  extends Surroundings {
  params: Static<P>
  query: Static<Q>
  body: Static<B>
  /** The only way to the database: a read can't write, a write is in its transaction. */
  db: K extends 'read' ? ReadDb : WriteDb
  /** `throw refuse('not_found')`: only codes that the operation lists. */
  refuse: Refuse<C | 'invalid_request'>
  operationId: string
  /** Tells other domains of what happened; they react inside this transaction. */
  announce: Announce
  prepared: X
}

/** A write whose preview says more than its answer: built only for a dry run, from what the write did. */
export interface Previewed<Answer, Preview> {
  answer: Answer
  preview: () => Preview | Promise<Preview>
  /** Why it is not done for good, asked as it was: what has to be confirmed first. The preview is answered all the same. */
  refusal?: Problem
}

export interface UndoContext {
  db: WriteDb
  caller: Caller
  change: { id: string; tripIds: string[]; createdAt: string }
}

/** How a write is undone: `captured` puts the captured rows back. */
export type Undo =
  | 'none'
  | 'captured'
  | {
      /** A rule of the trade on top: answers why the change can't be undone, if it can't. */
      guard?: (context: UndoContext) => Promise<string | undefined>
      /** Done in place of deleting what the write made. */
      instead?: (context: UndoContext) => Promise<void>
    }

export interface Spec<
  K extends Kind,
  P extends TObject,
  Q extends TObject,
  B extends TObject,
  R extends TObject,
  V extends TObject,
  C extends ProblemCode,
  X,
> {
  id: `${string}.${string}`
  /** One line, for lists of operations. */
  title: string
  /** What happens, for people and assistants alike. */
  describe: string
  route: `${Method} /v1/${string}`
  kind: K
  scopes: readonly Scope[]
  /** Scopes that depend on the input, on top of `scopes`. */
  scopesFor?: (input: { params: Static<P>; query: Static<Q>; body: Static<B> }) => readonly Scope[]
  /** Says in the documents when more scopes are needed. */
  scopesNote?: string
  cost: number
  undo: K extends 'read' ? 'none' : Undo
  params?: P
  query?: Q
  body?: B
  status?: 200 | 201
  returns: R
  /** The preview's shape; without one, a dry run answers what the write would answer. */
  preview?: V
  problems: readonly C[]
  emits?: readonly string[]
  /** Of the operation that reads what events are about: their subject, and every type there is of them, whoever makes it happen. */
  subjectOf?: {
    subject: string
    types: readonly `${string}.${string}`[]
    /** The same answers for many ids in one statement, without those that are not found; a contract test compares. */
    many?: (surroundings: Surroundings, ids: readonly string[]) => Promise<Map<string, object>>
  }
  /** The answer holds what must not lie open in the database: what is kept of it for retries is sealed. */
  answersSecret?: true
  /** A body that works, for the documents and the contract tests. */
  example?: { query?: Static<Q>; body?: Static<B> }
  /** Slow work without the database's lock: decode, render, ask a store. `handle` checks again. */
  prepare?: (context: Omit<Context<'read', P, Q, B, C>, 'prepared'>) => Promise<X>
  /**
   * The story of the request. Of a write it has no effect but through `db`: it starts before anybody has asked whether this is
   * a retry (that is found out with its first statement), and what it decided for one is thrown away.
   */
  handle: (context: Context<K, P, Q, B, C, X>) => Promise<[V] extends [never] ? Static<R> : Previewed<Static<R>, Static<V>>>
}

/** An operation as the road and the doors see it. */
export interface Operation
  extends Omit<
    Spec<Kind, TObject, TObject, TObject, TObject, TObject, ProblemCode, unknown>,
    'handle' | 'prepare' | 'scopesFor' | 'undo' | 'example' | 'status' | 'params' | 'query' | 'body' | 'preview' | 'emits'
  > {
  method: Method
  path: string
  status: 200 | 201
  undo: Undo
  params: TObject
  query: TObject
  body: TObject | undefined
  preview: TObject | undefined
  emits: readonly string[]
  example: { query?: unknown; body?: unknown }
  // biome-ignore lint/suspicious/noExplicitAny: the spec's own types were checked where it was written
  scopesFor: ((input: any) => readonly Scope[]) | undefined
  // biome-ignore lint/suspicious/noExplicitAny: as above
  prepare: ((context: any) => Promise<unknown>) | undefined
  // biome-ignore lint/suspicious/noExplicitAny: as above
  handle: (context: any) => Promise<any>
}

/** Every operation of the service, each findable by its id. */
export interface Catalogue extends Iterable<Operation> {
  find(id: string): Operation | undefined
}

/** Defines an operation. Routes, documents, tools, checks, undo and tests all follow from this one value. */
export function operation<
  const K extends Kind,
  const C extends ProblemCode,
  R extends TObject,
  P extends TObject = Nothing,
  Q extends TObject = Nothing,
  B extends TObject = Nothing,
  V extends TObject = never,
  X = undefined,
>(spec: Spec<K, P, Q, B, R, V, C, X>): Operation {
  const [method, path] = spec.route.split(' ') as [Method, string]
  const nothing = { type: 'object', properties: {}, additionalProperties: false } as unknown as TObject
  return {
    ...spec,
    method,
    path,
    status: spec.status ?? 200,
    params: spec.params ?? nothing,
    query: spec.query ?? nothing,
    body: spec.body,
    preview: spec.preview,
    emits: spec.emits ?? [],
    example: spec.example ?? {},
    scopesFor: spec.scopesFor,
    prepare: spec.prepare as Operation['prepare'],
  }
}

export const isWrite = (operation: Operation): boolean => operation.kind !== 'read'
