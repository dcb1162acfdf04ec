import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '@open-oms/contracts/errors'
import { CSRF_HEADER } from '@open-oms/contracts/gateway/session'
import { isReadMethod, type RouteContract } from '@open-oms/contracts/route'
import type { FastifyRequest } from 'fastify'

/**
 * Refuses what a browser sends for a page of another site, or for no page that it can name
 * (security.md#cross-site-requests). Browsers say so in `Sec-Fetch-Site`; for those that do not,
 * `Origin` must name the gateway's host. Raises `CrossSiteRequest`.
 */
export function refuseOtherSites(request: FastifyRequest, publicUrl: string): void {
  const { 'sec-fetch-site': site, origin } = request.headers
  const isOwn = site === undefined ? isOwnOrigin(origin, request.host, publicUrl) : site === 'same-origin' || site === 'none'
  if (!isOwn)
    throw new DomainError('CrossSiteRequest', 'A session is for pages of the gateway alone; this comes from another one.')
}

function isOwnOrigin(origin: string | undefined, host: string, publicUrl: string): boolean {
  if (origin === undefined || origin === publicUrl) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/**
 * Whether a request has an effect, so that nobody but a page of the gateway may make it: all but
 * plain reads.
 */
export function needsCsrfToken({ method, hasEffect }: Pick<RouteContract, 'method' | 'hasEffect'>): boolean {
  return !isReadMethod(method) || hasEffect === true
}

/**
 * Refuses a request without the token of its session, which other sites cannot read. Raises
 * `CsrfTokenInvalid`.
 */
export function requireCsrfToken(headers: IncomingHttpHeaders, csrfToken: string): void {
  const given = Buffer.from(String(headers[CSRF_HEADER] ?? ''))
  const expected = Buffer.from(csrfToken)
  if (given.length === expected.length && timingSafeEqual(given, expected)) return
  throw new DomainError('CsrfTokenInvalid', 'X-CSRF-Token is missing, or is not that of the session.')
}
