import t from 'tap'
import { type CandidateOrder, ordersOfLine } from './line-orders.ts'

const order = (id: string, paymentMethodName: string, invoiceId: string | null = null): CandidateOrder => ({
  id,
  orderNumber: id === 'unnumbered' ? null : `O-${id}`,
  orderForm: { payments: [{ paymentMethodName, invoiceId }] },
})
const orders = [order('1', 'Card'), order('2', 'Invoice', 'I-7'), order('3', 'Vipps'), order('unnumbered', 'Invoice')]
const orderIdsFor = (...[line]: [Parameters<typeof ordersOfLine>[0]]) => ordersOfLine(line, orders).map(({ id }) => id)

t.test('given a receivable, when its orders are asked for, then there is the one that it names', async (t) => {
  const line = { category: 'Receivable', invoiceNumber: null } as const
  t.same(orderIdsFor({ ...line, description: 'Accounts receivable, order O-2' }), ['2'])
  t.same(orderIdsFor({ ...line, description: 'Accounts receivable, order unnumbered' }), ['unnumbered'])
  t.same(orderIdsFor({ ...line, description: null, invoiceNumber: 'I-7' }), ['2'], 'by its invoice')
})

t.test('given a line of a payment method, when its orders are asked for, then they are those that were paid by it', async (t) => {
  const line = { invoiceNumber: null, description: 'Payments in transit, Card' }
  t.same(orderIdsFor({ ...line, category: 'PaymentMethod' }), ['1'])
  t.same(orderIdsFor({ ...line, category: 'PaymentProviderFee', description: 'Fees, Vipps' }), ['3'])
  t.same(
    orderIdsFor({ ...line, category: 'PaymentMethod', description: 'Cash' }).length,
    4,
    'a method that no order names narrows nothing',
  )
})

t.test('given a line of sales, when its orders are asked for, then it sums all of them', async (t) => {
  t.same(orderIdsFor({ category: 'Sales', invoiceNumber: null, description: 'Sales, VAT 25 %' }), ['1', '2', '3', 'unnumbered'])
})
