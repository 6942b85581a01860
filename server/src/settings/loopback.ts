import { isIPv4 } from 'node:net'

/**
 * The names under which curl and health checks on this machine call the portal. Fewer than `isLoopback` accepts: other
 * names under localhost may be viewer hosts, and those never reach the portal.
 */
export const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a host name or address can only mean this machine. */
export function isLoopback(name: string): boolean {
  const bare = name.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  if (isIPv4(bare)) return bare.startsWith('127.')
  return bare === '::1' || bare === 'localhost' || bare.endsWith('.localhost')
}
