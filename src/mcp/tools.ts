import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { Caller } from '../operations/caller.ts'
import { toolName } from '../operations/catalogue.ts'
import type { Catalogue, Operation } from '../operations/operation.ts'
import { inputSchemaOf, type Places, placesOf } from './arguments.ts'
import { describeTool } from './describe-tool.ts'
import { type Documented, documentedOperations } from './output-schema.ts'
import { portable } from './portable-schema.ts'

interface ToolOperation {
  operation: Operation
  places: Places
}

export interface Toolbox {
  find(name: string): ToolOperation | undefined
  /** What the caller's key can use. */
  listFor(caller: Pick<Caller, 'scopes'>): Tool[]
}

/** One tool for each operation. Clashing names are refused here, at the start; what only a list shows is made at the first list. */
export function toolbox(catalogue: Catalogue): Toolbox {
  const tools = new Map([...catalogue].map((operation) => [toolName(operation), { operation, places: placesOf(operation) }]))
  let listed: { tool: Tool; operation: Operation }[] | undefined
  return {
    find: (name) => tools.get(name),
    listFor(caller) {
      listed ??= describeTools(catalogue)
      return listed.filter(({ operation }) => operation.scopes.every((scope) => caller.scopes.has(scope))).map(({ tool }) => tool)
    },
  }
}

function describeTools(catalogue: Catalogue): { tool: Tool; operation: Operation }[] {
  const documented = documentedOperations(catalogue)
  return [...catalogue].map((operation) => {
    const { output, descriptions } = documented.get(operation.id) as Documented
    const tool: Tool = {
      name: toolName(operation),
      title: operation.title,
      description: describeTool(operation, catalogue),
      inputSchema: portable(inputSchemaOf(operation, descriptions)) as Tool['inputSchema'],
      outputSchema: portable(output) as Tool['inputSchema'],
      annotations: {
        title: operation.title,
        readOnlyHint: operation.kind === 'read',
        destructiveHint: operation.kind === 'destructive',
        // a write is safe to repeat with its idempotencyKey only
        idempotentHint: operation.kind === 'read',
        openWorldHint: false,
      },
    }
    return { tool, operation }
  })
}
