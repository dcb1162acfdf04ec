import * as contracts from '@open-oms/contracts/orders/customers/routes'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { writeRequest } from '../../order/write/write-context.ts'
import { eraseCustomer } from './erase-customer.ts'
import { exportCustomer } from './export-customer.ts'

/** Registers what customers may ask for: what is stored about them, and that it is erased. */
export function registerErasure(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.exportCustomer, async (deps, { caller, body }) => ({
    body: await exportCustomer(deps, caller, body),
  }))
  register(app, deps, contracts.eraseCustomer, async (deps, request) => {
    const write = writeRequest(request, { operation: 'PurgeOrder' })
    return { body: await eraseCustomer(deps, request.caller, { ...request.body, write }) }
  })
}
