import type { Order } from '@open-oms/contracts/orders/order'
import type { PaymentBreakdownEntry } from '@open-oms/contracts/orders/payment-event-data'
import { allocationsAfter, type PublishedAllocation } from '../../order/rules/payments/published-allocations.ts'
import { calculateTotals } from '../../order/rules/totals/order-totals.ts'
import { type SampleForm, sampleOrder, sampleTerms } from '../sample-order.ts'

/** A payment as a test sends it. */
export type SamplePayment = NonNullable<SampleForm['payments']>[number]

/** A valid capture. */
export const capture = (id: string, amount: number, rest: SamplePayment = {}): SamplePayment => ({
  id,
  transactionId: id,
  paymentMethodName: 'Card',
  transactionType: 'Capture',
  status: 'Processed',
  amount,
  ...rest,
})
/** A valid refund. */
export const credit = (id: string, amount: number, rest: SamplePayment = {}) =>
  capture(id, amount, { transactionType: 'Credit', ...rest })

/** An order as it is after one write. */
export type Version = { form: SampleForm; returns?: object[] }

/** The order of a version. */
export const orderAtVersion = ({ form, returns = [] }: Version): Order =>
  calculateTotals(sampleOrder(form, { returnOrderForms: returns as never }), sampleTerms)

/** The published payments after the writes of these versions in sequence. */
export function history(...versions: readonly Version[]): readonly PublishedAllocation[] {
  let before: Order | null = null
  let published: readonly PublishedAllocation[] = []
  for (const version of versions) {
    const after = orderAtVersion(version)
    published = allocationsAfter({ before, after }, published, sampleTerms)
    before = after
  }
  return published
}

/** `kind line/shipment rate net+vat` of every entry, by payment. */
export const shown = (published: readonly PublishedAllocation[]) =>
  Object.fromEntries(published.map(({ paymentId, breakdown }) => [paymentId, breakdown.map(text)]))

const text = ({ kind, lineItemId, shipmentId, vatRate, net, vatAmount }: PaymentBreakdownEntry) =>
  `${kind} ${lineItemId ?? '-'}/${shipmentId ?? '-'} ${vatRate ?? '-'}% ${net}+${vatAmount}`
