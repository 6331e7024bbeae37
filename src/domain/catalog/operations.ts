import { createEntity } from './create-entity.ts'
import { deleteEntity } from './delete-entity.ts'
import { getEntity } from './get-entity.ts'
import { listEntities } from './list-entities.ts'
import { listFeatures } from './list-features.ts'
import { restoreEntity } from './restore-entity.ts'
import { updateEntity } from './update-entity.ts'

export const catalogOperations = [listEntities, createEntity, getEntity, updateEntity, deleteEntity, restoreEntity, listFeatures]
