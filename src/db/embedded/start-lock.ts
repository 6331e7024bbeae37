import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const me = `${process.pid} ${randomUUID()}`

/** One process at a time starts or stops the server of a data folder. A lock whose holder died is taken over. */
export async function withStartLock<T>(file: string, use: () => Promise<T>): Promise<T> {
  while (!take(file)) {
    if (holderIsGone(file)) rmSync(file, { force: true })
    else await sleep(50)
  }
  try {
    return await use()
  } finally {
    rmSync(file, { force: true })
  }
}

/** Written aside and linked into place, so that a lock always tells its holder. */
function take(file: string): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, me)
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

function holderIsGone(file: string): boolean {
  try {
    const holder = readFileSync(file, 'utf8')
    const pid = Number(holder.split(' ')[0])
    // our own number with another's mark: a restarted container gives out the same numbers again
    if (pid === process.pid) return holder !== me
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
