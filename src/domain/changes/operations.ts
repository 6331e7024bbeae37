import { getChange } from './get-change.ts'
import { listChanges } from './list-changes.ts'
import { revertChange } from './revert-change.ts'

export const changeOperations = [listChanges, getChange, revertChange]
