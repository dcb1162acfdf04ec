import { invalid } from '@open-oms/contracts/errors'
import type { Cart, CartInput } from '@open-oms/contracts/orders/carts/cart'
import { DELETED } from '../../../order/rules/context/order-guards.ts'
import { checkCartHead, type OrderInputContext } from '../../../order/rules/input/order-input.ts'
import { newCopy } from '../../../order/rules/shipments/new-shipments.ts'
import { orderFromInput } from '../../orders/domain/order-from-input.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** When a cart that is changed now expires (carts.md#cart-creation). */
export function expiryFrom(now: string, days: number): string {
  return new Date(Date.parse(now) + days * DAY_MS).toISOString()
}

/**
 * The complete cart for a request to create one (carts.md#cart-creation). It is checked by the
 * rules of a new order, except that it needs no store, type or status. Without a market it is
 * flagged as an order is (orders.md#default-market). Calculated amounts, version and expiry are not
 * set yet. Raises `ValidationFailed` naming every bad path.
 */
export function newCart(sent: CartInput, context: OrderInputContext): Cart {
  const { config, now, newId } = context
  const { customerGroups = [], expiredDate = null, ...input } = sent
  if (expiredDate !== null && Date.parse(expiredDate) <= Date.parse(now)) throw invalid('expiredDate', 'must be in the future')
  if (input.status === DELETED) throw invalid('status', 'is that of a deleted order')
  const order = orderFromInput(input, context, {
    stored: null,
    isNumberedLater: true,
    checkHead: (head, problems) => checkCartHead(head, config, problems),
    instead: ({ created }) => ({ created: created ?? now, modified: now }),
    copyOf: newCopy,
    shipmentOf: (shipment) => shipment,
    reservedOf: () => 0,
  })
  return { ...order, id: order.id ?? newId(), customerGroups, expiredDate }
}
