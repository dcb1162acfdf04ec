import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { PaymentTransfer } from '@open-oms/contracts/orders/payment-event-data'
import { sumOfAmounts } from '@open-oms/money/minor'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { randomOrder } from '../../../testing/orders/random-orders.ts'
import { type SampleForm, sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { buildOrderEvents } from '../order-events.ts'
import { calculateTotals } from '../totals/order-totals.ts'
import { newPayment } from './new-payments.ts'
import { withMissingAllocations } from './published-allocations.ts'

type SamplePayment = NonNullable<SampleForm['payments']>[number]

let ids = 0
const payment = (
  transactionType: 'Capture' | 'Credit' | 'Authorization',
  amount: number,
  rest: SamplePayment = {},
): SamplePayment => ({
  id: `p${++ids}`,
  paymentMethodName: 'Card',
  transactionId: `t${ids}`,
  status: 'Processed',
  ...rest,
  amount,
  transactionType,
})

const calculated = (form: SampleForm): Order => calculateTotals(sampleOrder(form), sampleTerms)

/** `line/shipment warehouse cost` of every transfer, by payment. */
function allocations(order: Order): string[][] {
  const allocationByPayment = new Map(
    withMissingAllocations(order, [], sampleTerms).map(({ paymentId, transfers }) => [paymentId, transfers]),
  )
  const text = ({ lineItemId, shipmentId, warehouseCode, cost }: PaymentTransfer) =>
    `${lineItemId}/${shipmentId} ${warehouseCode} ${cost}`
  return order.orderForm.payments.map(({ id }) => (allocationByPayment.get(id) ?? []).map(text))
}

const goods = { placedPrice: 100, taxRate: 25, quantity: 2, cost: 33.335 }
const sentFrom = (warehouseCode: string | null, payments: SamplePayment[]) =>
  calculated({ lineItems: [goods], shipments: [warehouseCode === null ? {} : { warehouseCode }], payments })

t.test('given goods of another warehouse, when a payment moves them, then it has their cost', async (t) => {
  t.same(allocations(sentFrom('Bergen-01', [payment('Capture', 200)])), [['1/1 Bergen-01 66.67']])
  t.same(allocations(sentFrom('Oslo-01', [payment('Capture', 200)])), [[]], 'the own store')
  t.same(allocations(sentFrom(null, [payment('Capture', 200)])), [[]], 'nobody knows yet')
  t.same(allocations(sentFrom('Bergen-01', [payment('Authorization', 200)])), [[]], 'no money moves')
})

t.test('given partial payments, when they move goods, then their costs sum to all of it', async (t) => {
  const parts = [payment('Capture', 50), payment('Capture', 50), payment('Capture', 100), payment('Capture', 10)]
  t.same(allocations(sentFrom('Bergen-01', parts)), [
    ['1/1 Bergen-01 16.67'],
    ['1/1 Bergen-01 16.67'],
    ['1/1 Bergen-01 33.33'],
    [],
  ])
})

t.test('given goods that are refunded, when they are paid again, then their cost is moved once', async (t) => {
  const payments = [payment('Capture', 200), payment('Credit', 100), payment('Capture', 100)]
  t.same(allocations(sentFrom('Bergen-01', payments)), [['1/1 Bergen-01 66.67'], [], []])
})

t.test('given goods that are free, when the rest is paid, then that payment moves their cost', async (t) => {
  const free = { ...goods, discounted: 200 }
  const order = (payments: SamplePayment[]) =>
    calculated({ lineItems: [free, goods], shipments: [{ warehouseCode: 'Bergen-01' }], payments })
  t.same(allocations(order([payment('Capture', 50), payment('Capture', 150)])), [
    ['2/1 Bergen-01 16.67'],
    ['1/1 Bergen-01 66.67', '2/1 Bergen-01 50'],
  ])
})

const pay = (transactionType: 'Capture', amount: number) => {
  const input = { id: `p${++ids}`, amount, transactionType, status: 'Processed', transactionId: `t${ids}` } as const
  return newPayment(input, { now: '2026-03-01T10:00:00.000Z', newId: () => '' })
}

function calculateTransfers(order: Order, payments: readonly Payment[]): PaymentTransfer[] {
  const paid = calculateTotals({ ...order, orderForm: { ...order.orderForm, payments: [...payments] } }, sampleTerms)
  return withMissingAllocations(paid, [], sampleTerms).flatMap(({ transfers }) => transfers)
}

t.test('given any order and payments, when all is paid, then the moved cost equals the cost', async (t) => {
  const parts = fc.array(fc.tuple(fc.constantFrom('Capture', 'Capture', 'Credit'), fc.constantFrom(0.1, 0.3, 0.5)), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(randomOrder, parts, (order, list) => {
      const shipments = order.orderForm.shipments.map((shipment) => ({ ...shipment, warehouseCode: 'Bergen-01' }))
      const whole = calculateTotals({ ...order, orderForm: { ...order.orderForm, shipments } }, sampleTerms)
      if (whole.total <= 0) return true
      const parted = list.map(([type, part]) => pay(type as 'Capture', Math.round(whole.total * part * 100) / 100))
      const transfers = calculateTransfers(whole, [...parted, pay('Capture', 2e6)])
      const all = calculateTransfers(whole, [pay('Capture', 2e6)])
      const sum = (costs: readonly PaymentTransfer[]) => sumOfAmounts(costs.map(({ cost }) => cost))
      return sum(transfers) === sum(all) && transfers.every(({ cost }) => cost > 0)
    }),
    { numRuns: propertyRuns(200) },
  )
  t.pass()
})

t.test('given the property ProviderFee of a payment, when it becomes known, then the payment is published with it', async (t) => {
  const paidWith = (value?: string) =>
    calculated({
      lineItems: [goods],
      payments: [
        payment('Capture', 200, {
          id: 'P',
          transactionId: 'T',
          ...(value === undefined ? {} : { properties: [{ key: 'ProviderFee', value }] }),
        }),
      ],
    })
  const context = { operation: 'Test', changedFields: [], totals: sampleTerms, allocations: [] }
  const fees = (before: Order | null, after: Order) =>
    buildOrderEvents(before, after, context).flatMap((event) =>
      event.contract.type === 'orders.payment.recorded.v1' ? [(event.data as { payment: object }).payment] : [],
    )
  t.match(fees(null, paidWith()), [{ id: 'P', providerFee: null }])
  t.match(fees(null, paidWith('3.5')), [{ id: 'P', providerFee: 3.5, unreadableProviderFee: null }])
  t.match(fees(null, paidWith('-1.25')), [{ providerFee: -1.25 }])
  t.match(fees(null, paidWith('  ')), [{ providerFee: null, unreadableProviderFee: null }])
  for (const text of ['3,5', '1e3', 'NaN', '0x10', '1.23456', '1234567890123', '-'])
    t.match(fees(null, paidWith(text)), [{ providerFee: null, unreadableProviderFee: text }], `"${text}" is no amount`)
  t.match(fees(paidWith(), paidWith('3,5')), [{ unreadableProviderFee: '3,5' }], 'which is news')
  t.match(fees(null, paidWith('x'.repeat(500))), [{ unreadableProviderFee: 'x'.repeat(100) }])
  t.same(fees(paidWith('3.5'), paidWith('3.5')), [])
  t.match(fees(paidWith(), paidWith('3.5')), [{ id: 'P', providerFee: 3.5 }])
})
