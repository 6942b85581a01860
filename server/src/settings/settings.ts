import type { z } from 'zod'

import { StartupError } from '../shared/startup-error.ts'
import { agentSettings } from './groups/agents.ts'
import { brandingSettings } from './groups/branding.ts'
import { cameraSettings } from './groups/camera.ts'
import { identitySettings } from './groups/identity.ts'
import { lifetimeSettings } from './groups/lifetimes.ts'
import { limitSettings } from './groups/limits.ts'
import { marketplaceSettings } from './groups/marketplace.ts'
import { observabilitySettings } from './groups/observability.ts'
import { portalSettings } from './groups/portal.ts'
import { proxySettings } from './groups/proxies.ts'
import { storageSettings } from './groups/storage.ts'
import { webhookSettings } from './groups/webhooks.ts'
import type { SettingsTable } from './setting.ts'

/**
 * Every setting, in the order of `docs/operating/settings.md`, which is generated from this table. A setting is
 * described in its group and nowhere else.
 */
const table = {
  ...portalSettings,
  ...storageSettings,
  ...brandingSettings,
  ...identitySettings,
  ...marketplaceSettings,
  ...limitSettings,
  ...proxySettings,
  ...webhookSettings,
  ...agentSettings,
  ...cameraSettings,
  ...lifetimeSettings,
  ...observabilitySettings,
} satisfies SettingsTable

type Table = typeof table
export type Values = { [Name in keyof Table]: z.output<Table[Name]['schema']> }

/** Each setting's name and what the documentation says about it. */
export const settings = Object.entries<SettingsTable[string]>(table).map(
  ([name, { about, fallback, schema }]) => ({
    name,
    about,
    fallback: fallback ?? String(schema.parse(undefined)),
  }),
)

/** The settings as the environment has them, each by itself. */
export function readValues(env: Record<string, string | undefined>): Values {
  const values: Record<string, unknown> = {}
  for (const [name, { schema }] of Object.entries(table)) {
    const text = env[name]
    const read = schema.safeParse(text === '' ? undefined : text)
    if (!read.success) {
      const reasons = read.error.issues.map((issue) => issue.message).join('; ')
      throw new StartupError(`The setting ${name} is not valid: ${reasons}.`)
    }
    values[name] = read.data
  }
  return values as Values
}

/** Environment variables that look like settings but are not: most likely misspelt. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).filter((name) => name.startsWith('PLINTH_') && !(name in table))
}
