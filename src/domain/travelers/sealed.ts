import type { Vault } from '../../vault.ts'

/** Numbers that open somebody's identity lie sealed in the database, and so in its log. */
export const openSealed = (vault: Vault, sealed: Buffer | null): string | null => sealed && vault.open(sealed)

/** What is sealed already stays as it is: sealed anew it would look changed. */
export function sealedAs(vault: Vault, text: string | null, before: Buffer | null): Buffer | null {
  if (text === null) return null
  return before !== null && vault.open(before) === text ? before : vault.seal(text)
}
