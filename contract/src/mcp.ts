import * as z from 'zod/mini'

import { AccountParams } from './accounts.ts'
import { bytes, endpoint } from './endpoint.ts'

/** A JSON-RPC request or notification. What is in it is for the protocol's own library to judge. */
const JsonRpcMessage = z.record(z.string(), z.unknown())

export const callMcp = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/mcp',
  summary: 'The MCP endpoint for coding agents: one JSON-RPC message per request, no session',
  access: 'agent',
  params: AccountParams,
  body: JsonRpcMessage,
  reply: bytes,
})
