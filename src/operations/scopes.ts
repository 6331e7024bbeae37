const AREAS = ['trips', 'catalog', 'travelers', 'documents', 'quotes', 'payments', 'webhooks'] as const
export type Area = (typeof AREAS)[number]
export type Scope = `${Area}:${'read' | 'write'}`

export const SCOPES: readonly Scope[] = AREAS.flatMap((area): Scope[] => [`${area}:read`, `${area}:write`])

/** The scope that shows what a scope covers: changes made with `trips:write` are seen with `trips:read`. */
export const readScopeOf = (scope: Scope): Scope => `${scope.split(':')[0] as Area}:read`
