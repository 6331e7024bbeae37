import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Tool } from '@modelcontextprotocol/sdk/types.js'

export interface ToolAnswer {
  isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: tests read resources of every shape
  resource: any
  /** The text parts: the resource as JSON, then what an assistant should know. */
  texts: string[]
  meta: Record<string, unknown>
}

export interface Assistant {
  client: Client
  tools: Tool[]
  /** The client itself checks every answer against the schema of the tool. */
  call(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>
}

/** The official client, connected over real HTTP, knowing its tools. */
export async function assistantAt(baseUrl: string, secret: string): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { Authorization: `Bearer ${secret}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit }) as Transport)
  const { tools } = await client.listTools()
  return {
    client,
    tools,
    async call(name, given = {}) {
      const { isError, structuredContent, content, _meta } = await client.callTool({ name, arguments: given })
      const texts = (content as { text: string }[]).map(({ text }) => text)
      return { isError: isError === true, resource: structuredContent, texts, meta: _meta ?? {} }
    },
  }
}
