import { isIPv4 } from 'node:net'

/** Whether a host name or address leads nowhere but back to this machine. */
export function isLoopback(name: string): boolean {
  const bare = name.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  if (isIPv4(bare)) return bare.startsWith('127.')
  return bare === '::1' || bare === 'localhost' || bare.endsWith('.localhost')
}
