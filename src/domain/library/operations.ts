import { createLibraryEntry } from './create-library-entry.ts'
import { deleteLibraryEntry } from './delete-library-entry.ts'
import { getLibraryEntry } from './get-library-entry.ts'
import { listLibraryEntries } from './list-library-entries.ts'
import { releaseLibraryLease } from './release-library-lease.ts'
import { takeLibraryLease } from './take-library-lease.ts'
import { updateLibraryEntry } from './update-library-entry.ts'

export const libraryOperations = [
  listLibraryEntries,
  createLibraryEntry,
  getLibraryEntry,
  updateLibraryEntry,
  deleteLibraryEntry,
  takeLibraryLease,
  releaseLibraryLease,
]
