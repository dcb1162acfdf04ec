import type { Order } from '@oms/contracts/orders/order'
import type { ExchangeOrderOptions } from '@oms/contracts/orders/returns/return-requests'
import type { InputOf } from '@oms/contracts/primitives'
import { collectProblems, withPaths } from '../../../order/document/problems.ts'
import type { OrderInput } from '../../../order/input/order-input.ts'
import { linkedOrderInput, withLink } from './linked-order.ts'

export type ExchangeOptions = InputOf<ExchangeOrderOptions>

/** The type of the exchange order. */
export function exchangeTypeOf(order: Order, { orderType }: ExchangeOptions): string {
  return orderType || (order.orderType as string)
}

/**
 * The exchange order: the goods that the customer takes instead of the returned ones
 * (returns.md#exchange-orders). Raises `ValidationFailed`.
 */
export function exchangeOrderInput(order: Order, options: ExchangeOptions, number: string): OrderInput {
  const { exchangeOrderId, exchangeOrderLines = [], additionalPayments = [], grossRoundoff } = options
  const problems = collectProblems()
  if (exchangeOrderLines.length === 0) problems.add('exchangeOrderLines', 'must name at least one line')
  problems.throwIfAny()
  return linkedOrderInput(order, {
    id: exchangeOrderId || number,
    orderNumber: number,
    orderType: exchangeTypeOf(order, options),
    status: options.orderStatus,
    storeId: options.storeId,
    warehouseCode: options.outboundWarehouseCode,
    shippingMethodName: options.shippingMethodName,
    form: { lineItems: exchangeOrderLines, payments: additionalPayments, ...(grossRoundoff == null ? {} : { grossRoundoff }) },
  })
}

/** The returned order and its return form, with the link to the exchange order. */
export function withExchange(order: Order, { returnId, orderId }: { returnId: string; orderId: string }): Order {
  const problems = collectProblems()
  const relatedOrders = withLink(order.relatedOrders, orderId, { problems, field: 'relatedOrders' })
  problems.throwIfAny()
  const returnOrderForms = order.returnOrderForms.map((form) =>
    form.returnId === returnId ? { ...form, replacementOrderIds: [...form.replacementOrderIds, orderId] } : form,
  )
  return { ...order, relatedOrders, returnOrderForms }
}

const placesInRequest = [
  [/^orderForm\.lineItems/, 'exchangeOrderLines'],
  [/^orderForm\.payments/, 'additionalPayments'],
  [/^orderForm\.grossRoundoff/, 'grossRoundoff'],
  [/^status$/, 'orderStatus'],
  [/^id$/, 'exchangeOrderId'],
] as const

/**
 * Runs the creation of the exchange order; its problems get the path of the exchange order in the
 * request.
 */
export function asExchange<T>(make: () => T): T {
  return withPaths((path) => `exchangeOrderOptions.${placeOf(path)}`, make)
}

function placeOf(path: string): string {
  for (const [pattern, name] of placesInRequest) if (pattern.test(path)) return path.replace(pattern, name)
  return path
}
