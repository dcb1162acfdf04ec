import type { Payment } from '@open-oms/contracts/orders/payment'
import t from 'tap'
import { newPayment, type PaymentInput } from './new-payments.ts'
import { mergePayments as merge, replacePayments } from './order-payments.ts'

const now = '2026-03-02T12:00:00.000Z'

function sent(rest: PaymentInput = {}, context = { now, newId: () => 'new' }): Payment {
  const card = {
    amount: 100,
    paymentMethodName: 'Card',
    transactionId: 'tx-1',
    transactionType: 'Authorization',
    status: 'Processed',
  } as const
  return newPayment({ ...card, ...rest }, context)
}

const later = { now: '2026-03-03T12:00:00.000Z', newId: () => 'later' }
const input = (rest: PaymentInput = {}): PaymentInput => ({
  amount: 100,
  paymentMethodName: 'Card',
  transactionId: 'tx-1',
  transactionType: 'Authorization',
  status: 'Processed',
  ...rest,
})
const mergePayments = (existing: readonly Payment[], sent: readonly Payment[]) =>
  merge(existing, sent as PaymentInput[], { now, newId: () => 'new' })
const stored = [sent({ id: 'p1', invoiceId: 'I-1', isManuallyAdded: true, properties: [{ key: 'KidNumber', value: '7' }] })]
const paymentKeys = (payments: readonly Payment[]) => payments.map(({ id, transactionId, amount }) => [id, transactionId, amount])

t.test('given stored payments, when a new one is merged, then it is added at the end', async (t) => {
  const payments = mergePayments(stored, [sent({ transactionId: 'tx-2' })])
  t.strictSame(paymentKeys(payments), [
    ['p1', 'tx-1', 100],
    ['new', 'tx-2', 100],
  ])
  t.equal(payments[0], stored[0])
  t.equal(mergePayments(stored, [sent({ transactionType: 'Capture' })]).length, 2)
})

t.test('given a known payment, when it is merged by id or by transaction id and type, then it is updated', async (t) => {
  for (const key of [{ id: 'p1', transactionId: 'other' }, { id: 'unknown' }, {}]) {
    const later = { now: '2026-03-03T12:00:00.000Z', newId: () => 'later' }
    const payments = mergePayments(stored, [sent({ status: 'Paid', amount: 90, ...key }, later)])
    t.equal(payments.length, 1)
    t.match(payments[0], { id: 'p1', created: now, status: 'Paid', amount: 90 })
  }
})

t.test('given a known payment, when an update leaves fields out, then they stay', async (t) => {
  const [payment] = mergePayments(stored, [sent({ comment: 'settled' })])
  t.match(payment, {
    comment: 'settled',
    invoiceId: 'I-1',
    isManuallyAdded: true,
    properties: [{ key: 'KidNumber', value: '7' }],
  })
  t.strictSame(mergePayments(stored, stored), stored)
})

t.test('given a Void, when its amount becomes 0, then it is accepted', async (t) => {
  const voided = [sent({ transactionType: 'Void', amount: 10 })]
  t.strictSame(paymentKeys(mergePayments(voided, [sent({ transactionType: 'Void', amount: 0 })])), [['new', 'tx-1', 0]])
})

t.test('given payments without transaction id, when they are merged, then they are different payments', async (t) => {
  const without = (id: string) => sent({ id, transactionId: '' })
  t.equal(mergePayments([without('a')], [without('b')]).length, 2)
})

t.test('given a payment that is sent twice, when it is merged, then it is added once', async (t) => {
  const twice = [input(), input({ amount: 70 })]
  t.strictSame(paymentKeys(merge([], twice, { now, newId: () => 'new' })), [['new', 'tx-1', 70]])
  t.strictSame(paymentKeys(merge([], [input({ id: 'a' }), input({ amount: 70 })], later)), [['a', 'tx-1', 70]])
})

// A provider may give every capture of an order the transaction id of the order.
t.test('given payments with one transaction id and different ids, when they are merged, then they stay separate', async (t) => {
  const two = [input({ id: 'a', amount: 30 }), input({ id: 'b', amount: 20 })]
  const both = [
    ['a', 'tx-1', 30],
    ['b', 'tx-1', 20],
  ]
  const known = merge([], two, later)
  t.strictSame(paymentKeys(known), both)
  t.strictSame(paymentKeys(replacePayments([], two, later)), both)
  t.strictSame(replacePayments(known, two, later), known)
  const nameless = two.map(({ id: _, ...rest }) => rest)
  t.strictSame(paymentKeys(replacePayments(known, nameless, later)), both)
  t.strictSame(paymentKeys(merge(known, nameless, later)), both)
  t.strictSame(paymentKeys(merge(known, [input({ amount: 31 }), input({ id: 'a', amount: 32 })], later)), [
    ['a', 'tx-1', 32],
    ['b', 'tx-1', 31],
  ])
  t.strictSame(paymentKeys(replacePayments(known, [input({ amount: 21 }), input({ id: 'a', amount: 30 })], later)), [
    ['b', 'tx-1', 21],
    ['a', 'tx-1', 30],
  ])
  t.strictSame(
    paymentKeys(
      merge(known, [input({ id: 'x', amount: 1 }), input({ id: 'y', amount: 2 }), input({ id: 'z', amount: 3 })], later),
    ),
    [
      ['a', 'tx-1', 1],
      ['b', 'tx-1', 2],
      ['z', 'tx-1', 3],
    ],
  )
})

t.test('given stored payments, when they are replaced, then exactly the sent ones are left', async (t) => {
  t.strictSame(paymentKeys(replacePayments(stored, [input({ transactionId: 'tx-2' })], later)), [['later', 'tx-2', 100]])
  t.strictSame(replacePayments(stored, [], later), [])
  t.match(replacePayments(stored, [input()], later), [{ invoiceId: null, isManuallyAdded: false, properties: { length: 0 } }])
})

t.test('given a known payment, when it is replaced, then it has the sent or its own id and its creation time', async (t) => {
  t.match(replacePayments(stored, [input({ id: 'mine' })], later), [{ id: 'mine', created: now }])
  t.match(replacePayments(stored, [input({ id: 'p1', transactionId: 'tx-9' })], later), [{ id: 'p1', created: now }])
  t.match(replacePayments(stored, [input({ amount: 5 })], later), [{ id: 'p1', created: now, amount: 5 }])
  const created = '2020-01-01T00:00:00.000Z'
  t.match(replacePayments(stored, [input({ created })], later), [{ id: 'p1', created }])
})

t.test('given payments without transaction id, when they are replaced, then each matches one of the same content', async (t) => {
  const cash = { transactionId: '', paymentMethodName: 'Cash' } as const
  const known = [sent({ ...cash, id: 'a' }), sent({ ...cash, id: 'b' }), sent({ ...cash, id: 'c', amount: 7 })]
  const all = replacePayments(known, [input(cash), input(cash), input({ ...cash, amount: 8 })], later)
  t.strictSame(paymentKeys(all), [
    ['a', '', 100],
    ['b', '', 100],
    ['later', '', 8],
  ])
})

t.test('given a payment sent twice, when payments are replaced, then the later one is stored', async (t) => {
  t.strictSame(paymentKeys(replacePayments([], [input({ id: 'a' }), input({ amount: 70 })], later)), [['a', 'tx-1', 70]])
  const twice = [input({ id: 'a' }), input({ id: 'a', transactionId: 'tx-2' })]
  t.strictSame(paymentKeys(replacePayments([], twice, later)), [['a', 'tx-2', 100]])
})
