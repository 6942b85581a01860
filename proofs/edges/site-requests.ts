import type { Random } from '../random.ts'
import { framed } from './attempt.ts'
import type { Attempt } from './attempt.ts'
import { oddBody } from './json-text.ts'
import { knownValue } from './known.ts'
import type { KnownPortal } from './known.ts'
import { oddAddressPart, oddHeaderValue } from './odd-values.ts'

/** Everything that is no call of the contract: pages, files, signing in, the marketplace, viewer hosts. */
export function siteRequest(portal: KnownPortal, random: Random): Attempt {
  return random.pick([
    pageRequest,
    formRequest,
    formRequest,
    jsonRequest,
    viewerRequest,
    viewerRequest,
    viewerRequest,
  ])(portal, random)
}

const methods = [
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'PROPFIND',
  'QUERY',
]

const pages = [
  '/',
  '/index.html',
  '/redirect.html',
  '/accounts',
  '/signup',
  '/compose',
  '/authorize/x',
  '/assets/x.js',
  '/assets/../x',
  '/cli/x',
  '/cli.tgz',
  '/refs.tgz',
  '/cli/plinth.mjs',
  '/api/docs',
  '/api/v1/openapi.json',
  '/api/v1/unknown',
  '/api/',
  '/health',
  '/ready',
  '/serving',
  '/favicon.ico',
  '/robots.txt',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource/api/v1/account/x/mcp',
  '/.well-known/security.txt',
  '/graph/v1.0/organization',
  '/marketplace',
  '/marketplace/api/saas/subscriptions',
  '/idp/.well-known/openid-configuration',
  '/idp/jwks',
  '/idp/me',
  '/idp/session/end',
  '/idp/auth',
  '/idp/',
  '/oauth/authorize',
  '/oauth/token',
] as const

function pageRequest(portal: KnownPortal, random: Random): Attempt {
  const path = random.pick(pages)
  const target = random.chance(0.5)
    ? path
    : `${path}${random.pick(['/', '?', '?x=', ''])}${addressPart(random)}`
  return framed('page', {
    method: random.pick(methods),
    target,
    host: random.pick([
      portal.host,
      portal.host,
      portal.host,
      '127.0.0.1',
      'localhost',
      '[::1]',
      'other.example',
    ]),
    headers: someHeaders(portal, random),
  })
}

/** Without bytes that end a request line. */
const addressPart = (random: Random) => oddAddressPart(random).replaceAll(/[^\x21-\x7e\x80-\xff]/g, '')

/** What pages of the portal and the embedded services accept as forms, and in queries. */
const forms: readonly { path: string; fields: readonly string[]; isQuery?: true }[] = [
  {
    path: '/idp/auth',
    isQuery: true,
    fields: [
      'client_id',
      'state',
      'response_type',
      'scope',
      'redirect_uri',
      'code_challenge',
      'code_challenge_method',
      'prompt',
      'nonce',
      'login_hint',
      'max_age',
      'response_mode',
    ],
  },
  {
    path: '/idp/token',
    fields: ['grant_type', 'code', 'refresh_token', 'client_id', 'redirect_uri', 'code_verifier', 'scope'],
  },
  { path: '/idp/interaction/{uid}', fields: ['name', 'email', 'person', 'consent'] },
  {
    path: '/idp/session/end',
    isQuery: true,
    fields: ['id_token_hint', 'post_logout_redirect_uri', 'client_id', 'state'],
  },
  {
    path: '/oauth/authorize',
    isQuery: true,
    fields: [
      'client_id',
      'state',
      'response_type',
      'scope',
      'redirect_uri',
      'code_challenge',
      'code_challenge_method',
      'resource',
      'prompt',
    ],
  },
  { path: '/oauth/authorize/{uid}', isQuery: true, fields: ['x'] },
  {
    path: '/oauth/token',
    fields: [
      'grant_type',
      'code',
      'refresh_token',
      'client_id',
      'redirect_uri',
      'code_verifier',
      'resource',
      'scope',
    ],
  },
  { path: '/oauth/revoke', fields: ['client_id', 'token', 'token_type_hint'] },
  { path: '/marketplace/subscriptions', fields: ['tenant', 'domain', 'plan', 'seats'] },
  { path: '/marketplace/subscriptions/{subscription}', fields: ['action', 'plan', 'seats'] },
  {
    path: '/marketplace/api/saas/subscriptions',
    isQuery: true,
    fields: ['api-version', 'continuationToken'],
  },
]

