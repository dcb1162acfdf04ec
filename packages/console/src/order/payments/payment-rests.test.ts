import type { Order } from '@open-oms/client/types'
import t from 'tap'
import { paymentRests } from './payment-rests.ts'

type Payment = { id: string; transactionType: string; amount: number; status?: string; from?: string; transactionId?: string }

function restsByPayment(...payments: Payment[]) {
  const all = payments.map(({ from = null, transactionId = null, ...payment }) => {
    return { status: 'Processed', paymentMethodName: 'Card', ...payment, transactionId, internalReference: from }
  })
  const rests = paymentRests({ orderForm: { payments: all } } as unknown as Order, 'NOK')
  return rests.map(({ id, authorised, captured, refunded, open }) => [id, authorised, captured, refunded, open])
}

t.test('given payments that name what they take from, when the rests are counted, then of each payment on its own', async (t) => {
  const rests = restsByPayment(
    { id: 'a', transactionType: 'Authorization', amount: 300 },
    { id: 'b', transactionType: 'Authorization', amount: 200.1 },
    { id: 'c', transactionType: 'Capture', amount: 150.05, from: 'b' },
    { id: 'd', transactionType: 'Void', amount: 100, from: 'a' },
    { id: 'e', transactionType: 'Credit', amount: 50, from: 'c' },
    { id: 'failed', transactionType: 'Capture', amount: 300, from: 'a', status: 'Failed' },
  )
  t.same(rests, [
    ['a', 200, 0, null, 200],
    ['b', 200.1, 150.05, null, 50.05],
    ['c', null, 150.05, 50, 100.05],
  ])
})

t.test(
  'given payments that name none, when the rests are counted, then from the first one that has something left',
  async (t) => {
    const rests = restsByPayment(
      { id: 'a', transactionType: 'Authorization', amount: 100, transactionId: 'one' },
      { id: 'b', transactionType: 'Authorization', amount: 100, transactionId: 'two' },
      { id: 'c', transactionType: 'Capture', amount: 120, transactionId: 'two' },
      { id: 'd', transactionType: 'Sale', amount: 40 },
      { id: 'e', transactionType: 'Credit', amount: 130 },
    )
    t.same(rests, [
      ['a', 100, 20, null, 80],
      ['b', 100, 100, null, 0],
      ['c', null, 120, 120, 0],
      ['d', null, 40, 10, 30],
    ])
    t.same(restsByPayment(), [])
  },
)
