import type { LookupAddress } from 'node:dns'
import { checkedAddresses, isGlobalAddress, type Resolve } from '@oms/service-kit/http/checked-addresses'
import { downloadFailed, urlNotAllowed } from './download-errors.ts'
import type { FetchAllow } from './fetch-allow.ts'

export type TargetCheck = {
  allow: FetchAllow
  /** Ends the waiting for the name. */
  signal: AbortSignal
  resolve?: Resolve | undefined
}

const defaultPorts = new Set(['', '80', '443'])

/**
 * The addresses that a URL may be fetched from: all that its host has
 * (assets.md#download-addresses). Raises `AssetUrlNotAllowed` for another scheme, credentials,
 * another port, or a host with an address that is not allowed; `AssetDownloadFailed` for a name
 * that is not found.
 */
export async function checkTarget(url: URL, { allow, signal, resolve }: TargetCheck): Promise<LookupAddress[]> {
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') throw urlNotAllowed()
  const isAllowedHost = allow.hasHost(url.hostname)
  const isException = (address: string) => isAllowedHost || allow.hasAddress(address)
  const isDefaultPort = defaultPorts.has(url.port)
  // Another port is for exceptions only, so all addresses have to be exceptions.
  const isAllowed = (address: string) => isException(address) || (isDefaultPort && isGlobalAddress(address))
  const checked = await checkedAddresses(url, { isAllowed, signal, resolve })
  if ('addresses' in checked) return checked.addresses
  if (checked.refused === 'forbidden' || !(isDefaultPort || isAllowedHost)) throw urlNotAllowed()
  throw downloadFailed(checked.refused === 'late' ? 'was not resolved in time' : 'has a name that is not found')
}
