import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Caller } from '../operations/caller.ts'
import type { Operation } from '../operations/operation.ts'
import { Problem, problemBody } from '../operations/problem.ts'
import type { Road } from '../operations/road.ts'
import { type Places, readArguments } from './arguments.ts'

export interface ToolCall {
  road: Road
  caller: Caller
  requestId: string
  baseUrl: string
  /** The answer's HTTP headers carry what REST would tell there. */
  tell(name: string, value: string): void
  onFault(error: unknown): void
}

/** Sends a tool call down the road that every door uses. */
export async function callTool(
  { operation, places }: { operation: Operation; places: Places },
  given: Record<string, unknown>,
  call: ToolCall,
): Promise<CallToolResult> {
  const told = new Map<string, string>()
  const tell = (name: string, value: string) => {
    told.set(name, value)
    call.tell(name, value)
  }
  try {
    const admitted = await call.road.admit(operation, call.caller, tell)
    const translated = readArguments(operation, places, given)
    const { status, body } = await call.road.run(operation, { admitted, surface: 'mcp', requestId: call.requestId, ...translated, tell })
    return resultOf(body, status >= 400, told)
  } catch (error) {
    if (!(error instanceof Problem)) call.onFault(error)
    const problem = error instanceof Problem ? error : new Problem('internal_error')
    for (const [name, value] of Object.entries(problem.details.headers ?? {})) tell(name, value)
    return resultOf(JSON.stringify(problemBody(problem, call.baseUrl, call.requestId)), true, told)
  }
}

/** The resource, or the problem; and what an assistant needs for its next step, in words and for programs. */
function resultOf(body: string, isError: boolean, told: Map<string, string>): CallToolResult {
  const changeId = isError ? undefined : told.get('Service-Change-Id')
  const replayed = told.get('Idempotent-Replayed') === 'true'
  const retryAfter = isError ? told.get('Retry-After') : undefined
  const lines = [
    ...(changeId === undefined ? [] : [`changeId: ${changeId}`]),
    ...(replayed ? ['This is the first result of this idempotencyKey again; nothing new was done.'] : []),
    ...(retryAfter === undefined ? [] : [`Try again in ${retryAfter} seconds.`]),
  ]
  return {
    content: [body, ...lines].map((text) => ({ type: 'text' as const, text })),
    structuredContent: JSON.parse(body) as Record<string, unknown>,
    ...(isError && { isError }),
    ...(lines.length > 0 && {
      _meta: {
        ...(changeId !== undefined && { changeId }),
        ...(replayed && { idempotentReplayed: true }),
        ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }),
      },
    }),
  }
}
