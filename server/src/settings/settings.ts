import { isIP } from 'node:net'
import { resolve } from 'node:path'

import { z } from 'zod'

import { StartupError } from '../shared/startup-error.ts'
import { AddressError, readBlobAddress } from './blob-address.ts'

const flag = z.enum(['true', 'false', '1', '0', 'on', 'off', 'yes', 'no']).transform((text) => {
  return ['true', '1', 'on', 'yes'].includes(text)
})

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .transform((text) => text.replace(/\/+$/, ''))

const isOrigin = (text: string) => {
  const url = URL.parse(text)
  return url !== null && url.href.replace(/\/$/, '') === url.origin
}

const viewerExample = 'must be an address without a path, such as https://{version}.view.example.com'

/** An origin with `{version}` in its host name, written as browsers write it in `Host`. */
const viewerAddress = z
  .string()
  .regex(/^https?:\/\//, viewerExample)
  .transform((text) => text.replace('{version}', 'version-goes-here'))
  .refine(isOrigin, viewerExample)
  .transform((text) => new URL(text).origin.replace('version-goes-here', '{version}'))

function isNetwork(text: string): boolean {
  const [address = '', prefix] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return prefix === undefined ? bits > 0 : /^\d+$/.test(prefix) && Number(prefix) <= bits
}

const blobAddress = z.string().transform((text, context) => {
  try {
    return readBlobAddress(text)
  } catch (error) {
    if (!(error instanceof AddressError)) throw error
    context.addIssue(error.message)
    return z.NEVER
  }
})

const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(min).max(max))

const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')

/** `name=value` pairs separated by commas, the values encoded as in an address. */
const namedValues = z
  .string()
  .regex(/^([\w-]+\s*=([^%,]|%[0-9a-fA-F]{2})*(,\s*|$))+$/, 'must be name=value pairs, separated by commas')
  .transform((text) =>
    Object.fromEntries(
      text.split(',').map((pair) => {
        const [name = '', value = ''] = pair.split(/=(.*)/s)
        return [name.trim(), decodeURIComponent(value.trim())]
      }),
    ),
  )

/**
 * Every setting there is. `docs/operating/settings.md` is generated from this table, so a setting's
 * description is written here and nowhere else. `fallback` is what the documentation calls the default.
 */
