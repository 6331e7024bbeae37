import type { Runs } from '../../db/query.ts'
import type { Authenticate, Caller } from '../../operations/caller.ts'
import { findCaller, findCallerOfKey, noteKeyUse } from './account.queries.ts'
import { hashOf, looksLikeSecret } from './api-key.ts'

const NOTE_USE_EVERY_MS = 15_000
const MAX_CACHED = 10_000

export interface Keyring {
  authenticate: Authenticate
  /** The caller behind a key that acts by itself, as a webhook does; undefined once it is revoked or has expired. */
  callerOf(agencyId: string, keyId: string): Promise<Caller | undefined>
  /** Drops every cached caller: a key, a person or an agency changed somewhere. */
  forget(): void
  /** Tells the database which keys were used since the last time. */
  noteUses(): Promise<void>
  stop(): Promise<void>
}

/** Callers by the hash of their key's secret. The cache counts only while changes to keys are sure to be heard of. */
export function keyring(reader: Runs, writer: Runs, hearsChanges: () => boolean, now: () => Date = () => new Date()): Keyring {
  let callers = new Map<string, Caller>()
  let used = new Map<string, Date>()

  async function find(name: string, look: () => Promise<Caller | undefined>): Promise<Caller | undefined> {
    const known = hearsChanges() ? callers.get(name) : undefined
    if (known) return known
    const keptIn = callers
    const caller = await look()
    // a change that was heard of while we looked has put a fresh map in place; ours is then too old to be kept
    if (caller && hearsChanges() && keptIn === callers && callers.size < MAX_CACHED) callers.set(name, caller)
    return caller
  }

  async function noteUses(): Promise<void> {
    if (used.size === 0) return
    const uses = used
    used = new Map()
    await noteKeyUse(writer, uses)
  }
  const timer = setInterval(() => noteUses().catch(lostNotesAreHarmless), NOTE_USE_EVERY_MS).unref()

  return {
    async authenticate(secret) {
      if (!looksLikeSecret(secret)) return undefined
      const hash = hashOf(secret)
      const caller = await find(hash.toString('base64'), () => findCaller(reader, hash))
      if (!caller) return undefined
      const at = now()
      if (hasExpired(caller, at)) return undefined
      used.set(caller.keyId, at)
      return caller
    },
    async callerOf(agencyId, keyId) {
      const caller = await find(keyId, () => findCallerOfKey(reader, agencyId, keyId))
      return caller && !hasExpired(caller, now()) ? caller : undefined
    },
    forget() {
      callers = new Map()
    },
    noteUses,
    async stop() {
      clearInterval(timer)
      await noteUses().catch(lostNotesAreHarmless)
    },
  }
}

const hasExpired = ({ key }: Caller, at: Date): boolean => key.expiresAt !== null && at.toISOString() >= key.expiresAt

function lostNotesAreHarmless(): void {}
