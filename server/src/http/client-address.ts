import { BlockList, isIPv6 } from 'node:net'

import type { Config } from '../settings/config.ts'

export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | undefined) => string

/** The client's address: the last forwarded one that is no trusted proxy, as Fastify finds it for the portal's calls. */
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
    const addresses = [...forwardedFor.split(',').map((address) => address.trim()), socketAddress].filter(
      Boolean,
    )
    return addresses.findLast((address) => !isTrusted(address)) ?? addresses[0] ?? ''
  }
}
