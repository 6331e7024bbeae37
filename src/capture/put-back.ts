import { sql } from 'kysely'
import type { WriteDb } from '../db/tenant.ts'
import type { Undo, UndoContext } from '../operations/operation.ts'

export interface UndoneWrite {
  id: string
  rowCount: number
}

/** Undoes a write by its captured rows, unless its operation does it in a way of its own. Answers why it can't, if it can't. */
export async function undoWrite(
  undo: Exclude<Undo, 'none'>,
  context: UndoContext,
  { id, rowCount }: UndoneWrite,
): Promise<string | undefined> {
  const { db } = context
  const rule = undo === 'captured' ? {} : undo
  const obstacle = (await undoObstacle(db, id, rowCount)) ?? (await rule.guard?.(context))
  if (obstacle) return obstacle
  if (rule.instead) return rule.instead(context).then(() => undefined)
  return putBack(db, id)
}

async function undoObstacle(db: WriteDb, id: string, rowCount: number): Promise<string | undefined> {
  const row = await db.first(sql<{ reason: string | null }>`select undo_obstacle(${db.agencyId}, ${id}, ${rowCount}) as reason`)
  return row?.reason ?? undefined
}

async function putBack(db: WriteDb, id: string): Promise<string | undefined> {
  const row = await db.first(sql<{ reason: string | null }>`select put_back(${db.agencyId}, ${id}) as reason`)
  return row?.reason ?? undefined
}
