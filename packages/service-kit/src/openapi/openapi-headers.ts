import { type RequestHeader, type ResponseHeader, requestHeaders, responseHeaders } from '@open-oms/contracts/headers'
import { isReadMethod, namesIgnoredParameters, type RouteContract } from '@open-oms/contracts/route'
import type { JsonSchema } from './openapi-schemas.ts'

/**
 * Whether `If-Match` can decide about a route: it writes something that may have a version already.
 */
export function takesIfMatch({ method, carriesVersion, responses, requestHeaders, hasEffect }: RouteContract): boolean {
  if (requestHeaders?.includes('If-Match')) return true
  const onlyCreates = responses[201] !== undefined && responses[200] === undefined
  return (!isReadMethod(method) || hasEffect === true) && carriesVersion === true && !onlyCreates
}

/** Whether a route honours `Idempotency-Key` (http.md#idempotency-keys). */
export function takesIdempotencyKey({ method, access }: RouteContract): boolean {
  return !isReadMethod(method) && access !== 'public'
}

/** The headers that requests of a route may have beside `Authorization`. */
function routeRequestHeaders(contract: RouteContract): RequestHeader[] {
  const implied: [RequestHeader, boolean][] = [
    ['Idempotency-Key', takesIdempotencyKey(contract)],
    ['If-Match', takesIfMatch(contract)],
    ['Prefer', contract.allowsMinimal === true || contract.omitsEmpty === true],
  ]
  const names = implied.flatMap(([name, applies]) => (applies ? [name] : []))
  return [...new Set([...names, ...(contract.requestHeaders ?? [])])]
}

/** The headers that a successful response of a route may have, with those of every response. */
function routeSuccessHeaders(contract: RouteContract, status: number): ResponseHeader[] {
  const isMinimal = status === 204 && contract.allowsMinimal === true
  const implied: [ResponseHeader, boolean][] = [
    ['ETag', contract.carriesVersion === true],
    ['Location', status === 201 || status === 202 || (isMinimal && contract.responses[201] !== undefined)],
    ['Preference-Applied', isMinimal || (contract.omitsEmpty === true && status < 300)],
    ['Idempotent-Replayed', takesIdempotencyKey(contract)],
    ['Content-Range', status === 206],
    ['Ignored-Parameters', namesIgnoredParameters(contract)],
    ['Undeclared-Properties', !isReadMethod(contract.method) && contract.access !== 'public'],
    ['Deprecation', contract.deprecated !== undefined],
    ['Sunset', contract.deprecated !== undefined],
  ]
  const names = implied.flatMap(([name, applies]) => (applies ? [name] : []))
  return [...new Set([...names, ...(contract.headers ?? []), ...commonHeaders(contract.rateLimit !== 'uncounted')])]
}

/** What every response has; `RateLimit-*` where a limit counts the request. */
function commonHeaders(isCounted: boolean): ResponseHeader[] {
  const limits: ResponseHeader[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
  return [...(isCounted ? limits : []), 'Cache-Control', 'X-Request-Id', 'X-Trace-Id']
}

const headersOfStatus: Record<number, ResponseHeader> = {
  401: 'WWW-Authenticate',
  409: 'Retry-After',
  416: 'Content-Range',
  429: 'Retry-After',
  503: 'Retry-After',
}

/** The common headers that a service sets too. */
const OF_SERVICES: readonly ResponseHeader[] = ['Cache-Control']

/**
 * The headers that responses of a service may have on a route, errors included, without those that
 * are the gateway's alone.
 */
export function routeHeaders(contract: RouteContract): ResponseHeader[] {
  const statuses = [...Object.keys(contract.responses).map(Number), ...(contract.allowsMinimal === true ? [204] : [])]
  const ofSuccess = statuses.flatMap((status) => routeSuccessHeaders(contract, status))
  const ofGateway = new Set(commonHeaders(true).filter((name) => !OF_SERVICES.includes(name)))
  const ofErrors: ResponseHeader[] = [...Object.values(headersOfStatus), ...OF_SERVICES, 'Pragma']
  return [...new Set([...ofSuccess, ...ofErrors])].filter((name) => !ofGateway.has(name))
}

function references(names: readonly ResponseHeader[]): Record<string, JsonSchema> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The headers of a successful response, as references to components. */
export function successHeaders(contract: RouteContract, status: number): Record<string, JsonSchema> {
  return references(routeSuccessHeaders(contract, status))
}

/**
 * The headers of an error of any route, as references to components. Those of the routes that issue
 * tokens say that no cache may keep them.
 */
export function errorHeaders(status: number): Record<string, JsonSchema> {
  const own = headersOfStatus[status]
  return references([...(own === undefined ? [] : [own]), 'Pragma', ...commonHeaders(true)])
}

function parameterName(header: string): string {
  return header.replaceAll('-', '')
}

/** The parameters of a route that are headers, as references to components. */
export function headerParameters(contract: RouteContract): JsonSchema[] {
  return routeRequestHeaders(contract).map((name) => ({ $ref: `#/components/parameters/${parameterName(name)}` }))
}

/** Every header of requests as a parameter, by the name of the component. */
export function parameterComponents(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(requestHeaders).map(([name, header]) => [
      parameterName(name),
      { name, ...header, in: 'header', required: false },
    ]),
  )
}

/** Every header of responses, by its name. */
export function headerComponents(): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(responseHeaders))
}
