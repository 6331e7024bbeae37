import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The one secret a server needs; everything else is derived from it under a label. */
export type Secret = (label: string) => string

/** Made at the first start and kept in the data folder, unless SECRET_KEY brings it (several processes share one). */
export function openSecret(settings: { dataDir: string; secretKey: string | undefined }): Secret {
  const key = settings.secretKey ?? keptSecret(settings.dataDir)
  return (label) => Buffer.from(hkdfSync('sha256', key, '', label, 32)).toString('base64url')
}

function keptSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const file = join(dataDir, 'secret-key')
  // written aside and linked into place: two processes at once agree on one, and a crash leaves none half written
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (existsAlready) {
    if ((existsAlready as NodeJS.ErrnoException).code !== 'EEXIST') throw existsAlready
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(file, 'utf8')
}
