import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { PaymentBreakdownEntry } from '@open-oms/contracts/orders/payment-event-data'
import { currencyExponent } from '@open-oms/money/currency'
import { sumOfAmounts, toAmount, toMinor } from '@open-oms/money/minor'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { randomOrder } from '../../../testing/orders/random-orders.ts'
import { sampleTerms } from '../../../testing/sample-order.ts'
import { calculateTotals } from '../totals/order-totals.ts'
import { newPayment } from './new-payments.ts'
import { allocationsAfter, type PublishedAllocation, withMissingAllocations } from './published-allocations.ts'

const RUNS = propertyRuns(300)
const now = '2026-03-01T10:00:00.000Z'

const randomPayment = fc.record({
  /** Of the order's total. */
  part: fc.constantFrom(0.01, 0.2, 0.33, 0.5, 1, 1.3),
  transactionType: fc.constantFrom('Capture', 'Sale', 'Invoiced', 'Credit', 'Credit', 'Authorization'),
  status: fc.constantFrom('Processed', 'Paid', 'Approved', 'Failed'),
  shipmentId: fc.constantFrom('1', '2', undefined),
  orderLineReferences: fc.subarray([{ lineItemId: '1' }, { lineItemId: '2' }]),
})
type RandomPayment = typeof randomPayment extends fc.Arbitrary<infer T> ? T : never

function pay(order: Order, random: readonly RandomPayment[]): Order {
  const exponent = currencyExponent(order.billingCurrency as string)
  const payments = random.flatMap(({ part, shipmentId, transactionType, status, orderLineReferences }, index): Payment[] => {
    const amount = toAmount(toMinor(Math.round(order.total * part * 1e4) / 1e4, exponent), exponent)
    const named = { orderLineReferences, ...(shipmentId === undefined ? {} : { shipmentId }) }
    const input = { ...named, amount, transactionType, status, transactionId: `t${index}`, paymentMethodName: 'Card' } as const
    return amount > 0 ? [newPayment(input, { now, newId: () => `p${index}` })] : []
  })
  return calculateTotals({ ...order, orderForm: { ...order.orderForm, payments } }, sampleTerms)
}

const payments = fc.array(randomPayment, { maxLength: 8 })
const paidOrder = fc.tuple(randomOrder, payments).map(([order, list]) => pay(calculateTotals(order, sampleTerms), list))

function withoutCancellations({ orderForm: form, ...order }: Order): Order {
  const whole = (line: OrderLine): OrderLine => ({ ...line, canceledQuantity: 0 })
  const shipments = form.shipments.map((shipment) => ({ ...shipment, lineItems: shipment.lineItems.map(whole) }))
  return { ...order, orderForm: { ...form, lineItems: form.lineItems.map(whole), shipments } }
}
const paidWhole = fc
  .tuple(randomOrder.map(withoutCancellations), payments)
  .map(([order, list]) => pay(calculateTotals(order, sampleTerms), list))

/** The breakdown of every payment when none has a published allocation. */
function breakdowns(order: Order): Map<string | null, PaymentBreakdownEntry[]> {
  const allocations = new Map(
    withMissingAllocations(order, [], sampleTerms).map(({ paymentId, breakdown }) => [paymentId, breakdown]),
  )
  return new Map(order.orderForm.payments.map(({ id }) => [id, allocations.get(id) ?? []]))
}
const movesMoney = ({ transactionType, status }: Payment) => transactionType !== 'Authorization' && status !== 'Failed'
const grossTotal = (entries: readonly PaymentBreakdownEntry[]) =>
  sumOfAmounts(entries.flatMap(({ net, vatAmount }) => [net, vatAmount]))
const isCredit = ({ transactionType }: Payment) => transactionType === 'Credit'

t.test('given any paid order, when payments are allocated, then entries sum exactly to each moved amount', async (t) => {
  fc.assert(
    fc.property(paidOrder, (order) => {
      const allocations = breakdowns(order)
      return order.orderForm.payments.every((payment) => {
        const entries = allocations.get(payment.id) as PaymentBreakdownEntry[]
        return movesMoney(payment) ? grossTotal(entries) === payment.amount : entries.length === 0
      })
    }),
    { numRuns: RUNS },
  )
  t.pass()
})

