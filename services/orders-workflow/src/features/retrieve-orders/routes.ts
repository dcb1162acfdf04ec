import * as contracts from '@oms/contracts/orders/routes/retrieve-orders'
import { JsonText } from '@oms/service-kit/server/answer'
import { isInScope } from '@oms/service-kit/server/caller'
import { register, type Server } from '@oms/service-kit/server/register-route'
import type { Deps } from '../../deps.ts'
import { getOrder } from './get-order.ts'

/** Puts the routes that read orders by their keys on the server. */
export function registerRetrieveOrders(app: Server, deps: Deps): void {
  register(app, deps, contracts.getOrder, async (deps, { params, caller }) => {
    const { document, versionId } = await getOrder(deps, {
      orderId: params.id,
      isInScope: (storeId) => isInScope(caller, storeId),
    })
    return { body: new JsonText(document), version: versionId }
  })
}
