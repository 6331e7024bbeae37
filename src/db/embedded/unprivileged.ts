import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface RunAs {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root: there it gets an account of the system's that owns nothing. Otherwise our own. */
export function unprivilegedAccount(): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = ['postgres', 'nobody'].map((name) => accounts.find((fields) => fields[0] === name)).find((fields) => fields !== undefined)
  if (!account) throw new Error('PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as.')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

/** Asked of the system itself: every folder on the way counts, and so do access lists. */
export function mayEnter(folder: string, runAs: RunAs): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$1" && test -r "$1"', 'sh', folder], { cwd: '/', ...runAs }).status === 0
}
