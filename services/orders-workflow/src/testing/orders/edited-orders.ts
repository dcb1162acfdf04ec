import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { newPayment } from '../../order/rules/payments/new-payments.ts'
import { calculateTotals } from '../../order/rules/totals/order-totals.ts'
import { paymentTotals } from '../../order/rules/totals/payment-totals.ts'
import { type SampleForm, sampleOrder, sampleTerms } from '../sample-order.ts'

/** A line with its quantities and cancelled quantities by shipment. */
type Line = {
  lineItemId: string
  placedPrice: number
  taxRate: number | null
  discounted: number
  productType: string
  cost: number
  quantities: number[]
  canceled: number[]
}

/** A line to add, in one shipment. */
export type LineContent = Omit<Line, 'lineItemId' | 'quantities' | 'canceled'> & { quantity: number }

/** The parts of an order while it is edited. Without shipments lines have one quantity. */
export type EditedOrder = {
  lines: Line[]
  shipping: { shippingSubTotal: number; shipmentTaxRate: number | null }[]
  handlingTotal: number
  grossRoundoff: number
  percentage: number
  payments: Payment[]
  forms: { returnId: string; lineItemId: string; quantity: number; paymentId: string }[]
  ids: number
}

/** A new order of lines that are in its first shipment, if it has any. */
export function editedOrder(lines: readonly LineContent[], shipments: number): EditedOrder {
  const shipping = Array.from({ length: shipments }, (_, index) => ({ shippingSubTotal: index * 10, shipmentTaxRate: null }))
  const start = { handlingTotal: 0, grossRoundoff: 0, percentage: 0, payments: [], forms: [], ids: 0 }
  return lines.reduce((edited: EditedOrder, line) => withLine(edited, line, 0), { ...start, lines: [], shipping })
}

/** Rounds a quantity. */
export const wholeQuantity = (value: number) => Math.round(value * 1000) / 1000
/** Rounds an amount. */
export const cents = (value: number) => Math.round(value * 100) / 100
const total = (values: readonly number[]) => wholeQuantity(values.reduce((sum, value) => sum + value, 0))
/** The value of a shipment; 0 for one that does not exist yet. */
export const ofShipment = (values: readonly number[], index: number) => values[index] ?? 0

/** The order with its amounts calculated. */
export function calculateEditedOrder(edited: EditedOrder): Order {
  const { lines, shipping, handlingTotal, grossRoundoff, percentage, payments, forms } = edited
  const item = ({ quantities, canceled, ...line }: Line, shipment: number | null) => ({
    ...line,
    taxRate: line.taxRate as number,
    quantity: shipment === null ? total(quantities) : ofShipment(quantities, shipment),
    canceledQuantity: shipment === null ? total(canceled) : ofShipment(canceled, shipment),
  })
  const shipments = shipping.map(({ shipmentTaxRate, ...rest }, index) => ({
    ...rest,
    shipmentTaxRate: shipmentTaxRate as number,
    warehouseCode: index === 0 ? 'Bergen-01' : 'Central',
    lineItems: lines.filter(({ quantities }) => ofShipment(quantities, index) > 0).map((line) => item(line, index)),
  }))
  const discount = {
    discountId: 'o',
    discountType: 'Order' as const,
    rewardType: 'Percentage' as const,
    discountValue: percentage,
  }
  const form: SampleForm = {
    lineItems: lines.map((line) => item(line, null)),
    shipments: shipments as never,
    handlingTotal,
    grossRoundoff,
    discounts: percentage > 0 ? [discount] : [],
    payments: payments as never,
  }
  const returnOrderForms = forms.map(({ returnId, lineItemId, quantity, paymentId }) => ({
    returnId,
    lineItems: [{ lineItemId, quantity }],
    payments: payments.filter(({ id }) => id === paymentId),
  }))
  return calculateTotals(
    sampleOrder(form, { returnOrderForms: returnOrderForms as unknown as ReturnOrderForm[] as never }),
    sampleTerms,
  )
}

/** The paid amount less refunds. */
export function paidNet({ payments }: Pick<EditedOrder, 'payments'>): number {
  const { captured, credited } = paymentTotals(payments, 2)
  return (captured - credited) / 100
}

/** With a further line. */
export function withLine(edited: EditedOrder, { quantity, ...line }: LineContent, shipment: number): EditedOrder {
  const ids = edited.ids + 1
  const quantities = Array.from({ length: Math.max(1, edited.shipping.length) }, (_, index) =>
    index === shipment ? quantity : 0,
  )
  const added = { ...line, lineItemId: `L${ids}`, quantities, canceled: quantities.map(() => 0) }
  return { ...edited, ids, lines: [...edited.lines, added] }
}

type PaymentFields = { transactionType: 'Capture' | 'Credit'; amount: number; scope?: string; place?: number }

/** With a further payment that moves money, if its amount is above zero. */
export function withPayment(
  edited: EditedOrder,
  { transactionType, amount, scope: named, place: where = 0 }: PaymentFields,
): EditedOrder {
  if (amount <= 0) return edited
  const ids = edited.ids + 1
  const line = edited.lines[where % Math.max(1, edited.lines.length)]
  const input = {
    amount,
    transactionType,
    status: 'Processed',
    transactionId: `t${ids}`,
    paymentMethodName: 'Card',
    ...(named === 'shipment' ? { shipmentId: String(1 + (where % 3)) } : {}),
    ...(named === 'line' && line !== undefined ? { orderLineReferences: [{ lineItemId: line.lineItemId }] } : {}),
  } as const
  const payment = newPayment(input, { now: '2026-03-01T10:00:00.000Z', newId: () => `P${ids}` })
  return { ...edited, ids, payments: [...edited.payments, payment] }
}

/** With the line at an index (modulo the length) changed or removed. */
export function withLineAt(edited: EditedOrder, where: number, change: (line: Line) => Line[]): EditedOrder {
  const index = where % Math.max(1, edited.lines.length)
  return { ...edited, lines: edited.lines.flatMap((line, other) => (other === index ? change(line) : [line])) }
}

/** With the payment at an index (modulo the length) changed or removed. */
export function withPaymentAt(edited: EditedOrder, where: number, change: (payment: Payment) => Payment[]): EditedOrder {
  const index = where % Math.max(1, edited.payments.length)
  return { ...edited, payments: edited.payments.flatMap((payment, other) => (other === index ? change(payment) : [payment])) }
}

/** Moves a part of a line in its first shipment to the next; creates missing shipments. */
export function split(edited: EditedOrder, where: number, moved: number): EditedOrder {
  const shipping = [...edited.shipping]
  while (shipping.length < 2) shipping.push({ shippingSubTotal: 0, shipmentTaxRate: null })
  const lines = edited.lines.map((line) => ({
    ...line,
    quantities: shipping.map((_, index) => ofShipment(line.quantities, index)),
    canceled: shipping.map((_, index) => ofShipment(line.canceled, index)),
  }))
  return withLineAt({ ...edited, shipping, lines }, where, (line) => {
    const from = line.quantities.findIndex((quantity, index) => quantity > ofShipment(line.canceled, index))
    if (from < 0) return [line]
    const to = (from + 1) % shipping.length
    const quantity = wholeQuantity((ofShipment(line.quantities, from) - ofShipment(line.canceled, from)) * moved)
    const quantities = line.quantities.map((held, index) =>
      wholeQuantity(index === from ? held - quantity : index === to ? held + quantity : held),
    )
    return [{ ...line, quantities }]
  })
}
