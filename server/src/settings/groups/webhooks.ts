import type { SettingsTable } from '../setting.ts'
import { networks } from '../value-schemas.ts'

export const webhookSettings = {
  PLINTH_WEBHOOK_ALLOWED_NETWORKS: {
    about:
      'Internal addresses or networks (comma-separated) that webhooks may be sent to, over plain HTTP too. Otherwise only public addresses over HTTPS are. The Owners of all accounts can then send requests there.',
    fallback: 'none',
    schema: networks.optional(),
  },
} satisfies SettingsTable
