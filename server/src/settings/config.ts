import { resolve } from 'node:path'

import { StartupError } from '../shared/startup-error.ts'
import { readMarketplace } from './marketplace-settings.ts'
import { readAdmins } from './read-admins.ts'
import { readValues } from './settings.ts'

export type Config = ReturnType<typeof readConfig>

/** Reads the environment. Whatever depends on more than one setting is derived here. */
export function readConfig(env: Record<string, string | undefined>) {
  const values = readValues(env)
  const publicUrl = new URL(values.PLINTH_PUBLIC_URL ?? `http://plinth.localhost:${values.PORT}`)
  const embeddedIdentity = values.PLINTH_IDENTITY_AUTHORITY === undefined
  const demo = values.PLINTH_DEMO ?? embeddedIdentity
  if (demo && !embeddedIdentity) {
    throw new StartupError(
      'PLINTH_DEMO needs the embedded identity provider: unset it or PLINTH_IDENTITY_AUTHORITY.',
    )
  }
  if (!embeddedIdentity && values.PLINTH_IDENTITY_CLIENT_ID === undefined) {
    throw new StartupError('PLINTH_IDENTITY_CLIENT_ID is required when PLINTH_IDENTITY_AUTHORITY is set.')
  }
  if (values.PLINTH_DATABASE_DIRECT_URL !== undefined && values.DATABASE_URL === undefined) {
    throw new StartupError(
      'PLINTH_DATABASE_DIRECT_URL needs DATABASE_URL: it is another address of the same database.',
    )
  }
  const viewerUrl = values.PLINTH_VIEWER_URL ?? `${publicUrl.protocol}//{version}.${publicUrl.host}`
  const host = values.PLINTH_HOST ?? (embeddedIdentity ? 'localhost' : '0.0.0.0')
  const ownUrl = ownAddress(host, values.PORT)
  return {
    port: values.PORT,
    host,
    ownUrl,
    drainMs: (values.PLINTH_DRAIN_SECONDS ?? (values.DATABASE_URL === undefined ? 0 : 5)) * 1000,
    dataFolder: values.PLINTH_DATA,
    publicUrl,
    viewerUrl,
    allowHttp: values.PLINTH_ALLOW_HTTP,
    databaseUrl: values.DATABASE_URL,
    database: {
      directUrl: values.PLINTH_DATABASE_DIRECT_URL,
      poolSize: values.PLINTH_DATABASE_POOL,
      timeoutMs: values.PLINTH_DATABASE_TIMEOUT * 1000,
    },
    blobs: values.PLINTH_BLOBS ?? { kind: 'file' as const, folder: resolve(values.PLINTH_DATA, 'blobs') },
    blobsFrom: values.PLINTH_BLOBS_FROM,
    storeTimeoutMs: values.PLINTH_BLOBS_TIMEOUT * 1000,
    cache: {
      folder: values.PLINTH_CACHE ?? resolve(values.PLINTH_DATA, 'cache'),
      bytes: values.PLINTH_CACHE_BYTES,
    },
    demo,
    isPublicDemo: values.PLINTH_PUBLIC_DEMO,
    productName: values.PLINTH_PRODUCT_NAME,
    supportEmail: values.PLINTH_SUPPORT_EMAIL,
    identity: {
      authority: values.PLINTH_IDENTITY_AUTHORITY,
      clientId: values.PLINTH_IDENTITY_CLIENT_ID ?? 'plinth-portal',
      roleName: values.PLINTH_IDENTITY_ROLE_NAME,
      acceptV1: values.PLINTH_IDENTITY_ACCEPT_V1,
      graphUrl:
        values.PLINTH_GRAPH_URL ??
        (embeddedIdentity ? `${publicUrl.origin}/graph` : 'https://graph.microsoft.com'),
    },
    admins: readAdmins(values.PLINTH_ADMINS, {
      demo,
      embeddedIdentity,
      isPublicDemo: values.PLINTH_PUBLIC_DEMO,
      operatorTenant: values.PLINTH_OPERATOR_TENANT,
    }),
    marketplace: readMarketplace(values, { embeddedIdentity, ownUrl, publicUrl }),
    limits: {
      uploadBytes: values.PLINTH_UPLOAD_BYTES,
      uploadFiles: values.PLINTH_UPLOAD_FILES,
      diskReserve: values.PLINTH_DISK_RESERVE,
      uploads: sharedBetweenAccounts(values.PLINTH_UPLOADS_AT_ONCE, values.PLINTH_UPLOADS_PER_ACCOUNT),
      // Half, so that one account’s uploads cannot occupy all verification threads.
      publishing: sharedBetweenAccounts(
        values.PLINTH_PUBLISHING_AT_ONCE,
        Math.ceil(values.PLINTH_PUBLISHING_AT_ONCE / 2),
      ),
      downloads: sharedBetweenAccounts(values.PLINTH_DOWNLOADS_AT_ONCE, values.PLINTH_DOWNLOADS_PER_ACCOUNT),
      clientRate: {
        bytesPerSecond: values.PLINTH_MIN_RATE,
        windowMs: values.PLINTH_MIN_RATE_SECONDS * 1000,
      },
      accountStorageBytes: values.PLINTH_ACCOUNT_STORAGE_BYTES,
      storybooksPerAccount: values.PLINTH_STORYBOOKS_PER_ACCOUNT,
    },
    rates: {
      perCaller: values.PLINTH_RATE_PER_CALLER,
      perAddress: values.PLINTH_RATE_PER_ADDRESS,
      perAddressFiles: values.PLINTH_RATE_PER_ADDRESS_FILES,
    },
    trustedProxies: values.PLINTH_TRUSTED_PROXIES,
    isHostForwarded: values.PLINTH_FORWARDED_HOST,
    webhooks: { allowedNetworks: values.PLINTH_WEBHOOK_ALLOWED_NETWORKS ?? [] },
    agents: { allowedNetworks: values.PLINTH_AGENT_ALLOWED_NETWORKS ?? [] },
    hasFileLane: values.PLINTH_FILE_LANE,
    fileMemoryBytes: values.PLINTH_FILE_MEMORY,
    makesPacks: values.PLINTH_BROTLI,
    camera: {
      isOwn: values.PLINTH_CAMERA && values.PLINTH_PICTURES_PER_DAY > 0,
      token: values.PLINTH_CAMERA_TOKEN,
      chromium: values.PLINTH_CAMERA_CHROMIUM,
      concurrency: values.PLINTH_CAMERA_CONCURRENCY,
      isContained: values.PLINTH_CAMERA_CONTAINED,
      picturesPerDay: values.PLINTH_PICTURES_PER_DAY,
    },
    lifetimes: {
      invitationDays: values.PLINTH_INVITATION_DAYS,
      apiKeyDays: values.PLINTH_API_KEY_DAYS,
    },
    metrics: values.PLINTH_METRICS_PORT
      ? { port: values.PLINTH_METRICS_PORT, host: values.PLINTH_METRICS_HOST }
      : undefined,
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          serviceName: values.OTEL_SERVICE_NAME,
          share: values.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    log: { level: values.PLINTH_LOG_LEVEL, file: values.PLINTH_LOG_FILE },
  }
}

/** Whatever the settings, no account gets all slots if there is more than one. */
const sharedBetweenAccounts = (total: number, perAccount: number) => ({
  total,
  perAccount: Math.min(perAccount, Math.max(1, total - 1)),
})

/** Where this process reaches itself, independent of name resolution and proxies. */
function ownAddress(host: string, port: number): string {
  const isAny = host === '0.0.0.0' || host === '::'
  const name = isAny ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
