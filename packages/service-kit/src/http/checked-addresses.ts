import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Why a host may not be called: it has no address, one that is not allowed, or none in time. */
export type HostRefusal = 'unknown' | 'forbidden' | 'late'

export type CheckedAddresses = { addresses: LookupAddress[] } | { refused: HostRefusal }

export type Resolve = (host: string) => Promise<LookupAddress[]>

const resolveAll: Resolve = (host) => lookup(host, { all: true, verbatim: true })

type CheckOptions = {
  /** Exceptions included: without them `isGlobalAddress`. */
  isAllowed: (address: string) => boolean
  /** Ends the waiting for the name. */
  signal: AbortSignal
  resolve?: Resolve | undefined
}

/**
 * Resolves the host of an address once. Every address that it has must be allowed: a single one
 * that is not makes the host refused, so that no choice among them leads inside
 * (webhooks.md#webhook-delivery, assets.md#download-addresses).
 */
export async function checkedAddresses(
  { hostname }: URL,
  { isAllowed, signal, resolve = resolveAll }: CheckOptions,
): Promise<CheckedAddresses> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(host)
  const found = family === 0 ? await Promise.race([resolve(host).catch(() => []), ended(signal)]) : [{ address: host, family }]
  if (found === null) return { refused: 'late' }
  if (found.length === 0) return { refused: 'unknown' }
  return found.every(({ address }) => isAllowed(address)) ? { addresses: found } : { refused: 'forbidden' }
}

function ended(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}

/**
 * Has a connection made to the addresses that were checked, and to nothing that a second look-up
 * might give.
 */
export function onlyTo(addresses: LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }
}

/**
 * Parts of 2000::/3 that belong to no host of the internet, or lead to whatever IPv4 address they
 * embed: the IETF's own (Teredo, ORCHID and benchmarking among them), documentation, 6to4.
 */
const notForHosts = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) => ipaddr.IPv6.parseCIDR(range))

/**
 * Public addresses that a cloud serves inside of its own machines: agents, metadata, private
 * services. Those of most clouds are link-local, CGNAT or ULA (`169.254.169.254`,
 * `100.100.100.200`, `fd00:ec2::254`), which are not global anyway.
 */
const cloudPlatforms = [
  '168.63.129.16/32', // Azure: agent and keys of the machine, DNS
  '192.80.8.124/32', // Equinix Metal: metadata
  '161.26.0.0/16', // IBM Cloud: services of the infrastructure
  '166.8.0.0/14', // IBM Cloud: private endpoints of services
].map((range) => ipaddr.IPv4.parseCIDR(range))

/**
 * Whether an address belongs to a host of the public internet, as against networks that are
 * private, local or reserved, and hosts that only the machines of a cloud reach.
 */
export function isGlobalAddress(address: string): boolean {
  // Zones belong to link-local addresses.
  if (!ipaddr.isValid(address) || address.includes('%')) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 ? !cloudPlatforms.some((range) => parsed.match(range)) : isGlobalIpv6(parsed)
}

function isGlobalIpv6(address: ipaddr.IPv6): boolean {
  const { parts } = address
  // All that is allotted for hosts is in 2000::/3; what does not may be translated to any IPv4
  // address.
  if ((parts[0] ?? 0) >> 13 !== 1 || notForHosts.some((range) => address.match(range))) return false
  // ISATAP: whatever the network, the last 32 bits are an IPv4 address behind it.
  const isIsatap = parts[5] === 0x5efe && ((parts[4] ?? 0) & 0xfdff) === 0
  return !isIsatap
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/**
 * The range of addresses that a text names: `10.0.0.0/8`, `fd00::/8`, or one address. Null when it
 * names none.
 */
export function readAddressRange(text: string): Range | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  if (!ipaddr.isValid(bare) || bare.includes('%')) return null
  const address = ipaddr.parse(bare)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/**
 * Whether an address is in one of the ranges. An IPv6 address that embeds an IPv4 one is in no
 * range of IPv4.
 */
export function isInRanges(address: string, ranges: readonly Range[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return ranges.some(([start, bits]) => start.kind() === parsed.kind() && parsed.match(start, bits))
}
