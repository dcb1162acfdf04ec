import type { Order } from '@open-oms/contracts/orders/order'
import type { PaymentOption } from '@open-oms/contracts/orders/payments/payment-option'
import { type OrderKey, readOrderDocument } from '../../order/store/order-queries.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { paymentOptions } from './domain/payment-options.ts'

/**
 * The ways to pay that the market of an order offers (payments.md#payment-options). Raises
 * `NotFound`.
 */
export async function listPaymentOptions(deps: Pick<OrderDeps, 'query' | 'config'>, key: OrderKey): Promise<PaymentOption[]> {
  const order: Order = JSON.parse((await readOrderDocument(deps, key)).document)
  return paymentOptions(deps.config().paymentMethods, order.marketId)
}
