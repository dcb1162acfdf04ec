import type { Settings } from '@open-oms/contracts/config/settings'
import type { TenantConfig } from '@open-oms/contracts/config/tenant-config'
import { DomainError, invariant } from '@open-oms/contracts/errors'
import { Cart } from '@open-oms/contracts/orders/carts/cart'
import type { InTransaction, Transaction } from '@open-oms/service-kit/database/transaction'
import { finalOrder } from '../../order/rules/calculated-order.ts'
import { changedFields } from '../../order/rules/context/changed-fields.ts'
import { type OrderConfig, orderTotalsContext } from '../../order/rules/context/order-context.ts'
import { assertNotReadOnly } from '../../order/rules/context/order-guards.ts'
import { calculateTotals } from '../../order/rules/totals/order-totals.ts'
import { hiddenAsStored } from '../../order/write/hidden-fields.ts'
import { requireCartFields } from '../../order/write/require-fields.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { type CartWrite, insertCart, loadCart, removeCart, type StoredCart, saveCart } from './cart-store.ts'
import { changedSince, withVersion } from './cart-versions.ts'
import { expiryFrom } from './domain/cart.ts'

/** The dependencies of writes to carts. */
export type CartDeps = {
  inTransaction: InTransaction
  config: () => OrderConfig & Pick<TenantConfig, 'customFields'> & { settings: Pick<Settings, 'carts'> }
  now: () => Date
  newId: () => string
}

export type CartRequest = Pick<WriteRequest, 'by' | 'requireScope' | 'precondition' | 'hidesPersonalData' | 'noteUndeclared'>

/** The request of a write to a cart, and its caller. */
export type CartContext = { deps: CartDeps; write: CartRequest }

/** A pure edit of a cart; `now` is ISO 8601 UTC. Returning the cart as it is changes nothing. */
export type CartEdit = (cart: Cart, now: string) => Cart

/** A cart after a write; `document` is its JSON. */
export type SavedCart = { cart: Cart; document: string; versionId: string }

/** A cart whose row is locked until its transaction ends. */
export type LockedCart = {
  tx: Transaction
  cart: Cart
  /** The time of the write, ISO 8601 UTC. */
  now: string
  /** Writes the next version, as the last statement of the transaction; returns the saved cart. */
  save(next: Cart): Promise<SavedCart>
}

/**
 * Changes a cart by a pure edit, as `changeOrder` changes an order: totals and invariants are the
 * same, after a lost race the edit is applied to the fresh cart, and an edit without effect makes
 * no version (orders.md#concurrent-commands, money.md#calculated-amounts,
 * money.md#money-invariants, carts.md#carts). Carts publish no events. Raises `NotFound`,
 * `Forbidden`, `VersionConflict`, `CartIsOrdered`, `OrderIsReadOnly` and what the edit raises.
 */
export async function changeCart(context: CartContext, cartId: string, edit: CartEdit): Promise<SavedCart> {
  const changed = await context.deps.inTransaction(async (tx) => {
    const open = await openCart(tx, context, { cartId, forUpdate: false })
    return saveNext(tx, open, edit(open.stored.cart, open.now.toISOString()))
  })
  return changed ?? inLockedCart(context, cartId, ({ cart, now, save }) => save(edit(cart, now)))
}

/**
 * Runs work on a cart whose row is locked, in one transaction, as `inLockedOrder` does on an order.
 * Raises what `changeCart` and the work raise.
 */
export async function inLockedCart(
  context: CartContext,
  cartId: string,
  work: (locked: LockedCart) => Promise<SavedCart>,
): Promise<SavedCart> {
  return context.deps.inTransaction(async (tx) => {
    const open = await openCart(tx, context, { cartId, forUpdate: true })
    return work({
      tx,
      cart: open.stored.cart,
      now: open.now.toISOString(),
      async save(next) {
        const saved = await saveNext(tx, open, next)
        invariant(saved !== null, 'a cart that is locked is saved')
        return saved
      },
    })
  })
}

/** A cart that no order was made of, as it was loaded to be changed. */
type OpenCart = CartContext & { stored: StoredCart; now: Date }
type CartLoadOptions = { cartId: string; forUpdate: boolean }

async function openCart(tx: Transaction, context: CartContext, { cartId, forUpdate }: CartLoadOptions): Promise<OpenCart> {
  const now = context.deps.now()
  const stored = await loadToChange(tx, context.write, { cartId, now, forUpdate })
  if (stored.orderId !== null)
    throw new DomainError('CartIsOrdered', `Cart "${cartId}" has become order "${stored.orderId}" and stays as it is.`)
  assertNotReadOnly(stored.cart)
  return { ...context, stored, now }
}

