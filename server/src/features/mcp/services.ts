import type { FastifyBaseLogger } from 'fastify'

import type { Config } from '../../settings/config.ts'
import type { Queries } from '../contents/queries.ts'
import type { SearchServices } from '../search/search-account.ts'

export interface McpServices extends SearchServices {
  config: Pick<Config, 'publicUrl' | 'productName'>
  query: Queries
}

/** What a tool knows of the message it answers. */
export interface ToolContext {
  services: McpServices
  account: { id: number; publicId: string }
  requestId: string
  /** Called before a question about contents, which waits for a turn of its own. */
  endTurn: () => void
  log: FastifyBaseLogger
}
