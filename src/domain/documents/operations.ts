import { completeUpload } from './complete-upload.ts'
import { createFolder } from './create-folder.ts'
import { deleteDocument } from './delete-document.ts'
import { deleteFolder } from './delete-folder.ts'
import { downloadDocument } from './download-document.ts'
import { getDocument } from './get-document.ts'
import { listDocuments } from './list-documents.ts'
import { listFolders } from './list-folders.ts'
import { listTripDocuments } from './list-trip-documents.ts'
import { renameFolder } from './rename-folder.ts'
import { startUpload } from './start-upload.ts'
import { updateDocument } from './update-document.ts'

export const documentOperations = [
  listTripDocuments,
  startUpload,
  completeUpload,
  listDocuments,
  getDocument,
  downloadDocument,
  updateDocument,
  deleteDocument,
  listFolders,
  createFolder,
  renameFolder,
  deleteFolder,
]
