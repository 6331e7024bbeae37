import type { WriteDb } from '../db/tenant.ts'
import type { Caller } from './caller.ts'

declare const detail: unique symbol

/** Something that one domain does and others react to. They know it; it does not know them. */
export interface Happening<D> {
  readonly name: string
  readonly [detail]?: D
}

export const happening = <D>(name: string): Happening<D> => ({ name })

interface ReactionContext {
  /** The transaction of the write in which it happened: a reaction that fails fails the write, a dry run takes it back. */
  db: WriteDb
  caller: Caller
}

export interface Reaction {
  to: Happening<unknown>
  react(context: ReactionContext, detail: unknown): Promise<void>
}

export const reaction = <D>(to: Happening<D>, react: (context: ReactionContext, detail: D) => Promise<void>): Reaction => ({
  to,
  react: react as Reaction['react'],
})

export type Announce = <D>(db: WriteDb, happening: Happening<D>, detail: D) => Promise<void>

/** Tells of what happened to everything that reacts to it, one after the other. */
export const announcer =
  (reactions: readonly Reaction[], caller: Caller): Announce =>
  async (db, happened, detail) => {
    for (const { to, react } of reactions) if (to === happened) await react({ db, caller }, detail)
  }