const usualValues: Record<string, readonly string[]> = {
  grant_type: ['authorization_code', 'refresh_token', 'client_credentials'],
  response_type: ['code', 'token', 'none'],
  response_mode: ['query', 'fragment', 'form_post'],
  scope: ['openid', 'openid profile offline_access', 'mcp:read'],
  code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  code_challenge_method: ['S256', 'plain'],
  prompt: ['login', 'none', 'consent', 'select_account'],
  'api-version': ['2018-08-31'],
  continuationToken: ['0', '10'],
  action: ['ChangePlan', 'ChangeQuantity', 'Suspend', 'Reinstate', 'Unsubscribe', 'Renew', 'Manage'],
  plan: ['team', 'business'],
  seats: ['1', '5'],
  tenant: ['', '11111111-1111-4111-8111-111111111111'],
  domain: ['org.example'],
  consent: ['accept', 'cancel'],
  email: ['person@org.example'],
  max_age: ['0', '60'],
}

function formRequest(portal: KnownPortal, random: Random): Attempt {
  const { path, fields, isQuery } = random.pick(forms)
  const target = path.replace(/\{(\w+)\}/, (_, name: string) =>
    random.chance(0.2) ? addressPart(random) : encodeURIComponent(knownValue(portal, name, random) ?? 'x'),
  )
  const odd = random.chance(0.8) ? random.pick(fields) : undefined
  const pairs = fields
    .filter(() => random.chance(0.85))
    .map(
      (name) =>
        `${name}=${name === odd ? addressPart(random) : encodeURIComponent(usualValue(portal, name, random))}`,
    )
  if (random.chance(0.1)) pairs.push(random.pick(pairs.length > 0 ? pairs : ['x=1']))
  const text = pairs.join('&')
  const headers = [`Origin: ${portal.origin}`, ...someHeaders(portal, random)]
  if (isQuery)
    return framed('sign-in', { method: 'GET', target: `${target}?${text}`, host: portal.host, headers })
  const type = random.chance(0.95) ? 'application/x-www-form-urlencoded' : 'text/plain'
  return framed('sign-in', {
    method: 'POST',
    target,
    host: portal.host,
    headers: [...headers, `Content-Type: ${type}`],
    body: Buffer.from(text, 'latin1'),
  })
}

function usualValue(portal: KnownPortal, name: string, random: Random): string {
  const usual = usualValues[name]
  return knownValue(portal, name, random) ?? (usual ? random.pick(usual) : 'x')
}

const jsonForms = [
  {
    path: '/oauth/register',
    value: {
      redirect_uris: ['http://localhost/callback'],
      client_name: 'x',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
    },
  },
  { path: '/marketplace/api/saas/subscriptions/resolve?api-version=2018-08-31', value: {} },
  {
    path: '/marketplace/api/saas/subscriptions/{subscription}/activate?api-version=2018-08-31',
    value: { planId: 'team', quantity: 1 },
  },
  {
    path: '/marketplace/api/saas/subscriptions/{subscription}?api-version=2018-08-31',
    value: { quantity: 3 },
  },
  {
    path: '/marketplace/api/saas/subscriptions/{subscription}/operations/{operation}?api-version=2018-08-31',
    value: { status: 'Success' },
  },
]

function jsonRequest(portal: KnownPortal, random: Random): Attempt {
  const { path, value } = random.pick(jsonForms)
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    random.chance(0.1)
      ? addressPart(random)
      : (knownValue(portal, name, random) ?? '11111111-1111-4111-8111-111111111111'),
  )
  return framed('sign-in', {
    method: random.pick(['POST', 'PATCH', 'DELETE', 'GET']),
    target,
    host: portal.host,
    headers: [
      portal.callers.fulfillment,
      'Content-Type: application/json',
      `X-MS-Marketplace-Token: ${random.chance(0.5) ? (knownValue(portal, 'token', random) ?? 'x') : clean(oddHeaderValue(random))}`,
    ],
    body: oddBody(value, random),
  })
}

const viewerPaths = [
  '/',
  '/index.html',
  '/iframe.html',
  '/index.json',
  '/project.json',
  '/assets/app.js',
  '/metadata.json',
  '/.plinth/session',
  '/.plinth/open',
  '/.plinth/enter',
  '/api/v1/StorybookFiles/x/y/index.html',
  '//',
  '//x:99999/index.json',
] as const

const ranges = [
  'bytes=0-',
  'bytes=0-0',
  'bytes=-1',
  'bytes=5-2',
  'bytes=0-1,3-4',
  'bytes=99999999999999999999-',
  'bytes=-0',
  'bytes=a-b',
  'lines=1-2',
  'bytes=',
]

