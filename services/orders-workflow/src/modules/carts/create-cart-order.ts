import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { SavedOrder } from '../../order/rules/order-version.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrderIn } from '../../order/write/write-orders.ts'
import { type CreateNumberedOrder, writeNumberedOrder } from '../orders/create/create-numbered-order.ts'
import { type CreatedOrder, type NewOrderWrite, newOrderIntent } from '../orders/create/create-order.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { findCartOrder, recordCartOrder, takeCart } from './cart-orders.ts'
import { loadCart, type StoredCart } from './cart-store.ts'
import { noCart, requireCartVersion } from './change-cart.ts'
import { type CartOrderRequest, toOrderInput } from './domain/cart-order.ts'

export type CreateCartOrder = CartOrderRequest & {
  cartId: string
  write: WriteRequest
  /** Records the response in the transaction that writes the order. */
  record(tx: Transaction, saved: SavedOrder): Promise<void>
} & Pick<CreateNumberedOrder, 'isInTransaction'>

/** The order of a cart: created now, or created before. */
export type CartOrder =
  | { isNew: true; created: CreatedOrder }
  | { isNew: false; orderId: string; document: string; versionId: string }

/** A cart does not change this often in practice. */
const TRIES_MAX = 10

/**
 * Creates the order of a cart, exactly once for any number of concurrent or repeated requests
 * (carts.md#cart-order): as the same request to `PUT /api/Orders` would, with the cart's id on its
 * form. Raises `NotFound`, `Forbidden`, `VersionConflict`, and what creating an order raises.
 */
export async function createCartOrder(deps: RunnerDeps, command: CreateCartOrder): Promise<CartOrder> {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const order = await tryOnce(deps, command)
    if (order !== null) return order
  }
  throw new DomainError('ResourceLocked', `Cart "${command.cartId}" is being changed by others.`, { retryAfterSeconds: 1 })
}

/** Null when the cart was changed, deleted or ordered since it was read. */
async function tryOnce(deps: RunnerDeps, command: CreateCartOrder): Promise<CartOrder | null> {
  const { cartId, write, record, isInTransaction = false, ...request } = command
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
  const creation = {
    input: toOrderInput(stored.cart, request, deps.config().orderTypes),
    runWorkflow: true,
    // The version in the precondition is that of the cart.
    write: { ...write, precondition: null },
    isInTransaction,
  }
  const created = await writeNumberedOrder(deps, creation, (order, writing) =>
    writeCartOrder(deps, { stored, record, ...writing, order }),
  )
  return created === null ? null : { isNew: true, created }
}

type CartOrderWrite = NewOrderWrite & Pick<CreateCartOrder, 'record'> & { stored: StoredCart; order: Order }

/**
 * Writes the order of a cart, which stays locked until it is committed. Null, and nothing is
 * written, when the cart is no longer as it was read.
 */
async function writeCartOrder(deps: RunnerDeps, { stored, record, ...command }: CartOrderWrite): Promise<CreatedOrder | null> {
  const cartId = stored.cart.id
  return deps.inTransaction(async (tx) => {
    if (!(await takeCart(tx, cartId, stored.versionNumber))) return null
    const { saved, result: begun } = await writeOrderIn(
      tx,
      { deps, write: command.write },
      newOrderIntent(deps, command.order, command),
    )
    const created = { ...saved, begun }
    await recordCartOrder(tx, cartId, created.order.id)
    await record(tx, created)
    return created
  })
}
