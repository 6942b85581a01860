import type { IncomingMessage } from 'node:http'

import { isLoopback } from '../settings/loopback.ts'

/*
 * Safari keeps no `Secure` cookies over http, not even those of its own machine, where other browsers make an exception. For
 * somebody who tries a portal at `http://plinth.localhost` it gets them without that attribute, and so without the prefix
 * `__Host-` that requires it. Builds can plant such cookies for other hosts; what they cannot make is our signature.
 */

const prefix = '__Host-'

export const plainName = (name: string): string =>
  name.startsWith(prefix) ? name.slice(prefix.length) : name

/**
 * Whether a configured address is plain http on this machine; `{version}` may be in it. Nothing that a client or a proxy
 * sends has a say: everywhere else, all cookies are `Secure`.
 */
export function mayHavePlainCookies(address: string): boolean {
  const { protocol, hostname } = new URL(address.replace('{version}', 'version'))
  return protocol === 'http:' && isLoopback(hostname)
}

/** Of WebKit's browsers: the others that call themselves so are made from Chromium. */
export const needsPlainCookies = (address: string, { headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  mayHavePlainCookies(address) && /AppleWebKit(?!.*Chrom(?:e|ium)\/)/.test(headers['user-agent'] ?? '')
