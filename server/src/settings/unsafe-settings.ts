import { StartupError } from '../shared/startup-error.ts'
import type { Config } from './config.ts'
import { isLoopback } from './loopback.ts'

/** Throws for settings that are each valid and together, or for everybody to reach, unsafe. */
export function assertSafeSettings(config: Config): void {
  const viewer = URL.parse(config.viewerUrl.replace('{version}', 'version'))
  if (!viewer) {
    throw new StartupError(
      `PLINTH_VIEWER_URL is required where PLINTH_PUBLIC_URL has an address instead of a name (${config.publicUrl.hostname}): nothing can be below it.`,
    )
  }
  const unsafe = [...viewerConflicts(config), ...plainHttp(config, viewer), ...trustedByEverybody(config)]
  const [first] = unsafe
  if (first !== undefined) throw new StartupError(first)
}

/** Uploaded builds are strangers' code: no page of theirs may come from a host that is the portal's, on any port. */
function* viewerConflicts({ publicUrl, viewerUrl }: Config): Generator<string> {
  // Cookies ignore ports, so it is the name that counts.
  const [before = '', after] = viewerUrl.replaceAll(/^https?:\/\/|:\d+$/g, '').split('{version}')
  const portal = publicUrl.hostname
  if (after === undefined && before === portal) {
    yield 'PLINTH_VIEWER_URL may not be the portal itself, on no port of it: uploaded builds would run as the portal.'
  }
  if (after === undefined) return
  const version = portal.slice(before.length, portal.length - after.length)
  if (portal.startsWith(before) && portal.endsWith(after) && /^[a-z0-9-]+$/.test(version)) {
    yield `The portal's own name, ${portal}, is one of those that PLINTH_VIEWER_URL (${viewerUrl}) gives to uploaded builds: put the viewers below another name, such as {version}.view.${portal}.`
  }
}

/** Sessions, tokens and client secrets can be read and changed by everybody on the way. */
function* plainHttp({ publicUrl, allowHttp, identity, marketplace }: Config, viewer: URL): Generator<string> {
  if (publicUrl.protocol === 'https:' && viewer.protocol === 'http:') {
    yield 'PLINTH_VIEWER_URL is http: under a portal with https:, which browsers refuse to show: write it with https:.'
  }
  if (allowHttp) return
  const addresses: Record<string, string | undefined> = {
    PLINTH_PUBLIC_URL: publicUrl.href,
    PLINTH_VIEWER_URL: viewer.href,
    PLINTH_IDENTITY_AUTHORITY: identity.authority,
    PLINTH_GRAPH_URL: identity.graphUrl,
    PLINTH_MARKETPLACE_URL: marketplace?.isEmbedded ? undefined : marketplace?.url,
    PLINTH_MARKETPLACE_TOKEN_URL: marketplace?.isEmbedded ? undefined : marketplace?.tokenUrl,
  }
  for (const [setting, address] of Object.entries(addresses)) {
    if (address === undefined) continue
    const { protocol, hostname } = new URL(address)
    if (protocol === 'https:' || isLoopback(hostname)) continue
    yield `${setting} is plain http: under the name ${hostname}, which others can reach and listen to: write it with https:, or set PLINTH_ALLOW_HTTP=true in a lab.`
  }
}

function* trustedByEverybody({ trustedProxies = [] }: Config): Generator<string> {
  const everybody = trustedProxies.find((network) => network.endsWith('/0'))
  if (everybody === undefined) return
  yield `PLINTH_TRUSTED_PROXIES trusts everybody (${everybody}), so that every caller could claim any address: name your proxies.`
}
