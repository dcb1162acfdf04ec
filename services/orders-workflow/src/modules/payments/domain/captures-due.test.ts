import type { Order } from '@open-oms/contracts/orders/order'
import { currencyExponent } from '@open-oms/money/currency'
import { sumOfAmounts } from '@open-oms/money/minor'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { newPayment } from '../../../order/rules/payments/new-payments.ts'
import { delivered, withShipments } from '../../../order/rules/shipments/shipment-lines.ts'
import { calculateTotals } from '../../../order/rules/totals/order-totals.ts'
import { randomOrder } from '../../../testing/orders/random-orders.ts'
import { type SampleForm, sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { capturesDue, EXPIRED, voidsDue } from './captures-due.ts'

const now = '2026-03-02T10:00:00.000Z'
const scope = { shipmentId: null, exponent: 2, now }
const auth = (amount: number, fields: object = {}) => ({
  id: `a${amount}`,
  amount,
  transactionType: 'Authorization' as const,
  status: 'Processed' as const,
  paymentMethodName: 'Card',
  transactionId: `t${amount}`,
  ...fields,
})
const line = (placedPrice: number) => ({ placedPrice, taxRate: 25 })
const order = (form: SampleForm) => calculateTotals(sampleOrder({ lineItems: [line(100), line(50)], ...form }), sampleTerms)
const amounts = (moves: readonly { amount: number }[]) => moves.map(({ amount }) => amount)

t.test(
  'given captures, when the amount due is calculated, then it is netTotal less captured, at most the authorised amount',
  async (t) => {
    t.same(amounts(capturesDue(order({ payments: [auth(150)] }), scope).moves), [150])
    t.same(amounts(capturesDue(order({ payments: [auth(400)] }), scope).moves), [150])
    t.same(amounts(capturesDue(order({ payments: [auth(90)] }), scope).moves), [90])
    t.same(amounts(capturesDue(order({ payments: [] }), scope).moves), [])
    const sale = { ...auth(30), id: 's', transactionId: 's', transactionType: 'Sale' as const }
    t.same(amounts(capturesDue(order({ payments: [auth(150), sale] }), scope).moves), [120])
  },
)

t.test('given failed and voided payments, when the amount due is calculated, then they do not count', async (t) => {
  t.same(amounts(capturesDue(order({ payments: [auth(150, { status: 'Pending' })] }), scope).moves), [])
  const failed = { ...auth(150), id: 'c', transactionId: 'c', transactionType: 'Capture' as const, status: 'Failed' as const }
  t.same(amounts(capturesDue(order({ payments: [auth(150), failed] }), scope).moves), [150])
})

t.test(
  'given several authorisations, when captures are assigned, then each uses the one that it names, else the first',
  async (t) => {
    const capture = (fields: object) => ({
      ...auth(40),
      id: 'c',
      transactionId: 'c',
      transactionType: 'Capture' as const,
      ...fields,
    })
    const of = (fields: object) => {
      const { moves } = capturesDue(order({ payments: [auth(70), auth(80), capture(fields)] }), scope)
      return moves.map(({ source, amount }) => [source?.id, amount])
    }
    t.same(of({ internalReference: 'a80' }), [
      ['a70', 70],
      ['a80', 40],
    ])
    t.same(of({ transactionId: 't80' }), [
      ['a70', 70],
      ['a80', 40],
    ])
    t.same(of({}), [
      ['a70', 30],
      ['a80', 80],
    ])
  },
)

t.test(
  'given an expired authorisation, when captures are planned, then it is skipped, and named when it would be needed',
  async (t) => {
    const expired = auth(100, { authorizationExpires: '2026-03-01T00:00:00.000Z' })
    t.match(capturesDue(order({ payments: [expired, auth(150)] }), scope), { shortfall: null, moves: [{ amount: 150 }] })
    t.match(capturesDue(order({ payments: [expired, auth(60)] }), scope), { shortfall: EXPIRED, moves: [{ amount: 60 }] })
  },
)

t.test('when a move is named, then the name has the cumulative amount, and differs after a refusal', async (t) => {
  const firstEffect = (form: SampleForm) => capturesDue(order(form), scope).moves[0]?.effect
  const plain = firstEffect({ payments: [auth(150)] })
  t.same(firstEffect({ payments: [auth(150)] }), plain)
  const capture = { ...auth(150), id: 'c', transactionType: 'Capture' as const, status: 'Failed' as const }
  const refused = { ...capture, transactionId: 'c', internalReference: 'a150' }
  t.notSame(firstEffect({ payments: [auth(150), refused] }), plain)
  t.same(firstEffect({ payments: [auth(150), { ...refused, transactionId: '' }] }), plain, 'the provider may have done it')
  t.same(firstEffect({ payments: [auth(150), { ...refused, transactionType: 'Void' }] }), plain, 'it was another request')
  t.notSame(firstEffect({ payments: [auth(150)], lineItems: [line(100)] }), plain)
})

t.test('given an order with the id and payment ids of a purged one, when its move is named, then the name differs', async (t) => {
  const firstEffect = (payment: ReturnType<typeof auth>) => capturesDue(order({ payments: [payment] }), scope).moves[0]?.effect
  t.notSame(firstEffect(auth(150)), firstEffect(auth(150, { transactionId: 'of the next order' })))
})

t.test('given authorisations that are no longer needed, when they are voided, then the last one is first', async (t) => {
  const open = order({ payments: [auth(100), auth(150)] })
  t.same(amounts(voidsDue(open, scope).moves), [100])
  t.equal(voidsDue(open, scope).moves[0]?.source?.id, 'a150')
  const canceled = order({
    payments: [auth(150)],
    handlingTotal: 10,
    lineItems: [
      { ...line(100), canceledQuantity: 1 },
      { ...line(50), canceledQuantity: 1 },
    ],
    shipments: [{ status: 'Cancelled', shippingSubTotal: 20 }],
  })
  t.same(amounts(voidsDue(canceled, scope).moves), [150])
})

t.test(
  'given an expired authorisation, when voids are planned, then only the valid ones that are not needed are voided',
  async (t) => {
    const expired = { authorizationExpires: '2020-01-01T00:00:00.000Z' }
    t.same(voidsDue(order({ payments: [auth(100, expired), auth(150)] }), scope), { moves: [], shortfall: null })
    t.same(amounts(voidsDue(order({ payments: [auth(170), auth(100, expired)] }), scope).moves), [20])
  },
)

t.test('given goods that were not collected, when captures are planned, then only collected goods are captured', async (t) => {
  const shipments = [{ orderStatus: 'NotCollected', shippingSubTotal: 20 }]
  const none = order({ payments: [auth(180)], handlingTotal: 10, shipments })
  t.same(amounts(voidsDue(none, scope).moves), [180], 'with shipping and handling')
  const part = order({
    payments: [auth(180)],
    handlingTotal: 10,
    lineItems: [{ ...line(100), deliveredQuantity: 1 }, line(50)],
    shipments,
  })
  t.same(amounts(voidsDue(part, scope).moves), [50], 'one line was handed out, with the shipping')
  const inShipment = (lineItemId: string, fields: object) => ({
    ...fields,
    lineItems: [{ ...line(lineItemId === '1' ? 100 : 50), lineItemId, quantity: 1 }],
  })
  const two = [
    inShipment('1', { shipmentId: 'A', orderStatus: 'ReadyForPickup' }),
    inShipment('2', { shipmentId: 'B', orderStatus: 'NotCollected' }),
  ]
  t.same(
    amounts(voidsDue(order({ payments: [auth(160)], handlingTotal: 10, shipments: two }), scope).moves),
    [50],
    'another is still to be',
  )
  const without = calculateTotals(
    sampleOrder({ lineItems: [line(100)], payments: [auth(100)] }, { status: 'NotCollected' }),
    sampleTerms,
  )
  t.same(amounts(voidsDue(without, scope).moves), [100], 'an order without shipments')
})

t.test('given finished shipments that are not captured, when one is captured, then only its own value is taken', async (t) => {
  const inShipment = (shipmentId: string, lineItemId: string) => ({
    shipmentId,
    status: 'Shipped',
    shippingSubTotal: 20,
    lineItems: [{ ...line(lineItemId === '1' ? 100 : 50), lineItemId, quantity: 1 }],
  })
  const shipments = [inShipment('A', '1'), inShipment('B', '2')]
  const capture = (shipmentId: string, amount: number) => ({
    ...auth(amount),
    id: shipmentId,
    transactionId: shipmentId,
    transactionType: 'Capture' as const,
    shipmentId,
  })
  const due = (shipmentId: string, form: SampleForm, captures: ReturnType<typeof capture>[] = []) =>
    amounts(capturesDue(order({ shipments, ...form, payments: [auth(400), ...captures] }), { ...scope, shipmentId }).moves)
  t.same(due('A', {}), [120])
  t.same(due('B', {}), [70])
  t.same(due('B', {}, [capture('B', 70)]), [], 'what is left belongs to A')
  t.same(due('A', {}, [capture('B', 70)]), [120])
  t.same(due('B', { handlingTotal: 10 }), [80], 'handling is no shipment’s: the first that may takes it')
  t.same(due('A', { handlingTotal: 10 }, [capture('B', 80)]), [120])
  t.same(due('A', {}, [capture('B', 150)]), [40], 'never more than the order')
})

t.test(
  'given shipments captured in any order, some twice, when all are captured, then the sum is the total and never above it',
  async (t) => {
    const shippedInParts = randomOrder.filter(
      ({ orderForm: { shipments, lineItems } }) => shipments.length === 2 && lineItems.length > 0,
    )
    fc.assert(
      fc.property(shippedInParts, fc.constantFrom('12', '21', '112', '212'), fc.boolean(), (sent, ids, isImmediate) => {
        const terms = { ...sampleTerms, currency: sent.billingCurrency as string }
        const exponent = currencyExponent(terms.currency)
        const authorized = withPayment(calculateTotals(sent, terms), { ...auth(0), id: 'a', amount: 1e9 })
        const start = isImmediate ? deliver(deliver(authorized, '1'), '2') : authorized
        const end = Array.from(ids).reduce((current, shipmentId) => {
          const moved = calculateTotals(deliver(current, shipmentId), { ...terms, previous: current })
          const due = capturesDue(moved, { shipmentId, exponent, now })
          return due.moves.reduce(
            (paid, { amount, effect }) =>
              withPayment(paid, {
                id: JSON.stringify(effect),
                transactionId: JSON.stringify(effect),
                amount,
                transactionType: 'Capture',
                status: 'Processed',
                shipmentId,
                internalReference: 'a',
              }),
            moved,
          )
        }, start)
        const captured = sumOfAmounts(
          end.orderForm.payments.filter(({ transactionType }) => transactionType === 'Capture').map(({ amount }) => amount),
        )
        // A rounding in the customer's favour can make the total of a very small order negative.
        if (captured !== Math.max(0, end.netTotal)) throw new Error(`captured ${captured} of ${end.netTotal}`)
      }),
      { numRuns: propertyRuns(200) },
    )
    t.pass()
  },
)

function deliver(current: Order, shipmentId: string): Order {
  const shipments = current.orderForm.shipments.map((shipment) =>
    shipment.shipmentId === shipmentId ? delivered(shipment, now) : shipment,
  )
  return withShipments(current, shipments)
}

function withPayment(current: Order, payment: Parameters<typeof newPayment>[0]): Order {
  const payments = [...current.orderForm.payments, newPayment(payment, { now, newId: () => 'unused' })]
  return { ...current, orderForm: { ...current.orderForm, payments } }
}
