import * as contracts from '@open-oms/contracts/orders/sales/sales'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { getSales } from './get-sales.ts'

export function registerSales(app: Server, deps: OrderDeps): void {
  register(
    app,
    deps,
    contracts.getSales,
    async (deps, { caller, query }) => ({ body: await getSales(deps, caller, query) }),
    // The period is read batch by batch, of one snapshot, in a transaction of its own.
    { transactions: 'separate' },
  )
}
