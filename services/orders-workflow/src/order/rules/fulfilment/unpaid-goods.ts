import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { WriteWarning } from '@open-oms/contracts/orders/order-patch'
import { orderCurrency, type VersionConfig } from '../context/order-context.ts'
import { goodsLeave } from '../holds/leaving-goods.ts'
import { unsecuredAmount } from '../payments/payment-status.ts'

/**
 * The warning that goods leave with a change of an order that is neither paid, authorised for what
 * is due nor on invoice, with the amount; null otherwise (shipments.md#unpaid-orders). Expects
 * calculated amounts.
 */
export function unpaidGoodsWarning(before: Order, after: Order, config: VersionConfig): string | null {
  const amount = unsecuredAmount(after, config.paymentMethods)
  if (amount === 0 || !goodsLeave(before, after, config.orderTypes)) return null
  return `Goods leave although ${amount} ${orderCurrency(after, config)} of the order is neither paid nor authorised.`
}

/** The same warning in the result of a write that has a list of them. */
export function unpaidGoodsWarnings(before: Order, after: Order, config: VersionConfig): WriteWarning[] {
  const message = unpaidGoodsWarning(before, after, config)
  return message === null ? [] : [{ type: 'OrderIsUnpaid', message }]
}

/**
 * Raises `OrderIsUnpaid` for such a change where the tenant refuses it: setting
 * `shipping.refuseUnpaid` (shipments.md#unpaid-orders).
 */
export function assertLeavingGoodsPaid(before: Order, after: Order, config: VersionConfig): void {
  if (!config.settings.shipping.refuseUnpaid || unpaidGoodsWarning(before, after, config) === null) return
  const [amount, currency] = [unsecuredAmount(after, config.paymentMethods), orderCurrency(after, config)]
  const message = `${amount} ${currency} of order "${after.id}" is neither paid nor authorised: nothing of it may leave.`
  throw new DomainError('OrderIsUnpaid', message, { fields: { amount, currency } })
}