/** Returns null, and writes nothing, when another write came first. */
async function saveNext(tx: Transaction, { stored, deps, write, now }: OpenCart, next: Cart): Promise<SavedCart | null> {
  const shown = write.hidesPersonalData === true ? hiddenAsStored(Cart, next, stored.cart) : next
  requireCartFields(write, { before: stored.cart, after: shown }, deps.config())
  const version = nextCart(stored, shown, { deps, by: write.by, now })
  if (version === null) return stored
  return (await saveCart(tx, version, stored.versionNumber)) ? savedBy(version) : null
}

async function loadToChange(
  tx: Transaction,
  { requireScope, precondition }: Omit<CartRequest, 'by'>,
  { cartId, ...how }: CartLoadOptions & { now: Date },
): Promise<StoredCart> {
  const stored = await loadCart(tx, cartId, how)
  if (stored === null) throw noCart(cartId)
  requireScope(stored.cart.storeId)
  requireCartVersion(stored, { cartId, precondition: precondition ?? null })
  return stored
}

/** The error for a cart that is unknown or has expired. */
export function noCart(cartId: string): DomainError {
  return new DomainError('NotFound', `There is no cart with id "${cartId}".`)
}

/**
 * Refuses, with `VersionConflict`, a write to a version other than those in `If-Match`
 * (http.md#entity-tags).
 */
export function requireCartVersion(
  stored: StoredCart,
  { precondition, cartId }: Pick<CartRequest, 'precondition'> & { cartId: string },
): void {
  if (!precondition || precondition.matches(stored.versionId)) return
  const changed = changedSince(stored.versions, stored.cart, precondition.versions)
  throw new DomainError('VersionConflict', `Cart "${cartId}" has changed since the version in If-Match.`, {
    fields: { currentVersionId: stored.versionId, changedFields: changed },
  })
}

type CartWriteContext = { deps: CartDeps; by: string; now: Date }

/**
 * The next version of a cart, or null when nothing effective has changed. A change extends its
 * expiry, unless a client has set that.
 */
function nextCart(stored: StoredCart, applied: Cart, writing: CartWriteContext): CartWrite | null {
  if (applied === stored.cart) return null
  const calculated = withAmounts(applied, stored.cart, writing.deps)
  const fields = changedFields(stored.cart, calculated)
  if (fields.length === 0) return null
  const { hasFixedExpiry } = stored
  const cart = toCartVersion(calculated, { ...writing, hasFixedExpiry })
  const changed = cart.expiredDate === stored.cart.expiredDate ? fields : [...fields, 'expiredDate']
  return { cart, document: JSON.stringify(cart), hasFixedExpiry, versions: withVersion(stored.versions, stored.cart, changed) }
}

function withAmounts(cart: Cart, previous: Cart | null, { config }: CartDeps): Cart {
  return finalOrder({ ...cart, ...calculateTotals(cart, orderTotalsContext(cart, config(), previous)) })
}

function toCartVersion(cart: Cart, { deps, by, now, hasFixedExpiry }: CartWriteContext & { hasFixedExpiry: boolean }): Cart {
  const modified = now.toISOString()
  const expiredDate = hasFixedExpiry ? cart.expiredDate : expiryFrom(modified, deps.config().settings.carts.expireAfterDays)
  return { ...cart, expiredDate, modified, modifiedBy: by, versionId: deps.newId() }
}

function savedBy({ cart, document }: CartWrite): SavedCart {
  return { cart, document, versionId: cart.versionId as string }
}

/**
 * Writes a new cart, with totals and invariants as in any write. Raises `CartIdExists`,
 * `Forbidden`, `ValidationFailed`, `QuantityNotAvailable`.
 */
export async function insertNewCart({ deps, write }: CartContext, cart: Cart): Promise<SavedCart> {
  const { by, requireScope } = write
  requireScope(cart.storeId)
  requireCartFields(write, { before: null, after: cart }, deps.config())
  const now = deps.now()
  const hasFixedExpiry = cart.expiredDate !== null
  const version = toCartVersion(withAmounts(cart, null, deps), { deps, by, now, hasFixedExpiry })
  const inserted = { cart: version, document: JSON.stringify(version), hasFixedExpiry, versions: [] }
  await deps.inTransaction((tx) => insertCart(tx, inserted, now))
  return savedBy(inserted)
}

/**
 * Deletes a cart; the order that was made of it stays (carts.md#cart-creation). Raises `NotFound`,
 * `Forbidden`, `VersionConflict`.
 */
export async function deleteCart({ deps, write }: CartContext, cartId: string): Promise<void> {
  await deps.inTransaction(async (tx) => {
    await loadToChange(tx, write, { cartId, now: deps.now(), forUpdate: true })
    await removeCart(tx, cartId)
  })
}
