import { randomBytes } from 'node:crypto'

const START = 'whsec_'
const SHOWN = START.length + 4

/** 256 random bits, as Standard Webhooks writes them. */
export const newSigningSecret = (): string => START + randomBytes(32).toString('base64')

/** Enough of a secret to tell which one a receiver has. */
export const previewOf = (secret: string): string => `${secret.slice(0, SHOWN)}…`

/** The key behind the text. */
export const signingKeyOf = (secret: string): Buffer => Buffer.from(secret.slice(START.length), 'base64')
