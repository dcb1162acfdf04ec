import * as contracts from '@open-oms/contracts/audit/routes'
import { requireAllStores } from '@open-oms/service-kit/authentication/caller'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { searchRecords } from './search-records.ts'

export function registerAudit(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.searchAuditRecords, async (deps, { caller, query }) => {
    requireAllStores(caller, 'The audit log is')
    return { body: await searchRecords(deps, query) }
  })
}
