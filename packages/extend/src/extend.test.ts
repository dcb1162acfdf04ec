import t from 'tap'
import { definePaymentConnector, defineShippingConnector } from './extend.ts'

const call = { idempotencyKey: 'key-1', signal: AbortSignal.timeout(60_000) }
const capture = {
  operation: 'capture',
  orderId: 'O-1',
  amount: 98.5,
  currency: 'NOK',
  paymentMethodName: 'Card',
  authorization: { transactionId: 'auth-1', authorizationCode: null },
  capture: null,
}

t.test('given a connector, when a request keeps to the protocol, then its function answers', async (t) => {
  const bank = definePaymentConnector({
    name: 'bank',
    capture: async ({ amount, authorization }, { idempotencyKey }) => ({
      status: 'done',
      transactionId: `${authorization.transactionId}/${amount}/${idempotencyKey}`,
    }),
    refund: async () => ({ status: 'unreachable' }),
  })
  t.match(bank, { kind: 'payment', name: 'bank', operations: ['capture', 'refund'] })
  t.strictSame(await bank.answer(capture, call), { status: 'done', transactionId: 'auth-1/98.5/key-1' })
  t.match(await bank.answer({ ...capture, addedLater: true }, call), { status: 'done' }, 'a protocol may grow')
  const refund = {
    ...capture,
    operation: 'refund',
    authorization: null,
    capture: { transactionId: 't', authorizationCode: null },
  }
  t.strictSame(await bank.answer(refund, call), { status: 'unreachable' })
})

t.test('given a request that violates the protocol, when it comes, then it is refused before anything happens', async (t) => {
  let calls = 0
  const bank = definePaymentConnector({
    name: 'bank',
    capture: async () => {
      calls += 1
      return { status: 'done', transactionId: 'one' }
    },
  })
  const wrong: unknown[] = [
    null,
    [],
    'capture',
    { ...capture, operation: 'constructor' },
    { ...capture, operation: 'refund' },
    { ...capture, amount: '98.5' },
    { ...capture, amount: -1 },
    { ...capture, amount: 0.00001 },
    { ...capture, currency: 'kr' },
    { ...capture, authorization: null },
  ]
  for (const request of wrong) t.match(await bank.answer(request, call), { status: 'refused' }, JSON.stringify(request))
  t.equal(calls, 0)
})

t.test('given a function that throws or answers otherwise, when it is called, then nobody knows what it did', async (t) => {
  const answers: (() => Promise<never>)[] = [
    () => Promise.reject(new Error('The line is broken.')),
    async () => ({ status: 'done' }) as never,
    async () => ({ status: 'done', transactionId: '' }) as never,
    async () => undefined as never,
  ]
  for (const answer of answers)
    t.match(await definePaymentConnector({ name: 'bank', capture: answer }).answer(capture, call), { status: 'unreachable' })
})

t.test('given a carrier, when a shipment is booked, then the answer has its number', async (t) => {
  const carrier = defineShippingConnector({
    name: 'carrier',
    book: async ({ shipmentId, address }) => ({ status: 'done', trackingNumber: `${shipmentId}-${address?.postalCode}` }),
  })
  const book = {
    operation: 'book',
    orderId: 'O-1',
    orderNumber: null,
    shipmentId: '1',
    storeId: null,
    warehouseCode: null,
    shippingMethodId: null,
    shippingMethodName: 'Home delivery',
    shippingMethodProductId: null,
    servicePointId: null,
    pickUpPointInformation: null,
    address: null,
    contactPerson: null,
    goodsDescription: null,
    packages: [],
    lineItems: [{ lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 2 }],
  }
  t.strictSame(await carrier.answer(book, call), { status: 'done', trackingNumber: '1-undefined' })
  t.match(await carrier.answer({ ...book, lineItems: null }, call), { status: 'refused' })
})
