import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createApiKey } from '@plinth/contract/api-keys.ts'
import type { Call } from '@plinth/contract/client.ts'

import { afterTestFile } from './clean-up.ts'
import { testPortal } from './test-app.ts'

export type ProtocolVersion = '2025-11-25' | '2026-07-28'

export const mcpPath = (account: string) => `/api/v1/account/${account}/mcp`

export async function aReadKey(call: Call, account: string) {
  return call(createApiKey, { params: { account }, body: { name: 'An agent', scope: 'read' } })
}

/** The official client, connected to the account's endpoint with a key. */
export async function anAgent(key: string, account: string, version: ProtocolVersion = '2026-07-28') {
  const { origin } = await testPortal()
  const client = new Client(
    { name: 'test', version: '0' },
    version === '2026-07-28' ? { versionNegotiation: { mode: 'auto' } } : {},
  )
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpPath(account), origin), { requestInit }))
  afterTestFile(() => client.close())
  async function ask(name: string, args: Record<string, unknown> = {}) {
    const { content, isError = false } = await client.callTool({ name, arguments: args })
    const [first] = content
    if (first?.type !== 'text') throw new Error(`${name} answered without text`)
    return { text: first.text, isError }
  }
  return { client, ask }
}

/** One message without a client. */
export async function postMessage(account: string, body: string, headers: Record<string, string> = {}) {
  const { origin } = await testPortal()
  return fetch(origin + mcpPath(account), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  })
}
