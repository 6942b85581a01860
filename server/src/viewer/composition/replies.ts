import type { Config } from '../../settings/config.ts'
import type { Headers, Reply } from '../file-reply.ts'
import { viewerHeaders } from '../viewer-pages.ts'
import type { ComposedVersion } from './store.ts'

/** Lets pages of one origin, and no other, read a reply. */
export const corsHeaders = (origin: string): Headers => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  vary: 'Accept-Encoding, Origin',
})

/** The headers of a composed version: its page, and the portal around a published one, may read and frame it. */
export function composedHeaders(config: Config, { compositionKind, origin }: ComposedVersion) {
  const { page, file } = viewerHeaders(config)
  const ancestors = compositionKind === 'viewer' ? [origin, config.publicUrl.origin] : [origin]
  const own = {
    ...corsHeaders(origin),
    // The build's own pages may frame one another.
    'content-security-policy': `frame-ancestors ${ancestors.join(' ')} 'self'`,
  }
  return { page: { ...page, ...own }, file: { ...file, ...own } }
}

export function jsonReply(headers: Headers, content: unknown): Reply {
  const body = Buffer.from(JSON.stringify(content))
  return {
    status: 200,
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      'cache-control': 'no-store',
    },
    body,
  }
}

export function redirect(location: string, headers: Headers = {}): Reply {
  return {
    status: 303,
    headers: {
      location,
      'content-length': '0',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      ...headers,
    },
    body: undefined,
  }
}

export const withQuery = (address: string, query: Record<string, string>): string =>
  `${address}?${new URLSearchParams(query).toString()}`

interface StorybookPlace {
  accountPublicId: string
  storybookPublicId: string
}

/** The storybook in the portal. */
export const storybookUrl = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { accountPublicId, storybookPublicId }: StorybookPlace,
): string => `${publicUrl.origin}/account/${accountPublicId}/storybook/${storybookPublicId}`
