import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

const COST = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }

/** Argon2id in the PHC string format, so that the costs can rise later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await promisify(argon2)('argon2id', { message: Buffer.from(password), nonce, ...COST })
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`
}
