import { BlockList, isIPv6 } from 'node:net'

import type { Config } from '../settings/config.ts'

export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | undefined) => string

/**
 * Where a request comes from: the last address on its way that is none of our own proxies, as Fastify finds it for the
 * portal's calls.
 */
export function clientAddress({ trustedProxies }: Pick<Config, 'trustedProxies'>): ClientAddress {
  if (!trustedProxies) return (socketAddress = '') => socketAddress
  const trusted = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', length] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (length === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(length), family)
  }
  const isTrusted = (address: string) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  return (socketAddress = '', forwardedFor = '') => {
    const way = [...forwardedFor.split(',').map((address) => address.trim()), socketAddress].filter(Boolean)
    return way.findLast((address) => !isTrusted(address)) ?? way[0] ?? ''
  }
}
