import type { IncomingMessage } from 'node:http'

/*
 * Safari keeps no `Secure` cookies over http, not even those of its own machine, where other browsers make an exception. For
 * somebody who tries a portal at `http://plinth.localhost` it gets them without that attribute, and so without the prefix
 * `__Host-` that requires it. Builds can plant such cookies for other hosts; what they cannot make is our signature.
 */

const prefix = '__Host-'

export const plainName = (name: string): string =>
  name.startsWith(prefix) ? name.slice(prefix.length) : name

/** Of WebKit's browsers: the others that call themselves so are made from Chromium. */
export const needsPlainCookies = (
  { protocol }: Pick<URL, 'protocol'>,
  { headers }: Pick<IncomingMessage, 'headers'>,
): boolean => protocol === 'http:' && /AppleWebKit(?!.*Chrom(?:e|ium)\/)/.test(headers['user-agent'] ?? '')
