import { retryAfterSeconds } from '../database/unavailable.ts'
import { html, renderPage } from '../http/html-page.ts'
import type { Config } from '../settings/config.ts'
import type { Headers, Reply } from './file-reply.ts'

/** A version's files never change, so they are cached for good. Only pages are revalidated, which rechecks access. */
export function viewerHeaders({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const always = {
    'content-security-policy': `frame-ancestors ${publicUrl.origin} 'self'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), bluetooth=(), display-capture=(), publickey-credentials-get=(), publickey-credentials-create=()',
    ...(publicUrl.protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
  return {
    page: { ...always, 'cache-control': 'private, no-cache' } as Headers,
    file: { ...always, 'cache-control': 'private, max-age=31536000, immutable' } as Headers,
  }
}

/** Replies with an error page instead of a file. */
export function pageReplies(
  { productName, publicUrl }: Pick<Config, 'productName' | 'publicUrl'>,
  headers: Headers,
) {
  function pageReply(status: number, page: ErrorPage): Reply {
    const { html: text, contentSecurityPolicy } = page(productName, publicUrl.origin)
    const policy = contentSecurityPolicy.replace(
      "frame-ancestors 'none'",
      headers['content-security-policy'] ?? '',
    )
    const body = Buffer.from(text)
    return {
      status,
      headers: {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': policy,
        'content-length': String(body.length),
      },
      body,
    }
  }

  function retryReply(status: number, page: ErrorPage, seconds = retryAfterSeconds): Reply {
    const reply = pageReply(status, page)
    return { ...reply, headers: { ...reply.headers, 'retry-after': String(seconds) } }
  }

  return { pageReply, retryReply }
}
export type PageReplies = ReturnType<typeof pageReplies>

type ErrorPage = (productName: string, portal: string) => ReturnType<typeof renderPage>

const style = 'main { max-width: 420px; margin: 12vh auto; padding: 0 16px }'

const errorPage =
  (title: string, sentence: string): ErrorPage =>
  (productName, portal) =>
    renderPage({
      title: `${title} · ${productName}`,
      style,
      body: html`<main><h1>${title}</h1><p>${sentence}</p><p><a href="${portal}" target="_blank">Go to ${productName}</a></p></main>`,
    })

export const noSessionPage = errorPage(
  'Open this from the portal',
  'Your session for this version has ended or was never started.',
)
export const notAllowedPage = errorPage(
  'Not allowed',
  'The page around this may not show it, or no longer. Reload the whole page, and sign in there if it asks you to.',
)
export const notFoundPage = errorPage('Not found', 'There is nothing at this address.')
export const readOnlyPage = errorPage('Not possible', 'Files can only be read here.')
export const tooManyDownloadsPage = errorPage(
  'Too many downloads',
  'Too many large files are being read at the moment. Try again shortly.',
)
export const tooManyRequestsPage = errorPage('Too many requests', 'Wait a moment and try again.')
export const unavailablePage = errorPage(
  'Not available',
  'This file cannot be read at the moment. Try again shortly.',
)
