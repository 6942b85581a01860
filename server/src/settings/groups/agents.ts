import type { SettingsTable } from '../setting.ts'
import { networks } from '../value-schemas.ts'

export const agentSettings = {
  PLINTH_AGENT_ALLOWED_NETWORKS: {
    about:
      'Internal addresses or networks (comma-separated) from which the descriptions of MCP clients may be fetched, over HTTPS. Otherwise they must be at public addresses. Anyone who can reach the portal can then make it send GET requests there.',
    fallback: 'none',
    schema: networks.optional(),
  },
} satisfies SettingsTable
