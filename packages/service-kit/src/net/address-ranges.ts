import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** The range of addresses that a text names: `10.0.0.0/8`, `fd00::/8`, or one address. Null when it names none. */
export function readAddressRange(text: string): Range | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  if (!ipaddr.isValid(bare) || bare.includes('%')) return null
  const address = ipaddr.parse(bare)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Whether an address is in one of the ranges. An IPv6 address that embeds an IPv4 one is in no range of IPv4. */
export function isInRanges(address: string, ranges: readonly Range[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return ranges.some(([start, bits]) => start.kind() === parsed.kind() && parsed.match(start, bits))
}
