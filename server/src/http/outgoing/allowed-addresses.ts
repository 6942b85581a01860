import { Resolver } from 'node:dns/promises'
import { isIP, isIPv6 } from 'node:net'

import { networkList } from '../../shared/network-list.ts'

/** Networks that are not the public Internet (RFC 6890 and its updates), and where clouds answer their own machines. */
const isInternalIpv4 = networkList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's host, which has a public address.
  '168.63.129.16',
])

/** Everything public in IPv6; the rest is loopback, local, multicast, or contains an IPv4 address (mapped, NAT64). */
const isGlobalIpv6 = networkList(['2000::/3'])
/** Assigned to protocols (Teredo among them), documentation and 6to4. */
const isReservedIpv6 = networkList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return isGlobalIpv6(address) && !isReservedIpv6(address)
  return isIP(address) === 4 && !isInternalIpv4(address)
}

type Refusal = 'address_not_allowed' | 'http_not_allowed'

/** Why nothing is sent to an address. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
  readonly reason: Refusal | 'host_not_found'

  constructor(reason: AddressRefused['reason'], options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/** All addresses of a host name; throws if there is none. */
export type Resolve = (hostname: string) => Promise<string[]>

/**
 * Asks name servers directly. `dns.lookup` would occupy a thread for each name, and a name server of an account's
 * choice may take its time; connections to the database and the blob store would wait for a thread.
 */
const resolveByDns: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = [ipv4, ipv6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  if (addresses.length > 0) return addresses
  throw new AddressRefused('host_not_found', {
    cause: ipv4.status === 'rejected' ? ipv4.reason : undefined,
  })
}

export interface AllowedAddresses {
  /** The addresses that a connection to this URL may use, and no others; throws `AddressRefused` if there is none. */
  allowedFor(url: URL): Promise<string[]>
  /** What is certainly wrong with a URL, without resolving its name. */
  evidentRefusal(url: URL): Refusal | undefined
}

/** Decides where requests of others may lead: to the public Internet over HTTPS, and to networks that the operator allows. */
export function allowedAddresses(
  allowedNetworks: readonly string[],
  resolve: Resolve = resolveByDns,
): AllowedAddresses {
  const isAllowedInternal = networkList(allowedNetworks)
  const mayConnect = (address: string, { protocol }: URL) =>
    isAllowedInternal(address) || (protocol === 'https:' && isPublicAddress(address))

  return {
    async allowedFor(url) {
      const literal = literalOf(url)
      const addresses = literal === undefined ? await resolve(url.hostname) : [literal]
      const allowed = addresses.filter((address) => mayConnect(address, url))
      if (allowed.length === 0) throw new AddressRefused(refusalFor(addresses))
      return allowed
    },
    evidentRefusal(url) {
      const literal = literalOf(url)
      if (literal !== undefined) return mayConnect(literal, url) ? undefined : refusalFor([literal])
      if (/(^|\.)localhost\.?$/.test(url.hostname)) return 'address_not_allowed'
      return url.protocol === 'http:' && allowedNetworks.length === 0 ? 'http_not_allowed' : undefined
    },
  }
}

/** The parser of URLs has already normalised notations such as `0x7f.1`. */
function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? undefined : bare
}

const refusalFor = (addresses: string[]): Refusal =>
  addresses.some(isPublicAddress) ? 'http_not_allowed' : 'address_not_allowed'
