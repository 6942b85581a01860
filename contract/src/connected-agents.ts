import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { exactText, RowId } from './text.ts'

/*
 * A connected agent is an MCP client that a person has allowed, by OAuth, to read the storybooks of an account: the way
 * for clients that cannot send an API key.
 */

/** Of one person, in all accounts. */
export const maxConnectedAgents = 100

/** What is known of an MCP client. */
const AgentClient = {
  /** What it calls itself; nobody has checked it. */
  name: z.nullable(z.string()),
  /** The host of its own address. Null if it only registered itself; anybody can. */
  clientHost: z.nullable(z.string()),
  /** Where the browser is sent with the permission; null for a program on the person's own machine. */
  redirectHost: z.nullable(z.string()),
}

export const AgentRequest = z.object({
  ...AgentClient,
  accountName: z.string(),
})
export type AgentRequest = z.infer<typeof AgentRequest>

const AgentRequestParams = z.object({ uid: exactText.check(z.maxLength(100)) })

export const describeAgentRequest = endpoint({
  method: 'GET',
  path: '/api/v1/agentRequests/:uid',
  summary: 'Which MCP client asks the caller for permission, in this browser, to read which account',
  access: 'user',
  params: AgentRequestParams,
  reply: AgentRequest,
})

export const decideAgentRequest = endpoint({
  method: 'POST',
  path: '/api/v1/agentRequests/:uid',
  summary: 'Allow an MCP client to read an account as the caller, or refuse it',
  access: 'user',
  params: AgentRequestParams,
  body: z.object({ isAllowed: z.boolean() }),
  reply: z.object({
    /** Where the browser must go now; from there it is sent back to the client. */
    url: z.string(),
  }),
})

export const ConnectedAgent = z.object({
  id: z.int(),
  ...AgentClient,
  accountName: z.string(),
  connectedAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type ConnectedAgent = z.infer<typeof ConnectedAgent>

export const listConnectedAgents = endpoint({
  method: 'GET',
  path: '/api/v1/connectedAgents',
  summary: 'The MCP clients that the caller has allowed to read accounts, newest first',
  access: 'user',
  reply: z.array(ConnectedAgent),
})

export const disconnectAgent = endpoint({
  method: 'DELETE',
  path: '/api/v1/connectedAgents/:id',
  summary: 'Take the permission back from an MCP client; its tokens stop working immediately',
  access: 'user',
  params: z.object({ id: RowId }),
})
