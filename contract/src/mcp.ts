import * as z from 'zod/mini'

import { AccountParams } from './accounts.ts'
import { bytes, endpoint, longBodyBytes } from './endpoint.ts'

/** How far back the calls of agents are listed. */
export const agentCallDays = 30

export const AgentCalls = z.object({
  /** Null for agents that people have connected by signing in. */
  apiKeyId: z.nullable(z.int()),
  /** Of the API key, or of the agent. */
  name: z.string(),
  /** Who connected it. */
  person: z.nullable(z.string()),
  /** Days (UTC) with calls, the newest first. */
  days: z.array(z.object({ day: z.iso.date(), calls: z.int() })),
})
export type AgentCalls = z.infer<typeof AgentCalls>

export const listAgentCalls = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/AgentCalls',
  summary:
    'How often coding agents called tools of the MCP endpoint in the last 30 days, by day and by API key or connected agent',
  access: 'member',
  action: 'manageApiKeys',
  params: AccountParams,
  reply: z.array(AgentCalls),
})

/** A JSON-RPC request or notification. What is in it is for the protocol's own library to judge. */
const JsonRpcMessage = z.record(z.string(), z.unknown())

export const callMcp = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/mcp',
  summary: 'The MCP endpoint for coding agents: one JSON-RPC message per request, no session',
  access: 'agent',
  params: AccountParams,
  body: JsonRpcMessage,
  maxBodyBytes: longBodyBytes,
  reply: bytes,
})
