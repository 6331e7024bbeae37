import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  RequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { API_VERSION } from '../http/openapi.ts'
import { INSTRUCTIONS } from './describe-tool.ts'

const SERVER = { name: 'travesia', title: 'Travesía', version: API_VERSION }
/** The SDK checks a call itself, and then answers wrong params as such; given its own schema here, it would call them an internal error. */
const AnyCall = RequestSchema.extend({ method: CallToolRequestSchema.shape.method })
/** Not used by a server that never asks its client anything; shared, because each server would build one. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

export interface Tools {
  list(): Tool[]
  /** Undefined where there is no such tool. */
  call(name: string, given: Record<string, unknown>): Promise<CallToolResult> | undefined
}

/**
 * One message, one answer, nothing kept in between: any process can answer the next one. The door imports this file at the
 * first message only, because the SDK takes 30 MB.
 */
export async function answerMessage(message: unknown, headers: Record<string, string>, tools: Tools): Promise<Response> {
  const server = new Server(SERVER, { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.list() }))
  server.setRequestHandler(AnyCall, async (request) => {
    const { params } = CallToolRequestSchema.parse(request)
    const result = tools.call(params.name, params.arguments ?? {})
    if (!result) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}`)
    return await result
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(new Request('http://localhost/mcp', { method: 'POST', headers }), { parsedBody: message })
  } finally {
    await server.close()
  }
}
