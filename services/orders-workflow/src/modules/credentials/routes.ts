import { DomainError } from '@open-oms/contracts/errors'
import * as contracts from '@open-oms/contracts/gateway/credential-rows'
import { SERVICE_TOKEN_ISSUER } from '@open-oms/contracts/gateway/service-token'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { listCredentialsOfOtherKeys, readCredential, writeCredential } from './credentials.ts'

/** The gateway passes no request of others on to these routes, and signs no such token for them. */
function requireGateway({ clientId, isPerson }: Caller): void {
  if (clientId !== SERVICE_TOKEN_ISSUER || isPerson === true) throw new DomainError('Forbidden', 'This is for the gateway alone.')
}

/** What the gateway keeps here, sealed (security.md#credentials-of-people). */
export function registerCredentialRows(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.readCredentialRow, async (deps, { caller, params }) => {
    requireGateway(caller)
    return { body: { row: await readCredential(deps, params.name) } }
  })
  register(app, deps, contracts.writeCredentialRow, async (deps, { caller, params, body }) => {
    requireGateway(caller)
    return { body: { isWritten: await writeCredential(deps, params.name, { ...body, changed: deps.now() }) } }
  })
  register(app, deps, contracts.listOtherCredentialRows, async (deps, { caller, query }) => {
    requireGateway(caller)
    return { body: { result: await listCredentialsOfOtherKeys(deps, query.notSealedBy, query.after ?? '') } }
  })
}
