import { CARTS_TAKE_MAX } from '@open-oms/contracts/orders/carts/cart-list'
import * as contracts from '@open-oms/contracts/orders/carts/routes'
import { isInScope, storesInScope } from '@open-oms/service-kit/authentication/caller'
import { documentResponse, type RouteResponse } from '@open-oms/service-kit/http/route-response'
import { register, type Server } from '@open-oms/service-kit/server/register-route'
import { orderResponse } from '../../order/write/order-response.ts'
import { writeRequest } from '../../order/write/write-context.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { workflowResponse } from '../workflow/workflow-response.ts'
import { deleteCart } from './change-cart.ts'
import { addToCart, setCartLine, updateComponents } from './change-cart-lines.ts'
import { createCart, replaceCart } from './create-cart.ts'
import { type CartOrder, createCartOrder } from './create-cart-order.ts'
import { dryRunCartOrder } from './dry-run-cart-order.ts'
import { getCart, listCarts } from './list-carts.ts'

export function registerCarts(app: Server, deps: RunnerDeps): void {
  register(app, deps, contracts.createCart, async (deps, request) => {
    const write = writeRequest({ ...request, ifMatch: null }, { operation: 'CreateCart' })
    const saved = await createCart(deps, { input: request.body, write })
    return { ...documentResponse(saved), headers: { location: `/api/cart/${encodeURIComponent(saved.cart.id)}` } }
  })

  register(app, deps, contracts.listCarts, async (deps, { caller, query }) => {
    const { storeId, take = CARTS_TAKE_MAX, ...wanted } = query
    return { body: await listCarts(deps, { ...wanted, take, storeIds: storesInScope(caller, storeId) }) }
  })

  register(app, deps, contracts.getCart, async (deps, { params, caller }) =>
    documentResponse(await getCart(deps, { ...params, isInScope: (storeId) => isInScope(caller, storeId) })),
  )

  register(app, deps, contracts.replaceCart, async (deps, request) => {
    const write = writeRequest(request, { operation: 'ReplaceCart' })
    return documentResponse(await replaceCart(deps, { ...request.params, input: request.body, write }))
  })

  register(app, deps, contracts.deleteCart, async (deps, request) => {
    await deleteCart({ deps, write: writeRequest(request, { operation: 'DeleteCart' }) }, request.params.cartId)
    return {}
  })

  register(app, deps, contracts.addToCart, async (deps, request) => {
    const { skuId, quantity = 1, forceNewOrderLine: isOwnLine = false } = request.query
    const write = writeRequest(request, { operation: 'AddToCart' })
    return documentResponse(await addToCart(deps, { ...request.params, skuId, quantity, isOwnLine, write }))
  })

  register(app, deps, contracts.setCartLine, async (deps, request) => {
    const write = writeRequest(request, { operation: 'SetCartLine' })
    const { quantity, lineItemId, code } = request.body
    return documentResponse(await setCartLine(deps, { ...request.params, quantity, lineItemId, code, write }))
  })

  register(app, deps, contracts.updateComponentsInCart, async (deps, request) => {
    const { cartId, orderLineId } = request.params
    const write = writeRequest(request, { operation: 'UpdateComponentsInCart' })
    return documentResponse(await updateComponents(deps, { cartId, lineItemId: orderLineId, selections: request.body, write }))
  })

  registerOrders(app, deps)
}

/**
 * The order number is drawn outside of the transaction, so these routes record their responses
 * themselves.
 */
function registerOrders(app: Server, deps: RunnerDeps): void {
  register(
    app,
    deps,
    contracts.createCartOrder,
    async (deps, request) => {
      const order = await createCartOrder(deps, {
        ...request.params,
        orderType: request.query.orderType || undefined,
        status: request.query.status || undefined,
        write: writeRequest(request, { operation: 'Create' }),
        record: (tx, saved) => request.recordResponse(tx, cartOrderResponse({ isNew: true, created: { ...saved, begun: null } })),
      })
      return cartOrderResponse(order)
    },
    { transactions: 'separate' },
  )

  register(
    app,
    deps,
    contracts.processCartWorkflowTest,
    async (deps, request) => {
      const write = writeRequest(request, { operation: 'UpdateStatus' })
      return workflowResponse(await dryRunCartOrder(deps, { ...request.params, write }))
    },
    { transactions: 'separate' },
  )
}

function cartOrderResponse(order: CartOrder): RouteResponse {
  if (!order.isNew) return { ...documentResponse(order), status: 200 }
  const { created } = order
  const location = `/api/Orders/${encodeURIComponent(created.order.id)}`
  return { ...orderResponse(created), status: 201, headers: { location } }
}
