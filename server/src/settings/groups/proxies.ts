import type { SettingsTable } from '../setting.ts'
import { flag, networks } from '../value-schemas.ts'

export const proxySettings = {
  PLINTH_TRUSTED_PROXIES: {
    about:
      'Addresses or networks (comma-separated) of reverse proxies whose `X-Forwarded-For` header names the client’s address.',
    fallback: 'none',
    schema: networks.optional(),
  },
  PLINTH_FORWARDED_HOST: {
    about:
      'Read the host name from `X-Forwarded-Host`, for a proxy that cannot pass on `Host`. The proxy must set that header on every request.',
    schema: flag.default(false),
  },
} satisfies SettingsTable
