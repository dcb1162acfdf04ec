import * as contracts from '@open-oms/contracts/orders/search/routes/scroll-orders'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { deleteScroll, getScroll } from './get-scroll.ts'
import { openScroll } from './open-scroll.ts'

export function registerScrollOrders(app: Server, deps: OrderDeps): void {
  register(
    app,
    deps,
    contracts.openScroll,
    async (deps, { body, caller, omitsEmpty }) => ({ body: await openScroll(deps, caller, { request: body, omitsEmpty }) }),
    // The response is streamed from the database: no transaction may stay open for it.
    { transactions: 'separate' },
  )
  register(app, deps, contracts.getScroll, async (deps, { params, caller, omitsEmpty }) => ({
    body: await getScroll(deps, caller, { ...params, omitsEmpty }),
  }))
  register(app, deps, contracts.deleteScroll, async (deps, { params, caller }) => {
    await deleteScroll(deps, params.scrollId, caller)
    return {}
  })
}
