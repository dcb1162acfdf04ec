import type { Order } from '@open-oms/contracts/orders/order'
import t, { type Test } from 'tap'
import { patching } from '../../../testing/orders/patch-harness.ts'
import { sampleOrder } from '../../../testing/sample-order.ts'

const { patched, stored } = await patching()

const sale = {
  amount: 40,
  paymentMethodName: 'Card',
  transactionId: 'sale-1',
  transactionType: 'Sale',
  status: 'Processed',
} as const
const replace = { keepExistingListItems: false }
const pay = (from: Order, payments: object[], options: object = {}) => patched(from, { ...options, orderForm: { payments } })
const order = () => pay(stored(sampleOrder({ lineItems: [{ placedPrice: 100 }] })), [{ ...sale, id: 'p1', comment: 'by phone' }])
const refuses = (t: Test, work: () => unknown, path: string) =>
  t.throws(work, { code: 'ValidationFailed', details: { errors: { [path]: [String] } } } as never)

t.test('given a payment, when it is patched by id or by transaction id and type, then it is merged field by field', async (t) => {
  const before = order()
  const [known] = before.orderForm.payments
  const byId = pay(before, [{ id: 'p1', status: 'Pending', transactionId: 'other', created: '2020-01-01' }])
  t.match(byId.orderForm, { payments: [{ ...known, status: 'Pending', transactionId: 'other' }], capturedPaymentTotal: 0 })
  const byKey = pay(before, [
    { transactionId: 'sale-1', transactionType: 'sale', amount: 60, isManuallyAdded: false, id: 'other' },
  ])
  t.match(byKey.orderForm, { payments: [{ ...known, id: 'p1', amount: 60 }], capturedPaymentTotal: 60 })
  t.equal(pay(before, [{ id: 'p1' }, { transactionId: 'sale-1', transactionType: 'Sale', comment: 'by phone' }]), before)
})

t.test('given another payment, when it is sent twice, then it is added once with id and time', async (t) => {
  const sent = [
    { ...sale, transactionId: 'sale-2' },
    { ...sale, transactionType: 'Capture' },
    { ...sale, transactionId: '', amount: 5.005 },
  ]
  const after = pay(order(), sent)
  t.equal(after.orderForm.payments.length, 4)
  t.match(after.orderForm.payments.slice(1), [{ id: /given/, created: String }, { id: /given/ }, { id: /given/, amount: 5.01 }])
  t.equal(pay(after, sent), after)
})

t.test('given a new or merged payment, when it breaks the rules of payments, then it is refused', async (t) => {
  const at = 'orderForm.payments[0]'
  for (const field of Object.keys(sale).filter((name) => name !== 'transactionId'))
    refuses(t, () => pay(order(), [{ ...sale, transactionId: 'new', [field]: null }]), `${at}.${field}`)
  refuses(t, () => pay(order(), [{ ...sale, transactionId: null }]), `${at}.transactionId`)
  refuses(t, () => pay(order(), [{ ...sale, transactionId: 'new', amount: 0.001 }]), `${at}.amount`)
  refuses(t, () => pay(order(), [{ id: 'p1', amount: 0 }]), `${at}.amount`)
  refuses(t, () => pay(order(), [{ id: 'p1', paymentMethodName: '' }]), `${at}.paymentMethodName`)
  t.doesNotThrow(() => pay(order(), [{ ...sale, transactionId: 'v', transactionType: 'Void', amount: 0 }]))
})

t.test('given payments that replace all others, when they are known, then they keep id and creation time', async (t) => {
  const before = pay(order(), [{ ...sale, transactionId: 'sale-2' }])
  const sent = [
    { ...sale, amount: 50.005 },
    { ...sale, transactionId: '', amount: 1.005 },
  ]
  const after = pay(before, sent, replace)
  t.match(after.orderForm.payments, [
    { id: 'p1', created: before.orderForm.payments[0]?.created, amount: 50.01, comment: null },
    { id: /given/ },
  ])
  t.equal(after.orderForm.payments.length, 2)
  t.equal(pay(after, sent, replace), after)
  refuses(t, () => pay(before, [{ id: 'p1', amount: 5 }], replace), 'orderForm.payments[0].status')
  t.same(pay(before, [], replace).orderForm.payments, [])
})

t.test('given a currency in which a payment rounds to 0, when it is patched, then it is refused', async (t) => {
  const before = pay(order(), [{ ...sale, transactionId: 'small', amount: 0.4 }])
  refuses(t, () => patched(before, { billingCurrency: 'JPY' }), 'orderForm.payments[1].amount')
  t.equal(patched(order(), { billingCurrency: 'JPY' }).total, 100)
})
