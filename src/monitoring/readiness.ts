import type pg from 'pg'
import { migrations } from '../db/migrate.ts'

const ANSWER_WITHIN_MS = 2000

export interface Readiness {
  ready: boolean
  /** Each thing that the service needs: `ok`, or what is wrong with it. */
  checks: Record<string, string>
}

export interface ReadinessParts {
  reader: pg.Pool
  writer: pg.Pool
  /** Whether this process does its jobs; absent where others do them. */
  isAtWork?: (() => boolean) | undefined
}

/** Can this process serve? Asks both pools, so that a lost role or a full pool shows. */
export async function checkReadiness({ reader, writer, isAtWork }: ReadinessParts): Promise<Readiness> {
  const checks = {
    database: await outcome(async () => {
      await Promise.all([reader.query('select 1'), writer.query('select 1')])
    }),
    migrations: await outcome(async () => {
      const { rows } = await reader.query<{ name: string }>('select name from schema_migrations')
      const missing = migrations().filter(({ name }) => !rows.some((row) => row.name === name))
      if (missing.length > 0) throw new Error(`${missing.length} to apply: travesia migrate`)
    }),
    ...(isAtWork && {
      jobs: await outcome(async () => {
        if (!isAtWork()) throw new Error('this process takes no jobs')
      }),
    }),
  }
  return { ready: Object.values(checks).every((told) => told === 'ok'), checks }
}

async function outcome(check: () => Promise<void>): Promise<string> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer')), ANSWER_WITHIN_MS)
  try {
    await Promise.race([check(), late])
    return 'ok'
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).message
  } finally {
    clearTimeout(timer)
  }
}
