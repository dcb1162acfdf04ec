import type { IncomingHttpHeaders } from 'node:http'
import { currentTraceparent } from '@open-oms/service-kit/observability/tracing'
import type { FastifyRequest } from 'fastify'

/**
 * Headers that belong to one connection and are never passed on (RFC 9110, section 7.6.1), and
 * those that are written again.
 */
const NOT_PASSED_ON = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
/**
 * The gateway handles `Expect: 100-continue` itself; the forwarding headers carry the host and the
 * protocol of the request. Tokens and sessions are between callers and the gateway: the service is
 * sent a token of its own in their place (security.md#service-tokens).
 */
const WRITTEN_ANEW = [
  'authorization',
  'cookie',
  'x-csrf-token',
  'x-unattended',
  'host',
  'expect',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
]
const NOT_PASSED_UP = new Set([...NOT_PASSED_ON, ...WRITTEN_ANEW])

/** Names that the sender's `Connection` header adds to the headers of this connection alone. */
function connectionNames(connection: string | string[] | undefined): readonly string[] {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return []
  return String(connection)
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
}

function passOn(headers: IncomingHttpHeaders, without: ReadonlySet<string>): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = {}
  const ofConnection = connectionNames(headers.connection)
  for (const name in headers) {
    if (without.has(name) || ofConnection.includes(name)) continue
    passed[name] = headers[name]
  }
  return passed
}

/**
 * The headers for the service behind: the client's own, but those of its connection; who the client
 * is (`X-Forwarded-*`), as far back as the proxies before it are trusted (TRUST_PROXY); the
 * request's id and its place in the trace; the token for the service, where the route needs one.
 */
export function headersForUpstream(request: FastifyRequest, token: string | null): IncomingHttpHeaders {
  const headers = passOn(request.raw.headers, NOT_PASSED_UP)
  if (token !== null) headers.authorization = `Bearer ${token}`
  // Without trusted proxies there is no chain, only the peer.
  headers['x-forwarded-for'] = request.ips === undefined ? request.ip : request.ips.toReversed().join(', ')
  headers['x-forwarded-host'] = request.host
  headers['x-forwarded-proto'] = request.protocol
  headers['x-request-id'] = request.id
  const traceparent = currentTraceparent()
  if (traceparent !== undefined) headers.traceparent = traceparent
  return headers
}
