import { type Role, usableRoles } from '@open-oms/contracts/access'
import { type Panel, panelReads } from '@open-oms/contracts/config/console-places'
import { DomainError, invariant } from '@open-oms/contracts/errors'
import { hasPermission } from '@open-oms/contracts/permissions'
import type { RouteContract } from '@open-oms/contracts/route'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { requireNetwork } from '../limits/networks.ts'
import type { PanelAccess } from '../proxy/routes.ts'
import { requireNoDuty } from '../sessions/sessions.ts'
import { openPanelToken, type PanelDeps } from './panel-tokens.ts'

/** Five parts, of which an access token has three. */
const BEARER = /^Bearer +((?:[\w-]*\.){4}[\w-]+)$/i

/** Whether the token of a panel may be good for an operation. */
export function isPanelRead({ operationId }: Pick<RouteContract, 'operationId'>): boolean {
  return (panelReads as readonly string[]).includes(operationId)
}

/**
 * How panels read by a route (security.md#panel-tokens): a request with the token of a panel is one
 * of the person of its session, with the read roles of the route, and without permissions but to
 * see personal data where the panel may. It raises `Unauthorized`, `Forbidden`,
 * `AddressNotAllowed`, `PasswordChangeRequired`, `SecondFactorRequired`.
 */
export function panelAccess(deps: PanelDeps, contract: RouteContract): PanelAccess {
  const { operationId, access, method } = contract
  invariant(method === 'GET' && contract.hasEffect !== true && access !== 'public', `panels only read: ${operationId}`)
  const isRead = ({ reads }: Pick<Panel, 'reads'>) => reads.some((name) => name === operationId)

  return {
    async accept(request, reply) {
      const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
      if (token === undefined) return
      reply.header('access-control-allow-origin', ANY_ORIGIN)
      const opened = await openPanelToken(deps, token)
      if (opened === null) throw new DomainError('Unauthorized', 'The token of the panel is over, or is none.')
      const { panel, session, until } = opened
      request.caller = { ...narrowed(deps.callerOfSession(session), panel, access), expiresAt: until }
      requireNetwork(session, request.ip)
      requireNoDuty(session)
      if (!isRead(panel)) throw new DomainError('Forbidden', `Panel "${panel.id}" does not name ${operationId} in its reads.`)
    },
    async preflight(_request, reply) {
      if (!deps.panels().some(isRead)) {
        reply.callNotFound()
        return reply
      }
      const allowed = { 'access-control-allow-methods': 'GET', 'access-control-allow-headers': 'authorization' }
      const headers = { 'access-control-allow-origin': ANY_ORIGIN, ...allowed, 'access-control-max-age': '600' }
      return reply.code(204).headers(headers).send()
    },
  }
}

/**
 * A sandboxed frame has no origin to name. Without a token, which no browser adds, there is nothing
 * to read.
 */
const ANY_ORIGIN = '*'

function narrowed({ refundLimits: _, ...caller }: Caller, { seesPersonalData }: Panel, access: readonly Role[]): Caller {
  const isShown = seesPersonalData && hasPermission(caller, 'SeePersonalData')
  return { ...caller, roles: usableRoles(caller.roles, { access }), permissions: isShown ? ['SeePersonalData'] : [] }
}
