import type { Order } from '@open-oms/contracts/orders/order'
import type { ExchangeOrderOptions } from '@open-oms/contracts/orders/returns/return-requests'
import type { InputOf } from '@open-oms/contracts/primitives'
import { collectProblems, withPaths } from '@open-oms/contracts/problems'
import type { OrderInput } from '../../../order/rules/input/order-input.ts'
import { findRegister, REGISTER_PROPERTY } from '../../../order/rules/payments/register.ts'
import { linkedOrderInput, withLink } from './linked-order.ts'
import type { ReturnRequest } from './new-return.ts'

const POS_ORDER_TYPE = 'Pos'

export type ExchangeOptions = InputOf<ExchangeOrderOptions>

/** The type of the exchange order. */
export function exchangeOrderType(order: Order, { orderType }: ExchangeOptions): string {
  return orderType || order.orderType
}

/**
 * The exchange order: the goods that the customer takes instead of the returned ones
 * (returns.md#exchange-orders). Raises `ValidationFailed`.
 */
export function exchangeOrderInput(order: Order, request: ReturnRequest, number: string): OrderInput {
  const { exchangeOrderOptions: options = {} } = request
  const { exchangeOrderId, exchangeOrderLines = [], additionalPayments = [], grossRoundoff } = options
  const problems = collectProblems()
  if (exchangeOrderLines.length === 0) problems.add('exchangeOrderLines', 'must name at least one line')
  problems.throwIfAny()
  return linkedOrderInput(order, {
    id: exchangeOrderId || number,
    orderNumber: number,
    orderType: exchangeOrderType(order, options),
    status: options.orderStatus,
    ...placeOfSale(order, request),
    warehouseCode: options.outboundWarehouseCode,
    shippingMethodName: options.shippingMethodName,
    form: { lineItems: exchangeOrderLines, payments: additionalPayments, ...(grossRoundoff == null ? {} : { grossRoundoff }) },
  })
}

/**
 * The store of the exchange order, and its properties. A Pos order is sold at the register that the
 * return names, else at that of the returned order, unless its own properties name one.
 */
function placeOfSale(order: Order, { exchangeOrderOptions: options = {}, ...request }: ReturnRequest) {
  const { properties = [], storeId } = options
  if (exchangeOrderType(order, options) !== POS_ORDER_TYPE || findRegister(properties) !== null) return { properties, storeId }
  const ofReturn = findRegister(request.properties ?? [])
  const registerId = ofReturn ?? findRegister(order.properties)
  return {
    properties: registerId === null ? properties : [...properties, { key: REGISTER_PROPERTY, value: registerId }],
    storeId: storeId ?? (ofReturn === null ? undefined : request.storeId),
  }
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

/** Creates the exchange order; the paths of its problems are those of the request. */
export function asExchange<T>(make: () => T): T {
  return withPaths((path) => `exchangeOrderOptions.${toRequestPath(path)}`, make)
}

function toRequestPath(path: string): string {
  for (const [pattern, name] of placesInRequest) if (pattern.test(path)) return path.replace(pattern, name)
  return path
}
