import { canonical } from '../../src/operations/canonical.ts'

export type Row = Record<string, unknown>
/** What a write left of each row it touched; undefined where it removed it. */
export type Written = readonly (readonly [id: string, after: Row | undefined])[]

interface Write {
  undone: boolean
  /** The rows as they were, and the columns of each that the write changed. */
  before: Map<string, { row: Row | undefined; columns: string[] }>
}

/**
 * The rules of undo in memory, told another way than the database tells them: every column of every row has a stack of
 * the writes that stand in it, and a write can be undone while it is on top of all of its stacks.
 */
export function undoModel(columns: readonly string[], holds: (rows: ReadonlyMap<string, Row>) => boolean = () => true) {
  const rows = new Map<string, Row>()
  const stacks = new Map<string, Write[]>()
  const writes = new Map<string, Write>()
  const stackOf = (id: string, column: string): Write[] => {
    const name = `${id} ${column}`
    const stack = stacks.get(name) ?? []
    stacks.set(name, stack)
    return stack
  }
  const touched = (write: Write): Write[][] =>
    [...write.before].flatMap(([id, { columns }]) => columns.map((column) => stackOf(id, column)))

  function rowsWithout(write: Write): Map<string, Row> {
    const result = new Map(rows)
    for (const [id, { row, columns }] of write.before) {
      if (!row) result.delete(id)
      else result.set(id, { ...(rows.get(id) ?? row), ...Object.fromEntries(columns.map((column) => [column, row[column]])) })
    }
    return result
  }

  return {
    rows: rows as ReadonlyMap<string, Row>,
    changes: writes as ReadonlyMap<string, { undone: boolean }>,

    /** `changeId` only where the write can be undone at all. */
    write(changeId: string | null, written: Written): void {
      const write: Write = { undone: false, before: new Map() }
      for (const [id, after] of written) {
        const row = rows.get(id)
        const changed = columns.filter((column) => !row || !after || canonical(row[column]) !== canonical(after[column]))
        if (changed.length === 0) continue
        write.before.set(id, { row, columns: changed })
        for (const column of changed) stackOf(id, column).push(write)
        if (after) rows.set(id, after)
        else rows.delete(id)
      }
      if (changeId) writes.set(changeId, write)
    },

    canUndo(changeId: string): boolean {
      const write = writes.get(changeId)
      if (!write || write.undone) return false
      return touched(write).every((stack) => stack.at(-1) === write) && holds(rowsWithout(write))
    },

    /** `instead` is what undo leaves of a row that isn't put back. */
    undo(changeId: string, instead?: Written): void {
      const write = writes.get(changeId) as Write
      const after = instead ?? [...rowsWithout(write)]
      for (const stack of touched(write)) stack.pop()
      if (!instead) rows.clear()
      for (const [id, row] of after) if (row) rows.set(id, row)
      write.undone = true
    },
  }
}
