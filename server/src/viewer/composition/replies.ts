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

/** As in the portal's viewer (web/src/viewer/build-frame.ts): everything but navigating the page around it. */
export const sandbox =
  'sandbox allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads'

/** Two names of the same machine. Storybook opens its dev server at one or the other, depending on its version. */
const otherLoopbackName: Record<string, string> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }

/** The composing page; of a dev server that gets addresses under both of its names. */
function originsOf({ compositionKind, origin }: ComposedVersion): string[] {
  const url = new URL(origin)
  const otherName = compositionKind === 'addresses' ? otherLoopbackName[url.hostname] : undefined
  if (otherName === undefined) return [origin]
  url.hostname = otherName
  return [origin, url.origin]
}

/** By origin, the headers of a composed version: its page, and the portal around a published one, may read and frame it. */
export function composedHeaders(config: Config, version: ComposedVersion) {
  const { page, file } = viewerHeaders(config)
  const origins = originsOf(version)
  const ancestors = version.compositionKind === 'viewer' ? [...origins, config.publicUrl.origin] : origins
  // The build's own pages may frame one another. Storybook's frames have no sandbox, so that the build could navigate the tab.
  const policy = { 'content-security-policy': `frame-ancestors ${ancestors.join(' ')} 'self'; ${sandbox}` }
  return new Map(
    origins.map((origin) => {
      const own = { ...corsHeaders(origin), ...policy }
      return [origin, { page: { ...page, ...own }, file: { ...file, ...own } }]
    }),
  )
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
