import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** The state of a process, behind its name in parentheses; nothing where there is no /proc. */
function fieldsOf(pid: number | string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

const PARENT = 1
const USER_TICKS = 11
const SYSTEM_TICKS = 12

const secondsOf = (fields: string[]) => (Number(fields[USER_TICKS] ?? 0) + Number(fields[SYSTEM_TICKS] ?? 0)) / TICKS_PER_SECOND

/** Seconds of processor time that a process has used. */
export const cpuOf = (pid: number): number => secondsOf(fieldsOf(pid))

/** The same for each connection's process of a database server, but not for those that write and clean up behind. */
export function cpuOfConnections(server: number): Map<string, number> {
  const used = new Map<string, number>()
  for (const pid of numbered('/proc')) {
    const fields = fieldsOf(pid)
    if (Number(fields[PARENT]) === server && commandOf(pid).startsWith('postgres: travesia_')) used.set(pid, secondsOf(fields))
  }
  return used
}

/** What was used in between; a connection that is new by then began at nothing. */
export const cpuBetween = (before: Map<string, number>, after: Map<string, number>): number =>
  [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)

function numbered(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

/** Resident memory in MB. */
export function memoryOf(pid: number): number | undefined {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024
  } catch {
    return undefined
  }
}
