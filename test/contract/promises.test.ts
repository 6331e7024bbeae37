import { expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import type { Scope } from '../../src/operations/scopes.ts'
import { CONTRACT } from './contract.ts'

interface Promised {
  scopes?: Scope[]
  cost?: number
  undoable?: boolean
  status?: 201
}

const read = (...scopes: Scope[]): Promised => ({ scopes })
const undoable = (...scopes: Scope[]): Promised => ({ scopes, undoable: true })
const forGood = (...scopes: Scope[]): Promised => ({ scopes, undoable: false })

/** What the contract says of operations beyond their purpose; where it is silent, nothing stands here. */
const PROMISES: Record<string, Promised> = {
  'GET /v1/me': read(),
  'GET /v1/trips': read('trips:read'),
  'POST /v1/trips': { ...undoable('trips:write'), status: 201 },
  'GET /v1/trips/{tripId}': read('trips:read'),
  'DELETE /v1/trips/{tripId}': undoable('trips:write'),
  'POST /v1/trips/{tripId}/duplicate': { scopes: ['trips:write'], status: 201 },
  'POST /v1/trips/{tripId}/publish': { scopes: ['trips:write'] },
  'POST /v1/trips/{tripId}/unpublish': { scopes: ['trips:write'] },
  'POST /v1/trips/{tripId}/commercial-state': forGood('trips:write'),
  'GET /v1/trip-templates': read('catalog:read'),
  'POST /v1/trip-templates': { ...undoable('catalog:write', 'trips:read'), cost: 2, status: 201 },
  'PATCH /v1/travelers/{travelerId}': undoable('travelers:write'),
  'DELETE /v1/travelers/{travelerId}': undoable('travelers:write'),
  'PATCH /v1/trips/{tripId}/contact': forGood('travelers:write'),
  'DELETE /v1/trips/{tripId}/contact': forGood('travelers:write'),
  'POST /v1/documents/{documentId}/complete': undoable('documents:write'),
  'POST /v1/catalog/entities/{entityId}/images/{assetId}/complete': { ...undoable('catalog:write'), cost: 2 },
  'POST /v1/catalog/entities/{entityId}/restore': undoable('catalog:write'),
  'DELETE /v1/catalog/entities/{entityId}': undoable('catalog:write'),
  'GET /v1/library/entries': read('catalog:read'),
  'GET /v1/library/entries/{entryId}': read('catalog:read'),
  'PATCH /v1/library/entries/{entryId}': undoable('catalog:write'),
  'DELETE /v1/library/entries/{entryId}': undoable('catalog:write'),
  'GET /v1/trips/{tripId}/quotes': read('quotes:read'),
  'POST /v1/trips/{tripId}/quotes': { ...undoable('quotes:write'), status: 201 },
  'POST /v1/quotes/{quoteId}/send': forGood('quotes:write'),
  'GET /v1/changes': read(),
}

test('every promise is about an operation of the contract', () => {
  expect(Object.keys(PROMISES).filter((route) => !(route in CONTRACT))).toEqual([])
})

test.each(OPERATIONS)('$id keeps what the contract says of its scopes, cost, status and undo', ({ method, path, ...operation }) => {
  const { scopes, cost = 1, undoable: canBeUndone, status } = PROMISES[`${method} ${path}`] ?? {}
  expect(operation.cost).toBe(cost)
  if (scopes) expect(operation.scopes).toEqual(scopes)
  if (canBeUndone !== undefined) expect(operation.undo !== 'none').toBe(canBeUndone)
  if (status !== undefined) expect(operation.status).toBe(status)
})
