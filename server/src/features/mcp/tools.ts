import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'

import { listStorybooksOfAccount } from '../storybooks/store.ts'
import type { ToolContext } from './services.ts'

export function registerTools(server: McpServer, { services: { db }, account }: ToolContext): void {
  server.registerTool(
    'list_storybooks',
    {
      title: 'List storybooks',
      description: 'All storybooks of the organisation, with newest version and size.',
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true, openWorldHint: false, idempotentHint: true, destructiveHint: false },
    },
    async () => {
      const rows = await listStorybooksOfAccount(db, account.id, null)
      return { content: [{ type: 'text' as const, text: rows.map(({ public_id }) => public_id).join('\n') }] }
    },
  )
}
