import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { invariant } from '@open-oms/contracts/errors'
import type { RouteContract } from '@open-oms/contracts/route'
import { routeHeaders } from '@open-oms/service-kit/openapi/openapi-headers'
import { SECURITY_HEADERS } from '../security/secure-responses.ts'

/** Which parts of a service's response reach the client (security.md#headers-of-services). */
export type ResponseRules = {
  /** Names of headers that the service may set, in lower case. */
  names: readonly string[]
  /** Whether a body may have this type, which is given in lower case and without parameters. */
  hasType: (type: string) => boolean
  /** The responses are files that anybody may have stored. */
  isFile: boolean
  /** Without a token too: caches may share what the service allows them to. */
  isPublic: boolean
}

const JSON_TYPE = 'application/json'
const UNKNOWN_TYPE = 'application/octet-stream'
/** Beside those of the contract. */
const OF_EVERY_ROUTE = ['content-length', 'vary']

/** Types of files of which none is a page with scripts, but for `MARKUP`. */
const FILE_TYPES =
  /^((image|audio|video|font|model)\/[\w.+-]+|text\/(plain|csv)|application\/(pdf|zip|gzip|rtf|msword|vnd\.[\w.+-]+))$/
const MARKUP = /\+xml$/
/** Shown in the window that asks for them; all others are saved. */
const SHOWN_TYPES = /^(image\/(?!svg)[\w.+-]+|text\/plain)$/
const NOT_SHARED = /\b(no-store|private)\b/
/** What a response to a caller depends on. */
const CALLER = 'Authorization, Cookie'
const FIELD_NAME = /^(\*|[\w-]+)$/
const FILE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** The rules of a route, by its contract. */
export function responseRules(contract: RouteContract): ResponseRules {
  const headers = routeHeaders(contract).map((name) => name.toLowerCase())
  invariant(!headers.includes('set-cookie'), `${contract.operationId}: no service sets cookies`)
  const names = [...new Set([...OF_EVERY_ROUTE, ...headers])]
  const own = Object.values(contract.responses).map((schema) => schema?.contentMediaType as string | undefined)
  const isPublic = contract.access === 'public'
  const isFile = own.includes('*/*') || contract.url.startsWith('/assets/')
  if (isFile) return { names, hasType: isFileType, isFile, isPublic }
  const types = new Set([JSON_TYPE, ...own, ...(contract.otherTypes ?? [])])
  return { names, hasType: (type) => types.has(type), isFile, isPublic }
}

function isFileType(type: string): boolean {
  if (type === JSON_TYPE || type === UNKNOWN_TYPE) return true
  return FILE_TYPES.test(type) && (!MARKUP.test(type) || type === 'image/svg+xml')
}

/**
 * The headers for the client: those of the gateway, and of the service's own those that the rules
 * allow. A type that the route does not have is sent as bytes to be saved.
 */
export function headersForClient(
  own: OutgoingHttpHeaders,
  upstream: IncomingHttpHeaders,
  { names, hasType, isFile, isPublic }: ResponseRules,
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { ...SECURITY_HEADERS }
  for (const name of names) {
    const value = upstream[name]
    if (typeof value === 'string' && isSafe(name, value, isPublic)) headers[name] = value
  }
  const vary = variesBy(upstream.vary, own.vary, isPublic ? undefined : CALLER)
  Object.assign(headers, own, vary === '' ? {} : { vary })
  // Shops of other origins show the pictures of products.
  if (isFile) Object.assign(headers, { 'content-security-policy': FILE_POLICY, 'cross-origin-resource-policy': 'cross-origin' })
  const type = responseContentType(upstream)
  if (type === null) return headers
  const isKnown = hasType(type.base)
  headers['content-type'] = isKnown ? type.whole : UNKNOWN_TYPE
  if (!isKnown || (isFile && type.base !== JSON_TYPE && !SHOWN_TYPES.test(type.base)))
    headers['content-disposition'] = asAttachment(headers['content-disposition'])
  return headers
}

/** What a response varies by, for the service and for the gateway; else empty. */
function variesBy(...values: readonly OutgoingHttpHeaders[string][]): string {
  const names = values.flatMap((value) => String(value ?? '').split(',')).map((name) => name.trim())
  const distinct = new Map(names.filter((name) => FIELD_NAME.test(name)).map((name) => [name.toLowerCase(), name]))
  return distinct.has('*') ? '*' : [...distinct.values()].join(', ')
}

/**
 * A location is a path of the gateway; whoever has to authenticate does so by a token; no shared
 * cache keeps what a caller may see.
 */
function isSafe(name: string, value: string, isPublic: boolean): boolean {
  if (name === 'cache-control') return isPublic || NOT_SHARED.test(value)
  if (name === 'location') return /^\/(?![/\\])[^\s\\]*$/.test(value)
  return name !== 'www-authenticate' || /^Bearer\b/i.test(value)
}

/** Null for a response that has no body. */
function responseContentType(upstream: IncomingHttpHeaders): { base: string; whole: string } | null {
  const value = upstream['content-type']
  const hasBody = upstream['transfer-encoding'] !== undefined || Number(upstream['content-length'] ?? 0) > 0
  if (typeof value !== 'string') return hasBody ? { base: '', whole: '' } : null
  const base = value.replace(/;.*/s, '').trim().toLowerCase()
  const charset = /;\s*charset="?([\w-]+)"?\s*$/i.exec(value)?.[1]
  return { base, whole: charset === undefined ? base : `${base}; charset=${charset.toLowerCase()}` }
}

function asAttachment(disposition: unknown): string {
  if (typeof disposition !== 'string') return 'attachment'
  return disposition.replace(/^[^;]*/, 'attachment')
}
