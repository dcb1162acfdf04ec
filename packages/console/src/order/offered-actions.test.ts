import type { Order } from '@open-oms/client/types'
import t from 'tap'
import { hasReturnToRefund } from './offered-actions.ts'

const order = { isReadOnly: false, status: 'Completed', returnOrderForms: [{ returnId: '1' }] } as unknown as Order
const pending = { code: 'RefundPending', about: { kind: 'ReturnForm', id: '1' }, sentence: 'Not paid back.', actions: [] }

t.test('given an order with a return, when the API names it as not paid back, then a refund is offered', async (t) => {
  t.ok(hasReturnToRefund(order, [pending]))
  t.notOk(hasReturnToRefund({ ...order, isReadOnly: true }, [pending]))
})

// After a return was undone, the menu went on to offer its refund.
t.test('given an order with a return, when the API names no refund, then none is offered', async (t) => {
  t.notOk(hasReturnToRefund(order, []), 'of a cancelled return')
  t.notOk(hasReturnToRefund(order, [{ ...pending, code: 'HeldByPerson' }]))
})
