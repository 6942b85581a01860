import type { IncomingMessage, ServerResponse } from 'node:http'

import { LRUCache } from 'lru-cache'

import { html, renderPage } from '../html-page.ts'
import type { Services } from '../services.ts'
import { exchangeTicket, openWithTicket, sessionCookieName } from './exchange-ticket.ts'
import type { Pass } from './seals.ts'
import { sendFile } from './send-file.ts'
import { findVersionForReader } from './store.ts'
import type { ViewableVersion } from './store.ts'
import { sharedHost } from './viewer-addresses.ts'

export type ViewerServices = Pick<Services, 'config' | 'db' | 'log' | 'viewer'>

/** How long an answer to "may this person still see it" is believed. */
const believedFor = 30_000

const filesPath = '/api/v1/StorybookFiles/'
export const ticketPath = '/.plinth/session'
export const openPath = '/.plinth/open'

interface Believed {
  pass: Pass
  version: Promise<ViewableVersion | undefined>
  until: number
}

/** Everything the viewer hosts answer: the session of a version, and its files. No portal call exists here. */
export function viewerSite(
  services: ViewerServices,
): (host: string, request: IncomingMessage, response: ServerResponse) => void {
  const { config, db, log, viewer } = services
  const headers = viewerHeaders(config)
  const believed = new LRUCache<string, Believed>({ max: 20_000 })

  /** The version of a valid session, if the membership behind it still holds. */
  function versionOf(cookie: string): Promise<ViewableVersion | undefined> | undefined {
    const now = Date.now()
    const known = believed.get(cookie)
    if (known && known.pass.expires * 1000 > now && known.until > now) return known.version
    const pass = viewer.seals.open(cookie, 'session')
    if (!pass) return undefined
    const version = findVersionForReader(db, { userId: pass.userId }, pass.version)
    believed.set(cookie, { pass, version, until: now + believedFor })
    version.catch(() => believed.delete(cookie))
    return version
  }

  async function answer(host: string, request: IncomingMessage, response: ServerResponse) {
    const url = request.url ?? '/'
    const question = url.indexOf('?')
    const path = question === -1 ? url : url.slice(0, question)
    if (path === ticketPath) return exchangeTicket(services, host, request, response)
    if (path === openPath) return openWithTicket(services, host, request, response)
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendPage(response, 405, methodPage)

    const asked = fileOf(host, path)
    if (!asked) return sendPage(response, 404, missingPage)
    const cookie = cookieOf(request.headers.cookie, sessionCookieName(host, asked.version))
    const version = cookie === undefined ? undefined : await versionOf(cookie)
    if (cookie === undefined || version === undefined || version.publicId !== asked.version) {
      const isKnown = cookie !== undefined && version === undefined && viewer.seals.open(cookie, 'session')
      return sendPage(response, isKnown ? 404 : 401, isKnown ? missingPage : closedPage)
    }
    if (asked.storybook !== undefined && asked.storybook !== version.storybookPublicId) {
      return sendPage(response, 404, missingPage)
    }
    const archive = await viewer.archives.open(version)
    const file = await archive?.find(asked.path, 'shown')
    if (!archive || !file) return sendPage(response, 404, missingPage)
    const isPage = /\.html?$/i.test(file.entry.path)
    return sendFile(archive, file, request, response, isPage ? headers.page : headers.file)
  }

  function sendPage(response: ServerResponse, status: number, page: SmallPage) {
    const { html: text, contentSecurityPolicy } = page(config.productName, config.publicUrl.origin)
    const policy = contentSecurityPolicy.replace(
      "frame-ancestors 'none'",
      headers.page['content-security-policy'] ?? '',
    )
    response
      .writeHead(status, {
        ...headers.page,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': policy,
        'content-length': String(Buffer.byteLength(text)),
      })
      .end(text)
  }

  return (host, request, response) => {
    answer(host, request, response).catch((error: unknown) => {
      log.error({ err: error, host: request.headers.host }, 'a file could not be served')
      if (response.headersSent) response.destroy()
      else sendPage(response, 503, brokenPage)
    })
  }
}

interface AskedFile {
  version: string
  storybook?: string
  path: string
}

/** The file meant by a path: at the root of a version's own host, or below the files address on any. */
function fileOf(host: string, encodedPath: string): AskedFile | undefined {
  const path = decodePath(encodedPath)
  if (path === undefined) return undefined
  if (!path.startsWith(filesPath)) return host === sharedHost ? undefined : { version: host, path }
  const [storybook = '', version = '', ...rest] = path.slice(filesPath.length).split('/')
  if (host !== sharedHost && version !== host) return undefined
  return { version, storybook, path: rest.join('/') }
}

function decodePath(path: string): string | undefined {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined
  for (const part of header.split('; ')) {
    if (part.startsWith(name) && part[name.length] === '=') return part.slice(name.length + 1)
  }
  return undefined
}

/** The version's own host never changes what it serves; only pages ask again, so that access is asked again. */
function viewerHeaders({ publicUrl }: Services['config']) {
  const always = {
    'content-security-policy': `frame-ancestors ${publicUrl.origin} 'self'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), bluetooth=(), hid=(), midi=(), display-capture=()',
    ...(publicUrl.protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
  return {
    page: { ...always, 'cache-control': 'private, no-cache' } as Record<string, string>,
    file: { ...always, 'cache-control': 'private, max-age=31536000, immutable' } as Record<string, string>,
  }
}

type SmallPage = (productName: string, portal: string) => ReturnType<typeof renderPage>

const style =
  'main { max-width: 420px; margin: 12vh auto; padding: 0 16px } h1 { font-size: 1.3rem } p { color: var(--muted) }'

const smallPage =
  (title: string, sentence: string): SmallPage =>
  (productName, portal) =>
    renderPage({
      title: `${title} · ${productName}`,
      style,
      body: html`<main><h1>${title}</h1><p>${sentence}</p><p><a href="${portal}" target="_top">Go to ${productName}</a></p></main>`,
    })

const closedPage = smallPage(
  'Open this from the portal',
  'Your session for this version has ended or was never started.',
)
const missingPage = smallPage('Not found', 'There is nothing at this address.')
const methodPage = smallPage('Not possible', 'Files can only be read here.')
const brokenPage = smallPage('Not available', 'This file cannot be read at the moment. Try again shortly.')
