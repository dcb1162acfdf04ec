import { acceptedLanguage } from '@open-oms/contracts/why/catalogue/sentence-format'
import * as contracts from '@open-oms/contracts/why/order-reasons'
import { isInScope } from '@open-oms/service-kit/authentication/caller'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import { orderShownTo } from '../../order/rules/shown-order.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { explainOrder } from './explain-order.ts'

/** Registers the route that explains what orders wait for. */
export function registerExplainOrder(app: Server, deps: OrderDeps): void {
  register(app, deps, contracts.explainOrder, async (deps, { params, query, caller, headers }) => ({
    headers: { vary: 'accept-language' },
    body: await explainOrder(deps, {
      orderId: params.orderId,
      lineItemId: query.lineItemId || undefined,
      paymentId: query.paymentId || undefined,
      language: acceptedLanguage(headers['accept-language']),
      storeIds: caller.storeIds,
      show: orderShownTo(caller),
      isInScope: (storeId) => isInScope(caller, storeId),
    }),
  }))
}
