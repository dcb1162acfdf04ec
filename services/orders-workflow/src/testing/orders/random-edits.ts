import { sumOfAmounts } from '@open-oms/money/minor'
import fc from 'fast-check'
import {
  calculateEditedOrder,
  cents,
  type EditedOrder,
  ofShipment,
  paidNet,
  split,
  wholeQuantity,
  withLine,
  withLineAt,
  withPayment,
  withPaymentAt,
} from './edited-orders.ts'

const price = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100),
  fc.constantFrom(0, 1, 100, 0.03),
)
const rate = fc.constantFrom(0, 15, 25, 8.1, null)
const position = fc.nat({ max: 20 })
const part = fc.constantFrom(0.01, 0.2, 0.33, 0.5, 0.9, 1, 1.4)
const scope = fc.constantFrom('none', 'none', 'shipment', 'line')
const content = fc.record({
  placedPrice: price,
  taxRate: rate,
  discounted: fc.oneof(fc.constant(0), price),
  productType: fc.constantFrom('', '', '', 'Tip', 'GiftCard', 'Rental'),
  cost: price,
  quantity: fc.constantFrom(1, 1, 2, 3, 0.5, 1.333),
})

const paying = fc.oneof(
  fc.record({ kind: fc.constantFrom('sell' as const, 'refund' as const), part, scope, position }),
  fc.record({ kind: fc.constant('payRest' as const), scope, position }),
  fc.record({ kind: fc.constant('return' as const), part, position }),
  fc.record({ kind: fc.constant('announce' as const), position }),
  fc.record({ kind: fc.constant('amend' as const), part, position }),
)
const editing = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), content, position }),
  fc.record({
    kind: fc.constant('patch' as const),
    position,
    content,
    field: fc.constantFrom('placedPrice', 'taxRate', 'discounted'),
  }),
  fc.record({ kind: fc.constant('quantity' as const), position, quantity: fc.constantFrom(1, 2, 4, 0.25) }),
  fc.record({
    kind: fc.constantFrom('cancel' as const, 'remove' as const, 'split' as const),
    position,
    part: fc.constantFrom(0.5, 1),
  }),
  fc.record({ kind: fc.constant('shipping' as const), position, amount: price, taxRate: rate }),
  fc.record({
    kind: fc.constant('form' as const),
    handling: price,
    rounding: fc.constantFrom(-0.5, 0, 0.5),
    percentage: fc.constantFrom(0, 10, 33.3, 100),
  }),
  fc.record({ kind: fc.constantFrom('fail' as const, 'takeOut' as const), position }),
)
/** One write of an order: an edit, or a payment. */
export const randomEdit = fc.oneof({ arbitrary: editing, weight: 3 }, { arbitrary: paying, weight: 4 })
export type RandomEdit = typeof randomEdit extends fc.Arbitrary<infer T> ? T : never

export const randomLines = fc.array(content, { minLength: 1, maxLength: 3 })

/**
 * With a return form of a line in its first shipment, and its refund: a part of the paid amount,
 * none with null.
 */
function withReturn(edited: EditedOrder, position: number, part: number | null): EditedOrder {
  const line = edited.lines[position % Math.max(1, edited.lines.length)]
  const amount = part === null ? 0 : cents(paidNet(edited) * part)
  const after = part === null ? { ...edited, ids: edited.ids + 1 } : withPayment(edited, { transactionType: 'Credit', amount })
  const isAnnounced = part === null && edited.forms.some(({ lineItemId }) => lineItemId === line?.lineItemId)
  if (line === undefined || after === edited || isAnnounced) return edited
  const { lineItemId, quantities } = line
  const form = { returnId: `R${after.ids}`, lineItemId, quantity: ofShipment(quantities, 0), paymentId: `P${after.ids}` }
  return { ...after, forms: [...edited.forms, form] }
}

/** The order after one write. */
export function edit(edited: EditedOrder, step: RandomEdit): EditedOrder {
  switch (step.kind) {
    case 'sell':
      return withPayment(edited, {
        ...step,
        transactionType: 'Capture',
        amount: cents(calculateEditedOrder(edited).total * step.part),
      })
    case 'refund':
      return withPayment(edited, { ...step, transactionType: 'Credit', amount: cents(paidNet(edited) * step.part) })
    case 'payRest': {
      const rest = sumOfAmounts([calculateEditedOrder(edited).netTotal, -paidNet(edited)])
      return withPayment(edited, { ...step, transactionType: rest > 0 ? 'Capture' : 'Credit', amount: Math.abs(rest) })
    }
    case 'return':
    case 'announce':
      return withReturn(edited, step.position, step.kind === 'return' ? step.part : null)
    case 'amend':
      return withPaymentAt(edited, step.position, (payment) => [
        { ...payment, amount: cents(payment.amount * step.part) || 0.01 },
      ])
    case 'fail':
      return withPaymentAt(edited, step.position, (payment) => [{ ...payment, status: 'Failed' }])
    case 'takeOut':
      return withPaymentAt(edited, step.position, () => [])
    case 'add':
      return withLine(edited, step.content, step.position % Math.max(1, edited.shipping.length))
    case 'patch':
      return withLineAt(edited, step.position, (line) => [{ ...line, [step.field]: step.content[step.field as 'placedPrice'] }])
    case 'quantity':
      return withLineAt(edited, step.position, (line) => [
        { ...line, quantities: [step.quantity, ...line.quantities.slice(1).map(() => 0)], canceled: line.canceled.map(() => 0) },
      ])
    case 'cancel':
      return withLineAt(edited, step.position, (line) => [
        { ...line, canceled: line.quantities.map((quantity) => wholeQuantity(quantity * step.part)) },
      ])
    case 'remove':
      return withLineAt(edited, step.position, () => [])
    case 'split':
      return split(edited, step.position, step.part)
    case 'shipping':
      return {
        ...edited,
        shipping: edited.shipping.map((shipment, index) =>
          index === step.position % edited.shipping.length
            ? { shippingSubTotal: step.amount, shipmentTaxRate: step.taxRate }
            : shipment,
        ),
      }
    case 'form':
      return { ...edited, handlingTotal: step.handling, grossRoundoff: step.rounding, percentage: step.percentage }
  }
}
