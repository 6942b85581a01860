import { expect, test } from 'vitest'

import { formatOfAddress } from './format-of-address.ts'

test.each([
  ['https://hooks.slack.com/services/T0/B0/x', 'slack'],
  [' https://HOOKS.slack.com/triggers/T0/1/x ', 'slack'],
  ['https://discord.com/api/webhooks/1/x/slack', 'slack'],
  ['https://discord.com/api/webhooks/1/x', undefined],
  ['https://contoso.webhook.office.com/webhookb2/x', 'teams'],
  ['https://prod-12.westeurope.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke', 'teams'],
  ['https://default1.2.environment.api.powerplatform.com/powerautomate/automations/x', 'teams'],
  ['https://ci.example/hooks.slack.com', undefined],
  ['https://hooks.slack.com.evil.example/', undefined],
  ['hooks.slack.com', undefined],
  ['', undefined],
])('%s speaks for the format %s', (address, format) => {
  expect(formatOfAddress(address)).toBe(format)
})
