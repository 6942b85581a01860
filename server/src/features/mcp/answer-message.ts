import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'

import { instructions } from './instructions.ts'
import type { ToolContext } from './services.ts'
import { tools } from './tools.ts'

/** Headers that the protocol has a meaning for. */
const protocolHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

/** Answers one message with a server that lives for that message, so any instance can answer the next one. */
export async function answerMessage(
  context: ToolContext,
  { headers }: FastifyRequest,
  message: unknown,
): Promise<Response> {
  const { publicUrl, productName } = context.services.config
  const handler = createMcpHandler(
    () => {
      const server = new McpServer(
        { name: 'plinth', title: productName, version: '1' },
        { instructions, capabilities: { tools: { listChanged: false } } },
      )
      for (const { register } of tools) register(server, context)
      return server
    },
    {
      // Nothing changes during one message: there is nothing to listen to.
      maxSubscriptions: 0,
      keepAliveMs: 0,
      onerror: (error) => context.log.debug({ err: error }, 'an MCP message was refused'),
    },
  )
  const kept = protocolHeaders.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as [string, string]] : []
  })
  // Fastify has read the body already, within its limit.
  const request = new Request(publicUrl, { method: 'POST', headers: kept })
  return handler.fetch(request, { parsedBody: message })
}
