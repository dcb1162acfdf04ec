import { createPanelToken as contract } from '@open-oms/contracts/gateway/panel-token'
import { register } from '@open-oms/service-kit/server/register-route'
import type { FastifyInstance } from 'fastify'
import { type AccountDeps, requireSession } from '../account/account-deps.ts'
import { guarded } from '../sessions/routes.ts'
import { requireNoDuty } from '../sessions/sessions.ts'
import { createPanelToken, type PanelDeps } from './panel-tokens.ts'

/** Puts on the server what gives panels of the console their tokens (security.md#panel-tokens). */
export function registerPanels(app: FastifyInstance, deps: AccountDeps & PanelDeps): void {
  guarded(app, deps, contract, (scope) =>
    register(scope, deps, contract, async (deps, request) => {
      const session = await requireSession(deps, request, 'change')
      requireNoDuty(session)
      return { body: await createPanelToken(deps, session, request.params.panelId) }
    }),
  )
}
