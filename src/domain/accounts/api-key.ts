import { hash, randomBytes } from 'node:crypto'

const START = 'trv_live_'
const SHOWN = START.length + 6
const SECRET = /^trv_live_[A-Za-z0-9_-]{32}$/

/** 192 random bits behind a start that scanners of leaked secrets can recognize. */
export const newSecret = (): string => START + randomBytes(24).toString('base64url')

/** Enough of a secret to tell two keys apart in a list. */
export const prefixOf = (secret: string): string => secret.slice(0, SHOWN)

/** What the database keeps. A random secret of this length needs no slow hash. */
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** Spares the database a look for what can't be a key. */
export const looksLikeSecret = (text: string): boolean => SECRET.test(text)
