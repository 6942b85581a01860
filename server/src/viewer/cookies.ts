import type { IncomingMessage } from 'node:http'

import { mayHavePlainCookies, needsPlainCookies, plainName } from '../http/plain-cookies.ts'

/** For a page inside a frame: browsers keep it apart for each site that the frame is on, and no other host gets it. */
export const partitionedCookie = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=None; Partitioned; Max-Age=${seconds}`

/** The cookie of a signed session. Plain, it reaches only pages of the portal's site. */
export const sessionCookie = (
  viewerUrl: string,
  request: IncomingMessage,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): string =>
  needsPlainCookies(viewerUrl, request)
    ? `${plainName(name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}`
    : partitionedCookie(name, value, seconds)

/** How to find a session in the header; over http on this machine it may be a plain cookie. */
export const sessionFinder = (viewerUrl: string): typeof cookieOf =>
  mayHavePlainCookies(viewerUrl)
    ? (header, name) => cookieOf(header, name) ?? cookieOf(header, plainName(name))
    : cookieOf

export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined
  for (let at = 0; at < header.length;) {
    const next = header.indexOf('; ', at)
    const end = next === -1 ? header.length : next
    const valueAt = at + name.length + 1
    if (header.startsWith(name, at) && header[valueAt - 1] === '=') return header.slice(valueAt, end)
    at = end + 2
  }
  return undefined
}
