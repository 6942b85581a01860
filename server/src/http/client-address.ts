import { isIPv6 } from 'node:net'

import type { Config } from '../settings/config.ts'
import { networkList } from '../shared/network-list.ts'

export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | undefined) => string

/** The client's address: the last forwarded one that is no trusted proxy, as Fastify finds it for the portal's calls. */
export function clientAddress({ trustedProxies }: Pick<Config, 'trustedProxies'>): ClientAddress {
  if (!trustedProxies) return (socketAddress = '') => socketAddress
  const isTrusted = networkList(trustedProxies)
  return (socketAddress = '', forwardedFor = '') => {
    const addresses = [...forwardedFor.split(',').map((address) => address.trim()), socketAddress].filter(
      Boolean,
    )
    return addresses.findLast((address) => !isTrusted(address)) ?? addresses[0] ?? ''
  }
}

/**
 * What rate limits count as one client: an IPv4 address without its port, or the first half of an IPv6 address, since a
 * client is usually given all addresses that begin with it.
 */
export function clientNetwork(address: string): string {
  if (!address.includes(':')) return address
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(address)?.[1]
  if (ipv4 !== undefined) return ipv4
  const ipv6 = address.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/%.*$/, '')
  if (!isIPv6(ipv6)) return address
  const [start = [], end] = ipv6.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = end && Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0')
  const groups = [...start, ...(zeros ?? []), ...(end ?? [])].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
