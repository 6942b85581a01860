import { StartupError } from '../shared/startup-error.ts'
import type { Config } from './config.ts'
import { isLoopback } from './loopback.ts'

/** Throws for settings that are valid one by one, but unsafe together or on a public address. */
export function assertSafeSettings(config: Config): void {
  const viewer = URL.parse(config.viewerUrl.replace('{version}', 'version'))
  if (!viewer) {
    throw new StartupError(
      `PLINTH_VIEWER_URL is required if PLINTH_PUBLIC_URL is an IP address (${config.publicUrl.hostname}): it has no subdomains.`,
    )
  }
  const unsafe = [...viewerConflicts(config), ...plainHttp(config, viewer), ...openNetworks(config)]
  const [first] = unsafe
  if (first !== undefined) throw new StartupError(first)
}

/** Uploaded builds are untrusted code: none may be served from the portal's own host, on any port. */
function* viewerConflicts({ publicUrl, viewerUrl }: Config): Generator<string> {
  // Cookies ignore ports, so only the name matters.
  const [before = '', after] = viewerUrl.replaceAll(/^https?:\/\/|:\d+$/g, '').split('{version}')
  const portal = publicUrl.hostname
  if (after === undefined && before === portal) {
    yield 'PLINTH_VIEWER_URL must not be the host of the portal, on any port: uploaded builds would run as the portal.'
  }
  if (after === undefined) return
  const version = portal.slice(before.length, portal.length - after.length)
  if (portal.startsWith(before) && portal.endsWith(after) && /^[a-z0-9-]+$/.test(version)) {
    yield `The portal's own name, ${portal}, matches PLINTH_VIEWER_URL (${viewerUrl}), which is for uploaded builds: use another name, such as {version}.view.${portal}.`
  }
}

/** Over plain HTTP, anybody on the network path can read and change sessions, tokens and client secrets. */
function* plainHttp({ publicUrl, allowHttp, identity, marketplace }: Config, viewer: URL): Generator<string> {
  if (publicUrl.protocol === 'https:' && viewer.protocol === 'http:') {
    yield 'PLINTH_VIEWER_URL is http: while the portal is https:, so browsers would block it: use https:.'
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
    yield `${setting} is plain http: at ${hostname}, where others can read the traffic: use https:, or set PLINTH_ALLOW_HTTP=true in a lab.`
  }
}

const isEverybody = (network: string) => network.endsWith('/0')

function* openNetworks({ trustedProxies = [], webhooks, agents }: Config): Generator<string> {
  const everybody = trustedProxies.find(isEverybody)
  if (everybody !== undefined) {
    yield `PLINTH_TRUSTED_PROXIES trusts everybody (${everybody}), so any caller could forge its address: list your proxies.`
  }
  const everything = webhooks.allowedNetworks.find(isEverybody)
  if (everything !== undefined) {
    yield `PLINTH_WEBHOOK_ALLOWED_NETWORKS allows everything (${everything}), so webhooks could reach this machine and its cloud's metadata: list your networks.`
  }
  const anywhere = agents.allowedNetworks.find(isEverybody)
  if (anywhere !== undefined) {
    yield `PLINTH_AGENT_ALLOWED_NETWORKS allows everything (${anywhere}), so anyone could make the portal call this machine and its cloud's metadata: list your networks.`
  }
}
