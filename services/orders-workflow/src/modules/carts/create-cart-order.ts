import { DomainError } from '@oms/contracts/errors'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { SavedOrder } from '../../order/order-version.ts'
import type { WriteRequest } from '../../order/write-context.ts'
import { createNumberedOrder } from '../orders/create/create-numbered-order.ts'
import type { CreatedOrder } from '../orders/create/create-order.ts'
import type { RunnerDeps } from '../workflow/runner-deps.ts'
import { type CartOrderDocument, findCartOrder, recordCartOrder } from './cart-orders.ts'
import { loadCart } from './cart-store.ts'
import { noCart, requireCartVersion } from './change-cart.ts'
import { type CartOrderRequest, orderInputOf } from './domain/cart-order.ts'

export type CreateCartOrder = CartOrderRequest & {
  cartId: string
  write: WriteRequest
  /** Records the response in the transaction that writes the order. */
  record(tx: Transaction, saved: SavedOrder): Promise<void>
  /** True if the write is a part of a transaction, which a failed statement would end. */
  isInTransaction: boolean
}

/** The order of a cart: created now, or created before. */
export type CartOrder =
  | { isNew: true; created: CreatedOrder }
  | { isNew: false; orderId: string; document: string; versionId: string }

/** The cart changed between tries; it does not change this often in practice. */
const TRIES_MAX = 10

/**
 * Creates the order of a cart, exactly once for any number of concurrent or repeated requests
 * (carts.md#cart-order): as the same request to `PUT /api/Orders` would, with the cart's id on its
 * form. Raises `NotFound`, `Forbidden`, `VersionConflict`, and what creating an order raises.
 */
export async function createCartOrder(deps: RunnerDeps, command: CreateCartOrder): Promise<CartOrder> {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const order = await tryOnce(deps, command).catch((error: unknown) => {
      if (error instanceof CartMoved) return null
      throw error
    })
    if (order !== null) return order
  }
  throw new DomainError('ResourceLocked', `Cart "${command.cartId}" is being changed by others.`, { retryAfterSeconds: 1 })
}

/** Raised when the cart has changed, is gone or has an order by now. */
class CartMoved extends Error {}

async function tryOnce(
  deps: RunnerDeps,
  { cartId, write, record, isInTransaction, ...request }: CreateCartOrder,
): Promise<CartOrder | null> {
  const stored = await loadCart(deps, cartId, { now: deps.now(), forUpdate: false })
  if (stored !== null) {
    write.requireScope(stored.cart.storeId)
    requireCartVersion(stored, { cartId, precondition: write.precondition ?? null })
  }
  if (stored === null || stored.orderId !== null) {
    const known = await findCartOrder(deps, cartId)
    if (known !== null) write.requireScope(known.storeId)
    else if (stored === null) throw noCart(cartId)
    // Otherwise its order was purged concurrently, and the cart is open again.
    return known === null ? null : { isNew: false, ...known }
  }
  const created = await createNumberedOrder(deps, {
    input: orderInputOf(stored.cart, request, deps.config().orderTypes),
    runWorkflow: true,
    // The version in the precondition is that of the cart.
    write: { ...write, precondition: null },
    isInTransaction,
    async alongside(tx, saved) {
      const made = { cartId, versionNumber: stored.versionNumber, orderId: saved.order.id as string }
      if (!(await recordCartOrder(tx, made))) throw new CartMoved(`Cart "${cartId}" has changed.`)
      await record(tx, saved)
    },
  }).catch(async (error: unknown) => {
    // A failed statement ends its transaction: the code that began it looks for the order.
    const known = isInTransaction ? null : await orderThatTookId(deps, cartId, error)
    if (known === null) throw error
    write.requireScope(known.storeId)
    return known
  })
  return 'orderId' in created ? { isNew: false, ...created } : { isNew: true, created }
}

/**
 * The order of the cart, when creating it failed because this order has its id; null for any other
 * error.
 */
export async function orderThatTookId(deps: RunnerDeps, cartId: string, error: unknown): Promise<CartOrderDocument | null> {
  return error instanceof DomainError && error.code === 'OrderIdExists' ? findCartOrder(deps, cartId) : null
}
