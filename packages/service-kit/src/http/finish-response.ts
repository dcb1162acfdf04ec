import { Readable } from 'node:stream'
import { withPublicBase } from '@open-oms/contracts/catalog/file-addresses'
import { invariant } from '@open-oms/contracts/errors'
import { namesIgnoredParameters, type RouteContract } from '@open-oms/contracts/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { entityTag } from './etag.ts'
import type { RouteResponse } from './route-response.ts'
import { JsonText } from './route-response.ts'
import { undeclaredHeader } from './undeclared-properties.ts'

/**
 * A response as it goes out. `body` is text for JSON, else whatever the handler gave (text, bytes,
 * a stream).
 */
export type FinishedResponse = { status: number; headers: Record<string, string | string[]>; body: unknown }

const JSON_TYPE = 'application/json; charset=utf-8'
/**
 * From this length on a text goes out as bytes: Node would copy it once more, behind its headers.
 */
const LONG_TEXT = 65_536
const MINIMAL = /\breturn\s*=\s*"?minimal\b/i
const OMIT_EMPTY = /(^|[,;\s])omit-empty(?=$|[,;\s])/i

function firstSuccess(contract: RouteContract): number {
  const status = Object.keys(contract.responses)
    .map(Number)
    .find((code) => code >= 200 && code < 300)
  invariant(status !== undefined, `${contract.operationId} has no success response`)
  return status
}

/** What the client prefers, where a route lets it choose. */
function clientPreference({ headers }: Pick<FastifyRequest, 'headers'>, isAllowed: boolean | undefined): string {
  const { prefer } = headers
  if (prefer === undefined || isAllowed !== true) return ''
  return Array.isArray(prefer) ? prefer.join() : prefer
}

function wantsMinimal(contract: RouteContract, request: FastifyRequest, status: number): boolean {
  return status < 300 && MINIMAL.test(clientPreference(request, contract.allowsMinimal))
}

/**
 * Whether the client prefers bodies without empty fields, of a route that can leave them out
 * (http.md#sparse-responses).
 */
export function wantsEmptyOmitted(contract: RouteContract, request: Pick<FastifyRequest, 'headers'>): boolean {
  return OMIT_EMPTY.test(clientPreference(request, contract.omitsEmpty))
}

function bodyText(response: RouteResponse): unknown {
  const body = response.body
  if (body === undefined) return null
  if (body instanceof JsonText) return body.text
  if (body instanceof Readable) return body
  return response.headers?.['content-type'] === undefined ? JSON.stringify(body) : body
}

function responseHeaders(response: RouteResponse, body: unknown): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { ...response.headers }
  if (response.version !== undefined) headers.etag = entityTag(response.version)
  if (body !== null && headers['content-type'] === undefined) headers['content-type'] = JSON_TYPE
  return headers
}

/**
 * Makes the function that turns a handler's response into what is sent: the contract's status, JSON
 * text, `ETag`, 204 instead of the body where the client prefers that (http.md#minimal-responses),
 * and the names of parameters that a read does not have (http.md#unknown-fields).
 */
export function finisher(contract: RouteContract) {
  const finish = statusFinisher(contract)
  if (!namesIgnoredParameters(contract)) return finish
  const known = new Set(Object.keys(contract.query?.properties ?? {}).map((name) => name.toLowerCase()))
  return (request: FastifyRequest, response: RouteResponse): FinishedResponse => {
    const finished = finish(request, response)
    const ignored = ignoredParameters(request.originalUrl, known)
    return ignored === '' ? finished : { ...finished, headers: { ...finished.headers, 'ignored-parameters': ignored } }
  }
}

const IGNORED_MAX = 20

/** The names in the query of an address that nobody knows, as a list for a header. */
function ignoredParameters(url: string, known: ReadonlySet<string>): string {
  const start = url.indexOf('?')
  if (start === -1) return ''
  const names = new Set(new URLSearchParams(url.slice(start)).keys())
  const ignored = [...names].filter((name) => !known.has(name.toLowerCase()))
  return ignored.slice(0, IGNORED_MAX).map(encodeURIComponent).join(', ')
}

function statusFinisher(contract: RouteContract) {
  return (request: FastifyRequest, given: RouteResponse): FinishedResponse => {
    const response = { ...given, headers: { ...given.headers, ...undeclaredHeader(request) } }
    const status = response.status ?? firstSuccess(contract)
    const body = bodyText(response)
    if (contract.omitsEmpty && status < 300) {
      const headers = { ...responseHeaders(response, body), vary: 'prefer' }
      if (response.isWhole || !wantsEmptyOmitted(contract, request)) return { status, headers, body }
      return { status, headers: { ...headers, 'preference-applied': 'omit-empty' }, body }
    }
    if (!wantsMinimal(contract, request, status)) return { status, headers: responseHeaders(response, body), body }
    return { status: 204, headers: { ...responseHeaders(response, null), 'preference-applied': 'return=minimal' }, body: null }
  }
}

/**
 * JSON text goes out with the public base, also when it was kept for a repeat of the request under
 * another one.
 */
function onWire({ request }: FastifyReply, body: unknown): unknown {
  if (typeof body !== 'string') return body
  const { publicBase } = request.server.kit
  const text = publicBase === null ? body : withPublicBase(body, publicBase)
  return text.length < LONG_TEXT ? text : Buffer.from(text)
}

/**
 * Sends a finished response. Fastify adds the length and drops the body for `HEAD`, but would read
 * a stream to its end.
 */
export function sendResponse(reply: FastifyReply, { status, headers, body }: FinishedResponse): FastifyReply {
  reply.code(status)
  for (const name in headers) reply.header(name, headers[name])
  if (reply.request.method !== 'HEAD' || !(body instanceof Readable))
    return body === null ? reply.send() : reply.send(onWire(reply, body))
  body.destroy()
  // Without a stream Fastify would send a Content-Length of 0.
  return reply.send(Readable.from([]))
}
