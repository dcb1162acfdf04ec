import type { Order } from '@open-oms/client/types'
import t from 'tap'
import { pendingRefunds } from './pending-refunds.ts'

const order = { returnOrderForms: [{ returnId: '1' }, { returnId: '2' }] } as unknown as Order
const reason = { code: 'RefundPending', sentence: 'Not paid back.', actions: [{ body: { returnId: '2', status: 'Completed' } }] }
const about = (id: string) => ({ about: { kind: 'ReturnForm', id } })

t.test('given reasons of an order, when its pending refunds are read, then each has the status that pays it', async (t) => {
  const held = { ...reason, ...about('o'), code: 'HeldByPerson' }
  t.same(pendingRefunds(order, [held, { ...reason, ...about('2') }]), [
    { form: { returnId: '2' }, sentence: 'Not paid back.', status: 'Completed' },
  ])
  t.match(pendingRefunds(order, [{ ...reason, ...about('1'), actions: [] }]), [{ status: null }], 'no status pays back')
  t.same(pendingRefunds(order, [{ ...reason, ...about('gone') }]), [], 'the reasons are newer than the order')
})