t.test('given any paid order, when payments are allocated, then no unit is paid above its worth, but for deposits', async (t) => {
  fc.assert(
    fc.property(paidWhole, (order) => {
      const allocations = breakdowns(order)
      const paid = new Map<string, number>()
      const whole = wholeOrderBreakdown(order)
      for (const payment of order.orderForm.payments) {
        for (const { kind, lineItemId, shipmentId, net, vatAmount } of allocations.get(payment.id) as PaymentBreakdownEntry[]) {
          const key = `${kind}/${lineItemId}/${shipmentId}`
          const amount = sumOfAmounts([net, vatAmount])
          paid.set(key, sumOfAmounts([paid.get(key) ?? 0, isCredit(payment) ? -amount : amount]))
        }
        for (const [key, amount] of paid) {
          if (key.startsWith('Deposit')) continue
          const most = whole.get(key) ?? 0
          if (Math.min(most, 0) > amount || amount > Math.max(most, 0)) return false
        }
      }
      return true
    }),
    { numRuns: RUNS },
  )
  t.pass()
})

/** The whole order: the breakdown of one payment of everything. */
function wholeOrderBreakdown(order: Order): Map<string, number> {
  const all = newPayment({ id: 'all', amount: 1e9, transactionType: 'Sale', status: 'Paid' }, { now, newId: () => '' })
  const paid = { ...order, orderForm: { ...order.orderForm, payments: [all] } }
  return new Map(
    (breakdowns(paid).get('all') as PaymentBreakdownEntry[]).map(({ kind, lineItemId, shipmentId, net, vatAmount }) => [
      `${kind}/${lineItemId}/${shipmentId}`,
      sumOfAmounts([net, vatAmount]),
    ]),
  )
}

t.test('given any payments that cover the order, when they are allocated, then they sum to its total and tax', async (t) => {
  fc.assert(
    fc.property(paidOrder, (order) => {
      const sales = order.orderForm.payments.filter((payment) => movesMoney(payment) && !isCredit(payment))
      const paid = sumOfAmounts(sales.map(({ amount }) => amount))
      const rest = sumOfAmounts([order.total, -paid])
      if (rest <= 0) return true
      const last = newPayment({ id: 'last', amount: rest, transactionType: 'Capture', status: 'Paid' }, { now, newId: () => '' })
      const all = [...sales, last]
      const covered = { ...order, orderForm: { ...order.orderForm, payments: all } }
      const entries = all.flatMap(({ id }) => breakdowns(covered).get(id) as PaymentBreakdownEntry[])
      const isOfAll =
        grossTotal(entries) === order.total && sumOfAmounts(entries.map(({ vatAmount }) => vatAmount)) === order.taxTotal
      return isOfAll && entries.every(({ kind }) => kind !== 'Deposit')
    }),
    { numRuns: RUNS },
  )
  t.pass()
})

t.test('given any paid order, when payments are allocated, then tax has the sign of its entry', async (t) => {
  fc.assert(
    fc.property(paidOrder, (order) =>
      [...breakdowns(order).values()].every((entries) =>
        entries.every(({ kind, net, vatAmount, lineItemId, shipmentId }) => {
          const isOfSales = (other: PaymentBreakdownEntry) =>
            other.kind === 'Sales' && other.lineItemId === lineItemId && other.shipmentId === shipmentId && other.net * net <= 0
          return net * vatAmount >= 0 && (kind !== 'Discount' || entries.some(isOfSales))
        }),
      ),
    ),
    { numRuns: RUNS },
  )
  t.pass()
})

const pickBreakdowns = (allocations: readonly PublishedAllocation[]) =>
  allocations.map(({ paymentId, breakdown, transfers }) => ({ paymentId, breakdown, transfers }))

t.test('given any paid order, when payments are allocated singly or together, then the breakdowns are the same', async (t) => {
  fc.assert(
    fc.property(paidOrder, (order) => {
      const together = JSON.stringify(pickBreakdowns(withMissingAllocations(order, [], sampleTerms)))
      let allocations: readonly PublishedAllocation[] = []
      let before: Order | null = null
      for (const [index] of order.orderForm.payments.entries()) {
        const orderForm = { ...order.orderForm, payments: order.orderForm.payments.slice(0, index + 1) }
        const after: Order = JSON.parse(JSON.stringify({ ...order, orderForm }))
        allocations = JSON.parse(JSON.stringify(allocationsAfter({ before, after }, allocations, sampleTerms)))
        before = after
      }
      return JSON.stringify(pickBreakdowns(allocations)) === together
    }),
    { numRuns: propertyRuns(100) },
  )
  t.pass()
})
