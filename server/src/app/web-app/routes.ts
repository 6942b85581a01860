import { randomBytes } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { html } from '../../http/html-page.ts'
import { Problem } from '../../http/problems.ts'
import { sendProblem } from '../../http/send-problem.ts'
import type { IdentityService } from '../../identity/identity-service.ts'
import type { Config } from '../../settings/config.ts'
import { StartupError } from '../../shared/startup-error.ts'
import type { ViewerAddresses } from '../../viewer/viewer-addresses.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import { openPreloads } from './page-preloads.ts'

const builtWebApp = fileURLToPath(new URL('../../../../web/dist', import.meta.url))
const noncePlaceholder = '__CSP_NONCE__'
const publicFiles = [
  'favicon.svg',
  'color-scheme.js',
  'typeface.woff2',
  'typeface-licence.txt',
  'third-party-licences.txt',
]
const yearInSeconds = 365 * 24 * 60 * 60

/** The built web app: hashed assets, cached for a year, and one page for every address that is not a call. */
export async function webAppRoutes(
  app: FastifyInstance,
  { config, identity, viewer }: { config: Config; identity: IdentityService; viewer: Viewer },
  built = builtWebApp,
) {
  const { folder, redirect, pageFor } = await readPages(built, config, identity)
  const addPreloads = await openPreloads(folder)
  const identityOrigins = originsOf(identity.client)

  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })
  app.get('/assets/*', { config: { access: 'public' } }, (request, reply) => {
    reply.header('cache-control', `public, max-age=${yearInSeconds}, immutable`)
    return reply.sendFile(`assets/${(request.params as { '*': string })['*']}`)
  })
  for (const name of publicFiles) {
    app.get(`/${name}`, { config: { access: 'public' } }, (_, reply) => {
      return reply.header('cache-control', 'no-cache').sendFile(name)
    })
  }

  // The identity provider redirects here, also in a hidden frame of ours: so no COOP, and `self` may frame it.
  app.get('/redirect.html', { config: { access: 'public' } }, (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'self'",
      )
      .send(redirect),
  )

  app.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isCall(request.url)
    if (!isPage) return sendProblem(new Problem('not_found'), request, reply)
    const isForGuests = isSharePage(request.url)
    const nonce = randomBytes(16).toString('base64')
    return (
      reply
        .code(200)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', pagePolicy(nonce, viewer.addresses, identityOrigins))
        // Pages that open the portal, and builds shown in it, get no reference to its window.
        .headers(isAwaitedElsewhere(request.url) ? {} : { 'cross-origin-opener-policy': 'same-origin' })
        .header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
        .headers(isForGuests ? { 'x-robots-tag': 'noindex' } : {})
        .send(addPreloads(pageFor(request.url), request.url).replaceAll(noncePlaceholder, nonce))
    )
  })
}

/** Calls, and files at the root: if missing they are not found, instead of the web app. */
const isCall = (url: string) =>
  /^\/(api|idp|oauth|\.well-known|assets|graph|marketplace\/api)(\/|$)/.test(url) ||
  /^\/[^/]+\.\w+$/.test(url.split('?')[0] ?? '')

/**
 * MCP clients in a browser, and composing Storybooks, open these pages in a window and wait until it is closed or comes back.
 * Without a reference to the window, they would take it for closed at once.
 */
const isAwaitedElsewhere = (url: string) => /^\/(?:authorize\/|compose(?:\?|$))/.test(url)

/** The page behind share links. */
const isSharePage = (url: string) => /^\/share\/*(\?|$)/i.test(url)

/** Search engines must not list it. It does not sign in, so it needs neither the configuration nor an early start. */
const forGuests = (index: string) =>
  index
    .replace(/<link rel="preload" href="\/api\/v1\/config"[^>]*>/, '<meta name="robots" content="noindex" />')
    .replace(/<script [^>]*src="\/assets\/start-early-[^>]*><\/script>/, '')

function pagePolicy(
  nonce: string,
  { pattern, picturesUrl }: ViewerAddresses,
  identityOrigins: string[],
): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${new URL(picturesUrl).origin}`,
    "font-src 'self'",
    `connect-src 'self' ${[...identityOrigins, pattern].join(' ')}`,
    // Besides the viewers: silent renewal opens the identity provider in a hidden frame.
    `frame-src ${["'self'", ...identityOrigins, pattern].join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function originsOf({ authority, graphBaseUrl, protocolMode }: IdentityService['client']): string[] {
  return protocolMode === 'OIDC' ? [] : [new URL(authority).origin, new URL(graphBaseUrl).origin]
}

async function readPages(built: string, config: Config, { client }: IdentityService) {
  try {
    // Resolved once, so that the files of these pages stay available when a new build replaces the link.
    const folder = await realpath(built)
    const [index, redirect] = await Promise.all(
      ['index.html', 'redirect.html'].map((name) => readFile(join(folder, name), 'utf8')),
    )
    const portalIndex = fill(index ?? '', config, client)
    const guestIndex = forGuests(portalIndex)
    const pageFor = (url: string) => (isSharePage(url) ? guestIndex : portalIndex)
    return { folder, redirect: redirect ?? '', pageFor }
  } catch (cause) {
    throw new StartupError('The web app is not built. Run `npm start`, or `npm run build` first.', { cause })
  }
}

function fill(
  page: string,
  { productName, supportEmail, isPublicDemo, identity }: Config,
  { apiScope }: IdentityService['client'],
): string {
  return page
    .replaceAll('__CLIENT_ID__', html`${identity.clientId}`.text)
    .replaceAll('__API_SCOPE__', html`${apiScope}`.text)
    .replaceAll('__PRODUCT_NAME__', html`${productName}`.text)
    .replaceAll('__SUPPORT_EMAIL__', html`${supportEmail}`.text)
    .replaceAll('__PUBLIC_DEMO__', String(isPublicDemo))
}