/** Files and sessions on viewer hosts, by both ways in which they are answered. */
function viewerRequest(portal: KnownPortal, random: Random): Attempt {
  const storybook = knownValue(portal, 'storybook', random) ?? 'x'
  const base = random.pick<string>([
    ...viewerPaths,
    `/${storybook}/index.json`,
    `/${storybook}/branch/main/metadata.json`,
    `/${storybook}/release/v1/iframe.html`,
  ])
  const path = random.chance(0.5)
    ? base
    : random.pick([`${base}${addressPart(random)}`, `/${addressPart(random)}`])
  const query = random.chance(0.3)
    ? `?${random.pick(['ticket', 'to', 'label', 'id'])}=${random.chance(0.5) ? addressPart(random) : (knownValue(portal, 'ticket', random) ?? 'x')}&to=${addressPart(random)}`
    : ''
  const isTicket = base === '/.plinth/session' && random.chance(0.8)
  const ticket = { ticket: knownValue(portal, 'ticket', random) ?? 'x' }
  return framed('viewer', {
    method: isTicket
      ? 'POST'
      : random.pick(['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST']),
    target: path + query,
    host: random.pick(portal.viewerHosts),
    headers: [
      ...(random.chance(0.5) ? ['Connection: keep-alive'] : []),
      ...(random.chance(0.3)
        ? [`Range: ${random.chance(0.7) ? random.pick(ranges) : clean(oddHeaderValue(random))}`]
        : []),
      ...(random.chance(0.3)
        ? [`Origin: ${random.pick([portal.origin, 'http://localhost:6006', 'null'])}`]
        : []),
      ...(random.chance(0.3)
        ? [
            `Sec-Fetch-Dest: ${random.pick(['iframe', 'document', 'empty', 'x'])}`,
            `Sec-Fetch-Site: ${random.pick(['cross-site', 'same-site', 'x'])}`,
            `Sec-Fetch-Mode: ${random.pick(['cors', 'navigate', 'x'])}`,
          ]
        : []),
      ...someHeaders(portal, random),
    ],
    body: isTicket ? oddBody(ticket, random) : undefined,
  })
}

/** Without bytes that would make a head invalid. */
const clean = (value: string) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')

function someHeaders(portal: KnownPortal, random: Random): string[] {
  const lines: string[] = []
  const maybe = (probability: number, name: string, value: () => string) => {
    if (random.chance(probability)) lines.push(`${name}: ${clean(value())}`)
  }
  maybe(0.7, 'Cookie', () => cookies(portal, random))
  maybe(0.3, 'Accept-Encoding', () =>
    random.pick(['gzip', 'br', 'gzip, br;q=0', '*;q=0', 'identity;q=0', 'br;q=x', oddHeaderValue(random)]),
  )
  maybe(0.2, 'If-None-Match', () => random.pick(['*', '"x"', 'W/"x"', '"', oddHeaderValue(random)]))
  maybe(0.1, 'If-Range', () => random.pick(['"x"', 'Wed, 21 Oct 2015 07:28:00 GMT', oddHeaderValue(random)]))
  maybe(0.1, 'If-Modified-Since', () => oddHeaderValue(random))
  maybe(0.1, 'Accept', () => oddHeaderValue(random))
  maybe(0.1, 'Authorization', () =>
    random.pick(['Bearer', 'Bearer x.y.z', 'Basic eDp5', 'Basic \xff', oddHeaderValue(random)]),
  )
  maybe(0.05, 'X-Forwarded-For', () => oddHeaderValue(random))
  maybe(0.05, 'Traceparent', () =>
    random.pick(['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', oddHeaderValue(random)]),
  )
  maybe(0.03, 'Connection', () => random.pick(['close', 'upgrade', 'keep-alive, x', 'x']))
  return lines
}

/** Of the portal and of viewer hosts, some of them changed. */
function cookies({ cookies: known }: KnownPortal, random: Random): string {
  const one = known.length > 0 ? random.pick(known) : 'x=y'
  if (random.chance(0.6)) return one
  const at = random.whole(0, one.length)
  return random.pick([
    () => one.slice(0, at),
    () => `${one.slice(0, at)}${oddHeaderValue(random)}${one.slice(at + 1)}`,
    () => `${one}; ${one}`,
    () => `x=${'y'.repeat(3000)}; ${one}`,
    () => known.join('; '),
    () => one.replace('=', ''),
    () => oddHeaderValue(random),
  ])()
}
