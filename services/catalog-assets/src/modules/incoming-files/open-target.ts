import type { LookupAddress } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { onlyTo } from '@oms/service-kit/net/checked-addresses'

const headers = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'oms-assets' }

type Target = { url: URL; addresses: LookupAddress[]; signal: AbortSignal }

/**
 * Asks for a file at the addresses that were checked; `Host` and the name in TLS stay those of the URL. Answers when the head of the answer is
 * there. Nothing is kept between two requests: no connection, which could be to an address of an earlier look-up, and no cookie.
 */
export function openTarget({ url, addresses, signal }: Target): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(url, { headers, agent: false, lookup: onlyTo(addresses), signal }, resolve)
    .on('error', reject)
    .end()
  return promise
}
