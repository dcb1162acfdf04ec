import type { Settings } from '@oms/contracts/config/settings'
import { DomainError } from '@oms/contracts/errors'
import type { Cart } from '@oms/contracts/orders/cart'
import type { InTransaction, Transaction } from '@oms/service-kit/database/transaction'
import type { WriteRequest } from '../../order/change-order.ts'
import { changedFields } from '../../order/document/changed-fields.ts'
import { type OrderConfig, totalsContextOf } from '../../order/document/order-context.ts'
import { assertNotReadOnly } from '../../order/document/order-guards.ts'
import { assertInvariants } from '../../order/invariants.ts'
import { calculateTotals } from '../../order/totals/order-totals.ts'
import { type CartWrite, insertCart, loadCart, removeCart, type StoredCart, saveCart } from './cart-store.ts'
import { changedSince, withVersion } from './cart-versions.ts'
import { expiryFrom } from './domain/cart.ts'

/** What writes of carts need of their surroundings. */
export type CartDeps = {
  inTransaction: InTransaction
  config: () => OrderConfig & { settings: Pick<Settings, 'carts'> }
  now: () => Date
  newId: () => string
}

export type CartRequest = Pick<WriteRequest, 'by' | 'requireScope' | 'precondition'> & { cartId: string }

export type CartChange = CartRequest & {
  /** Reads what `apply` needs beside the cart. */
  look?(tx: Transaction, cart: Cart): Promise<void>
  /** Pure: it is applied again to the fresh cart when another write came before. */
  apply(cart: Cart, now: string): Cart
}

/** A cart after a write; `document` is its JSON. */
export type SavedCart = { cart: Cart; document: string; versionId: string }

// The second try holds the row's lock, so only a cart that went and came again can make a third one needed.
const TRIES_MAX = 3

/**
 * The write path of carts, as `changeOrder` is that of orders: totals and invariants are the same, the change is applied again to the fresh cart
 * when another write came before, and no effective change makes no version (4-decisions B.2, D.8, D.10, M.1). There are no events of carts.
 * Raises `NotFound`, `Forbidden`, `VersionConflict`, `CartIsOrdered`, `OrderIsReadOnly` and what `apply` raises.
 */
export async function changeCart(deps: CartDeps, change: CartChange): Promise<SavedCart> {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const saved = await deps.inTransaction((tx) => attempt({ tx, deps, isLocking: tries > 1 }, change))
    if (saved !== null) return saved
  }
  throw new DomainError('ResourceLocked', `Cart "${change.cartId}" is being changed by others.`, { retryAfterSeconds: 1 })
}

type Attempt = { tx: Transaction; deps: CartDeps; isLocking: boolean }

async function attempt({ tx, deps, isLocking }: Attempt, change: CartChange): Promise<SavedCart | null> {
  const now = deps.now()
  const stored = await loadToChange({ tx, now, isLocking }, change)
  if (stored.orderId !== null)
    throw new DomainError('CartIsOrdered', `Cart "${change.cartId}" has become order "${stored.orderId}" and stays as it is.`)
  assertNotReadOnly(stored.cart)
  await change.look?.(tx, stored.cart)
  const applied = change.apply(stored.cart, now.toISOString())
  const write = nextCart(stored, applied, { deps, by: change.by, now })
  if (write === null) return stored
  return (await saveCart(tx, write, stored.versionNumber)) ? savedBy(write) : null
}

async function loadToChange(
  { tx, now, isLocking }: { tx: Transaction; now: Date; isLocking: boolean },
  request: CartRequest,
): Promise<StoredCart> {
  const stored = await loadCart(tx, request.cartId, { now, forUpdate: isLocking })
  if (stored === null) throw noCart(request.cartId)
  request.requireScope(stored.cart.storeId)
  requireCartVersion(stored, request)
  return stored
}

/** What is answered to whoever names a cart that is unknown or has expired. */
export function noCart(cartId: string): DomainError {
  return new DomainError('NotFound', `There is no cart with id "${cartId}".`)
}

/** Refuses, with `VersionConflict`, a write to a version other than those in `If-Match` (4-decisions B.1). */
export function requireCartVersion(
  stored: StoredCart,
  { precondition, cartId }: Pick<CartRequest, 'precondition' | 'cartId'>,
): void {
  if (!precondition || precondition.matches(stored.versionId)) return
  const changed = changedSince(stored.versions, stored.cart, precondition.versions)
  throw new DomainError('VersionConflict', `Cart "${cartId}" has changed since the version in If-Match.`, {
    members: { currentVersionId: stored.versionId, changedFields: changed },
  })
}

type Writing = { deps: CartDeps; by: string; now: Date }

/** The next version of a cart, or null when nothing effective has changed. A change puts its expiry off, unless a client has set that. */
function nextCart(stored: StoredCart, applied: Cart, writing: Writing): CartWrite | null {
  if (applied === stored.cart) return null
  const calculated = withAmounts(applied, stored.cart, writing.deps)
  const fields = changedFields(stored.cart, calculated)
  if (fields.length === 0) return null
  const { hasFixedExpiry } = stored
  const cart = versionOf(calculated, { ...writing, hasFixedExpiry })
  const changed = cart.expiredDate === stored.cart.expiredDate ? fields : [...fields, 'expiredDate']
  return { cart, document: JSON.stringify(cart), hasFixedExpiry, versions: withVersion(stored.versions, stored.cart, changed) }
}

function withAmounts(cart: Cart, previous: Cart | null, { config }: CartDeps): Cart {
  const calculated = { ...cart, ...calculateTotals(cart, totalsContextOf(cart, config(), previous)) }
  assertInvariants(calculated)
  return calculated
}

function versionOf(cart: Cart, { deps, by, now, hasFixedExpiry }: Writing & { hasFixedExpiry: boolean }): Cart {
  const modified = now.toISOString()
  const expiredDate = hasFixedExpiry ? cart.expiredDate : expiryFrom(modified, deps.config().settings.carts.expireAfterDays)
  return { ...cart, expiredDate, modified, modifiedBy: by, versionId: deps.newId() }
}

function savedBy({ cart, document }: CartWrite): SavedCart {
  return { cart, document, versionId: cart.versionId as string }
}

/** Writes a new cart, with totals and invariants as in every write. Raises `CartIdExists`, `Forbidden`, `ValidationFailed`, `QuantityNotAvailable`. */
export async function createCart(
  deps: CartDeps,
  { cart, by, requireScope }: Pick<CartRequest, 'by' | 'requireScope'> & { cart: Cart },
): Promise<SavedCart> {
  requireScope(cart.storeId)
  const now = deps.now()
  const hasFixedExpiry = cart.expiredDate !== null
  const version = versionOf(withAmounts(cart, null, deps), { deps, by, now, hasFixedExpiry })
  const write = { cart: version, document: JSON.stringify(version), hasFixedExpiry, versions: [] }
  await deps.inTransaction((tx) => insertCart(tx, write, now))
  return savedBy(write)
}

/** Deletes a cart, whether or not an order was made of it. Raises `NotFound`, `Forbidden`, `VersionConflict`. */
export async function deleteCart(deps: Pick<CartDeps, 'inTransaction' | 'now'>, request: CartRequest): Promise<void> {
  await deps.inTransaction(async (tx) => {
    await loadToChange({ tx, now: deps.now(), isLocking: true }, request)
    await removeCart(tx, request.cartId)
  })
}
