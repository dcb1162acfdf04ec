import { BlockList, isIP } from 'node:net'
import { DomainError } from '@open-oms/contracts/errors'

type NetworkLimit = { networks: readonly string[] }

/** By the list of the configuration, which is the same object until it is loaded again. */
const known = new WeakMap<readonly string[], BlockList>()

/** Refuses who comes from none of their networks with `AddressNotAllowed`. No networks: any. */
export function requireNetwork({ networks }: NetworkLimit, address: string): void {
  if (networks.length === 0 || isWithin(networks, address)) return
  throw new DomainError('AddressNotAllowed', 'This is not allowed from your network.')
}

function isWithin(networks: readonly string[], address: string): boolean {
  const list = known.get(networks) ?? toList(networks)
  known.set(networks, list)
  // An IPv4 address that came by a socket of IPv6.
  const plain = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1] ?? address
  const version = isIP(plain)
  return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}

function toList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const type = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, bits === undefined ? (type === 'ipv6' ? 128 : 32) : Number(bits), type)
  }
  return list
}
