import { domainToASCII } from 'node:url'
import { isInRanges, readAddressRange } from '@open-oms/service-kit/http/checked-addresses'

/**
 * The exceptions of `ASSET_FETCH_ALLOW` to which addresses may be fetched from
 * (assets.md#download-addresses, assets.md#download-exceptions).
 */
export type FetchAllow = {
  /** Compares the address that is connected to, in any notation. */
  hasAddress(address: string): boolean
  /** Compares the name, whatever addresses it has. */
  hasHost(hostname: string): boolean
}

/** They would end the name within a URL. */
const NOT_IN_A_NAME = /[\s/\\:@?#[\]]/
const HOST = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/

/**
 * Reads the entries: networks (`10.0.0.0/8`, `fd00::/8`), addresses and names of hosts. Throws,
 * with a message for people, for any other entry.
 */
export function readFetchAllow(entries: readonly string[]): FetchAllow {
  const hosts = new Set<string>()
  const ranges: NonNullable<ReturnType<typeof readAddressRange>>[] = []
  for (const entry of entries) {
    const range = readAddressRange(entry)
    const host = NOT_IN_A_NAME.test(entry) ? '' : bareHost(domainToASCII(entry))
    if (range !== null) ranges.push(range)
    else if (HOST.test(host)) hosts.add(host)
    else throw new Error(`ASSET_FETCH_ALLOW: "${entry}" is no network, address or name of a host.`)
  }
  return { hasAddress: (address) => isInRanges(address, ranges), hasHost: (hostname) => hosts.has(bareHost(hostname)) }
}

/** Without the dot that marks a name as complete. */
function bareHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '')
}
