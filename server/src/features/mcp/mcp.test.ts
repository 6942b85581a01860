import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createApiKey } from '@plinth/contract/api-keys.ts'
import { expect, test } from 'vitest'

import { aStorybook } from '../../testing/publishing.ts'
import { testPortal } from '../../testing/test-app.ts'

test.each(['2025-11-25', '2026-07-28'])('the official client lists and calls tools, %s', async (era) => {
  const { origin } = await testPortal()
  const { call, params } = await aStorybook()
  const { key } = await call(createApiKey, { params, body: { name: 'Agent', scope: 'read' } })
  const client = new Client(
    { name: 'test', version: '0' },
    era === '2026-07-28' ? { versionNegotiation: { mode: 'auto' } } : {},
  )
  const url = new URL(`/api/v1/account/${params.account}/mcp`, origin)
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
  expect(client.getNegotiatedProtocolVersion()).toBe(era)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('list_storybooks')
  const { content } = await client.callTool({ name: 'list_storybooks', arguments: {} })
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining(params.storybook) }])
  await client.close()
})
