import fc from 'fast-check'
import t from 'tap'
import { randomOrder } from '../../../testing/orders/random-orders.ts'
import { type SampleForm, sampleOrder } from '../../../testing/sample-order.ts'
import { deriveInventoryStatus, toSearchRow } from './search-row.ts'

const stock = (...lines: NonNullable<SampleForm['lineItems']>) => {
  const kept = lines.map((line) => ({ updateStock: true, quantity: 2, ...line }))
  return deriveInventoryStatus(sampleOrder({ lineItems: kept }))
}

const by = { country: 'NO', fields: [] }

t.test('given lines with reservations, when the inventory status is read, then it depends on their open units', async (t) => {
  t.equal(stock(), 'InStock')
  t.equal(stock({}), 'NotInStock')
  t.equal(stock({ reservedInventoryQuantity: 1 }), 'PartiallyInStock')
  t.equal(stock({ reservedInventoryQuantity: 2 }), 'InStock')
  t.equal(stock({ reservedInventoryQuantity: 2 }, {}), 'PartiallyInStock')
  t.equal(stock({ reservedInventoryQuantity: 4 }, {}), 'PartiallyInStock', 'a reservation counts for its own line')
  t.equal(stock({ deliveredQuantity: 1, canceledQuantity: 1 }), 'InStock', 'nothing is open')
  t.equal(stock({ deliveredQuantity: 1, reservedInventoryQuantity: 1 }), 'InStock')
  t.equal(stock({ isVirtualProduct: true }, { updateStock: false }), 'InStock')
})

const authorization = {
  id: 'a',
  transactionType: 'Authorization',
  status: 'Processed',
  amount: 10,
  authorizationExpires: '2026-05-01T00:00:00.000Z',
} as const

t.test('given authorisations, when the expiry is read, then it is the first that is not fully captured or voided', async (t) => {
  const expires = (...payments: NonNullable<SampleForm['payments']>) =>
    toSearchRow(sampleOrder({ payments }), by).authorizationExpires
  const earlier = { ...authorization, id: 'b', authorizationExpires: '2026-04-01T00:00:00.000Z' }
  const capture = { transactionType: 'Capture', status: 'Processed', internalReference: 'b', amount: 10 } as const
  t.equal(expires(authorization), authorization.authorizationExpires)
  t.equal(expires(authorization, earlier), earlier.authorizationExpires)
  t.equal(expires(authorization, earlier, { ...capture, amount: 9.9999 }), earlier.authorizationExpires)
  t.equal(expires(authorization, earlier, capture), authorization.authorizationExpires)
  t.equal(expires({ ...authorization, status: 'Failed' }), null)
  const enormous = { ...authorization, amount: 999_999_999_999 }
  t.equal(expires(...Array.from({ length: 250 }, () => enormous)), authorization.authorizationExpires)
})

t.test('given payments, when the search row is made, then it has the times of the first and the last', async (t) => {
  const payments = [
    { created: '2026-03-03T00:00:00.000Z', paidDate: '2026-03-01T00:00:00.000Z' },
    { created: '2026-03-02T00:00:00.000Z' },
    {},
  ].map((payment) => ({ ...payment, amount: 1 }))
  const row = toSearchRow(sampleOrder({ payments }), by)
  t.equal(row.firstPayment, '2026-03-01T00:00:00.000Z')
  t.equal(row.lastPayment, '2026-03-02T00:00:00.000Z')
  t.same(
    row.payments.map(([, , time]) => time),
    ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z', null],
  )
  t.match(toSearchRow(sampleOrder({}), by), {
    firstPayment: null,
    lastPayment: null,
    authorizationExpires: null,
    payments: { length: 0 },
  })
})

t.test('given flags, lists and keys of an order, when the search row is made, then it has them sorted and cut', async (t) => {
  const row = toSearchRow(
    sampleOrder(
      {
        isPriority: true,
        cartId: 'c'.repeat(5000),
        shipments: [{ shippingMethodName: 'B' }, { shippingMethodName: 'A' }, { shippingMethodName: 'B' }, {}],
      },
      {
        status: 'Deleted',
        tags: ['b', 'a', 'b'],
        customerName: `KARI ${'x'.repeat(5000)}`,
        orderNumber: '',
        secretKey: '',
        errors: [{ status: 'Solved' }, { status: 'Deleted' }],
      },
    ),
    by,
  )
  t.match(row, { isDeleted: true, isUrgent: true, hasErrors: false, tags: ['a', 'b'], shippingMethods: ['A', 'B'] })
  t.match(row, { orderNumber: null, secretKey: null, customerNameKey: /^kari x/ })
  t.ok(Buffer.byteLength(row.customerNameKey ?? '') <= 1_800 && Buffer.byteLength(row.cartId ?? '') < 700)
  t.equal(toSearchRow(sampleOrder({}, { errors: [{ status: 'Solved' }, {}] }), by).hasErrors, true)
})

t.test('given any order, when the search row is made, then it has one', async (t) => {
  fc.assert(fc.property(randomOrder, (order) => toSearchRow(order, by).orderId === order.id))
  t.pass('it held')
})
