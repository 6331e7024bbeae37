import { createRoute } from './create-route.ts'
import { deleteRoute } from './delete-route.ts'
import { getRoute } from './get-route.ts'
import { listRoutes } from './list-routes.ts'
import { updateRoute } from './update-route.ts'

export const routeOperations = [listRoutes, createRoute, getRoute, updateRoute, deleteRoute]