const table = {
  PORT: {
    about: 'The port the portal listens on.',
    fallback: '3000',
    schema: wholeNumber(1, 65_535).default(3000),
  },
  PLINTH_HOST: {
    about:
      'The address to listen on. With the embedded identity provider that is loopback unless you say otherwise.',
    fallback: '`localhost` with the embedded identity provider, otherwise `0.0.0.0`',
    schema: z.string().min(1).optional(),
  },
  PLINTH_DRAIN_SECONDS: {
    about:
      'How many seconds an instance that was told to stop goes on serving while `/serving` already fails, so that load balancers stop sending to it first. More than their checks take to notice.',
    fallback: '5, or 0 with the embedded PostgreSQL, where there is no other instance to send to',
    schema: wholeNumber(0, 600).optional(),
  },
  PLINTH_DATA: {
    about: 'The folder for everything the portal keeps on this machine.',
    fallback: './data',
    schema: z
      .string()
      .min(1)
      .default('./data')
      .transform((path) => resolve(path)),
  },
  PLINTH_PUBLIC_URL: {
    about: 'The address people open the portal under. Requests for other host names are refused.',
    fallback: 'http://plinth.localhost:{PORT}',
    schema: webAddress.refine(isOrigin, 'must be an address without a path').optional(),
  },
  PLINTH_ALLOW_HTTP: {
    about:
      'Start although an address is plain `http:` under a name that is not this machine’s alone. For a lab: passwords and sessions can be read on the way.',
    fallback: 'false',
    schema: flag.default(false),
  },
  PLINTH_VIEWER_URL: {
    about:
      'The address uploaded builds are shown under, with `{version}` in its host name: every version has an origin of its own.',
    fallback: 'the public address with `{version}.` before its host name',
    schema: viewerAddress.optional(),
  },
  DATABASE_URL: {
    about: 'A PostgreSQL database (version 14 or newer). Without it the portal runs its own.',
    fallback: 'an embedded PostgreSQL under {PLINTH_DATA}/postgres',
    schema: databaseAddress.optional(),
  },
  PLINTH_DATABASE_DIRECT_URL: {
    about:
      'The same database without a pooler in between, where `DATABASE_URL` leads through one (PgBouncer in transaction mode): for migrations, background work, `plinth-admin` and notices between instances.',
    fallback: '{DATABASE_URL}',
    schema: databaseAddress.optional(),
  },
  PLINTH_DATABASE_POOL: {
    about:
      'How many connections to the database an instance uses for requests. It takes up to six more for itself.',
    fallback: '10',
    schema: wholeNumber(1, 1000).default(10),
  },
  PLINTH_DATABASE_TIMEOUT: {
    about:
      'How many seconds a request waits for a connection, and for each query; then it is told to come back.',
    fallback: '5',
    schema: wholeNumber(1, 300).default(5),
  },
  PLINTH_BLOBS: {
    about:
      'Where uploaded archives are kept: a folder (`file:…`), `s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=…&profile=…` or `azure://container/prefix?account=…`. Keys come from the environment, see [storage.md](storage.md).',
    fallback: 'file:{PLINTH_DATA}/blobs',
    schema: blobAddress.optional(),
  },
  PLINTH_BLOBS_FROM: {
    about:
      'Where archives were kept before, while they move to `PLINTH_BLOBS`: what is not there yet is read from here.',
    fallback: 'none',
    schema: blobAddress.optional(),
  },
  PLINTH_BLOBS_TIMEOUT: {
    about:
      'How many seconds an object store may be silent, with a call or in the middle of one, before it is given up.',
    fallback: '20',
    schema: wholeNumber(1, 600).default(20),
  },
  PLINTH_CACHE: {
    about: 'The folder for local copies of archives that are kept in an object store.',
    fallback: '{PLINTH_DATA}/cache',
    schema: z
      .string()
      .min(1)
      .transform((path) => resolve(path))
      .optional(),
  },
  PLINTH_CACHE_BYTES: {
    about: 'How much these copies may take, in bytes; those used longest ago go first. 0 keeps none.',
    fallback: '10737418240 (10 GiB)',
    schema: wholeNumber(0, 2 ** 50).default(10 * 1024 ** 3),
  },
  PLINTH_DEMO: {
    about: 'Fill an empty portal with two demo organisations. Needs the embedded identity provider.',
    fallback: '`true` with the embedded identity provider',
    schema: flag.optional(),
  },
  PLINTH_PUBLIC_DEMO: {
    about:
      'Let other machines reach the embedded identity provider and marketplace, where anybody can sign in as anybody. Every page says so, and there are no platform administrators. Without it such a portal does not start.',
    fallback: 'false',
    schema: flag.default(false),
  },
  PLINTH_PRODUCT_NAME: {
    about: 'What the portal calls itself: browser title, header, API reference.',
    fallback: 'Plinth',
    schema: z.string().trim().min(1).max(40).default('Plinth'),
  },
  PLINTH_SUPPORT_EMAIL: {
    about: 'The mailbox shown where people need help.',
    fallback: 'support@plinth.example',
    schema: z.email('must be an e-mail address').default('support@plinth.example'),
  },
  PLINTH_IDENTITY_AUTHORITY: {
    about:
      'Sign-in authority, for example `https://login.microsoftonline.com/common/v2.0`. Setting it turns the embedded identity provider off.',
    fallback: 'the embedded identity provider',
    schema: webAddress.optional(),
  },
  PLINTH_IDENTITY_CLIENT_ID: {
    about: 'The client id of the app registration. Required with an external authority.',
    fallback: 'none',
    schema: z.string().min(1).optional(),
  },
  PLINTH_IDENTITY_ROLE_NAME: {
    about: 'The name of the API scope that the app registration exposes.',
    fallback: 'Portal.Access',
    schema: z
      .string()
      .regex(/^[\w.-]+$/, 'must be letters, digits, dots, dashes and underscores')
      .default('Portal.Access'),
  },
  PLINTH_IDENTITY_ACCEPT_V1: {
    about: 'Also accept version 1 access tokens (issuer `https://sts.windows.net/{tenant}/`).',
    fallback: 'false',
    schema: flag.default(false),
  },
  PLINTH_GRAPH_URL: {
    about: 'The directory service that is asked for the organisation name during setup.',
    fallback: 'https://graph.microsoft.com, or the embedded provider',
    schema: webAddress.optional(),
  },
  PLINTH_ADMINS: {
    about:
      'The platform administrators, comma-separated: `{tenant id}/{object id}` pairs or, with the embedded identity provider only, e-mail addresses.',
    fallback: '`operator@plinth.example` with the demo on this machine, otherwise none',
    schema: z.string().optional(),
  },
  PLINTH_OPERATOR_TENANT: {
    about:
      'The operator’s own tenant id. People of this tenant with the app role `Platform.Admin` are platform administrators; the role counts from no other tenant, and without this setting not at all.',
    fallback: 'none',
    schema: z.guid('must be a GUID').toLowerCase().optional(),
  },
  PLINTH_EMBEDDED_MARKETPLACE: {
    about:
      'Run a marketplace to try purchases with, at `/marketplace`. Whoever can open it can buy and cancel.',
    fallback: '`true` with the embedded identity provider and without a marketplace of your own',
    schema: flag.optional(),
  },
  PLINTH_MARKETPLACE_TENANT: {
    about: 'The publisher’s tenant id. Setting it connects the commercial marketplace.',
    fallback: 'none',
    schema: z.guid('must be a GUID').toLowerCase().optional(),
  },
  PLINTH_MARKETPLACE_CLIENT_ID: {
    about: 'The client id of the app registration named in the offer. Required with a marketplace.',
    fallback: 'none',
    schema: z.string().min(1).optional(),
  },
  PLINTH_MARKETPLACE_CLIENT_SECRET: {
    about: 'The secret of that app registration. Required with a marketplace, never logged.',
    fallback: 'none',
    schema: z.string().min(1).optional(),
  },
  PLINTH_MARKETPLACE_URL: {
    about: 'Where the SaaS Fulfillment API (version 2) is.',
    fallback: 'https://marketplaceapi.microsoft.com/api/saas/subscriptions',
    schema: webAddress.optional(),
  },
  PLINTH_MARKETPLACE_TOKEN_URL: {
    about: 'Where the portal gets its access tokens for that API.',
    fallback: 'https://login.microsoftonline.com/{PLINTH_MARKETPLACE_TENANT}/oauth2/v2.0/token',
    schema: webAddress.optional(),
  },
  PLINTH_UPLOAD_BYTES: {
    about: 'The largest zip that can be uploaded, in bytes.',
    fallback: '536870912 (512 MiB)',
    schema: wholeNumber(1, 2 ** 40).default(512 * 1024 * 1024),
  },
  PLINTH_UPLOAD_FILES: {
    about: 'The most files a zip may hold.',
    fallback: '50000',
    schema: wholeNumber(1, 1_000_000).default(50_000),
  },
  PLINTH_DISK_RESERVE: {
    about:
      'How many bytes stay free on the disk uploads are received on: what would leave less is refused, and `/ready` fails.',
    fallback: '268435456 (256 MiB)',
    schema: wholeNumber(0, 2 ** 50).default(256 * 1024 * 1024),
  },
  PLINTH_UPLOADS_AT_ONCE: {
    about:
      'How many uploads an instance takes in at the same time; more are told to come back. Each takes room for its zip.',
    fallback: '16',
    schema: wholeNumber(1, 1000).default(16),
  },
  PLINTH_UPLOADS_PER_ACCOUNT: {
    about: 'How many of them may be uploads of one account. One place is always left to others.',
    fallback: '4',
    schema: wholeNumber(1, 1000).default(4),
  },
  PLINTH_PUBLISHING_AT_ONCE: {
    about:
      'How many uploads that have arrived an instance verifies and stores at the same time, half of them of one account; others wait.',
    fallback: '4',
    schema: wholeNumber(1, 1000).default(4),
  },
  PLINTH_DOWNLOADS_AT_ONCE: {
    about:
      'How many large files (more than 256 KiB as sent) an instance sends at the same time; more wait, then are told to come back.',
    fallback: '256',
    schema: wholeNumber(1, 100_000).default(256),
  },
  PLINTH_DOWNLOADS_PER_ACCOUNT: {
    about: 'How many of them may be files of one account.',
    fallback: '64',
    schema: wholeNumber(1, 100_000).default(64),
  },
  PLINTH_MIN_RATE: {
    about:
      'The slowest a client may read an answer or send an upload, in bytes a second. Slower ones are cut off. 0 lets all be.',
    fallback: '4096',
    schema: wholeNumber(0, 2 ** 30).default(4096),
  },
  PLINTH_MIN_RATE_SECONDS: {
    about: 'Over how many seconds that rate is measured.',
    fallback: '60',
    schema: wholeNumber(1, 3600).default(60),
  },
  PLINTH_ACCOUNT_STORAGE_BYTES: {
    about:
      'How many bytes of archives an account may store, deleted ones included until they are swept; administrators can give an account a limit of its own. The default is room for thousands of versions of a usual build, and keeps one account from filling the disk of all.',
    fallback: '50000000000 (50 GB)',
    schema: wholeNumber(0, 1e15).default(50e9),
  },
  PLINTH_RATE_PER_CALLER: {
    about: 'How many calls a minute one person or API key may make, over all instances.',
    fallback: '1200',
    schema: wholeNumber(1, 10_000_000).default(1200),
  },
  PLINTH_RATE_PER_ADDRESS: {
    about: 'How many calls a minute may come from one network address, over all instances.',
    fallback: '6000',
    schema: wholeNumber(1, 10_000_000).default(6000),
  },
  PLINTH_RATE_PER_ADDRESS_FILES: {
    about:
      'How many requests a minute for files of the portal and of shown versions may come from one network address, for each instance.',
    fallback: '1200000',
    schema: wholeNumber(1, 100_000_000).default(1_200_000),
  },
  PLINTH_TRUSTED_PROXIES: {
    about:
      'Addresses or networks (comma-separated) of reverse proxies whose `X-Forwarded-For` tells where a call comes from.',
    fallback: 'none',
    schema: z
      .string()
      .regex(/^[0-9a-fA-F.:/, ]+$/, 'must be addresses or networks, separated by commas')
      .transform((text) => text.split(',').map((part) => part.trim()))
      .refine((networks) => networks.every(isNetwork), 'must be addresses or networks, separated by commas')
      .optional(),
  },
  PLINTH_FORWARDED_HOST: {
    about:
      'Read the host name from `X-Forwarded-Host`, for a proxy that cannot pass `Host` on. It must set that header itself on every request.',
    fallback: 'false',
    schema: flag.default(false),
  },
  PLINTH_INVITATION_DAYS: {
    about: 'How many days an invitation can be redeemed.',
    fallback: '7',
    schema: wholeNumber(1, 365).default(7),
  },
  PLINTH_API_KEY_DAYS: {
    about: 'How many days a new API key works.',
    fallback: '365',
    schema: wholeNumber(1, 3650).default(365),
  },
  PLINTH_METRICS_PORT: {
    about: 'A port of its own for metrics (Prometheus, at `/metrics`). They are never on the public one.',
    fallback: 'none: metrics are not offered',
    schema: wholeNumber(1, 65_535).optional(),
  },
  PLINTH_METRICS_HOST: {
    about: 'The address metrics are offered on.',
    fallback: '127.0.0.1',
    schema: z.string().min(1).default('127.0.0.1'),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about:
      'An OpenTelemetry collector (OTLP over HTTP), such as `http://collector:4318`. Setting it turns traces on.',
    fallback: 'none: nothing is traced',
    schema: webAddress.optional(),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    about: 'Headers for the collector, as `name=value` pairs separated by commas; never logged.',
    fallback: 'none',
    schema: namedValues.optional(),
  },
  OTEL_SERVICE_NAME: {
    about: 'What the portal is called in traces.',
    fallback: 'plinth',
    schema: z.string().min(1).default('plinth'),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    about: 'The share of calls to trace, from 0 to 1. Who traces already is joined, whatever this says.',
    fallback: '1',
    schema: z
      .string()
      .regex(/^[0-9.]+$/, 'must be a number from 0 to 1')
      .transform(Number)
      .pipe(z.number().min(0).max(1))
      .default(1),
  },
  PLINTH_LOG_LEVEL: {
    about: 'How much is logged: `trace`, `debug`, `info`, `warn`, `error` or `silent`.',
    fallback: 'info',
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  },
  PLINTH_LOG_FILE: {
    about: 'A file for the log (JSON lines). `npm start` sets it, to keep the terminal readable.',
    fallback: 'standard output; {PLINTH_DATA}/plinth.log with `npm start`',
    schema: z
      .string()
      .min(1)
      .transform((path) => resolve(path))
      .optional(),
  },
} satisfies Record<string, { about: string; fallback: string; schema: z.ZodType }>

export const settings = Object.entries(table).map(([name, { about, fallback }]) => ({
  name,
  about,
  fallback,
}))

type Table = typeof table
export type Values = { [Name in keyof Table]: z.output<Table[Name]['schema']> }

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

/** Names that look like settings and are none: most likely misspelt. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).filter((name) => name.startsWith('PLINTH_') && !(name in table))
}
