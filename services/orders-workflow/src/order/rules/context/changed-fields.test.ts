import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { changedFields, withFields } from './changed-fields.ts'

const order = sampleOrder({ lineItems: [{ code: 'A' }] }, { tags: ['a', 'b'] })

t.test('given two orders, when changed fields are read, then they are the top-level fields with different content', async (t) => {
  t.same(changedFields(order, order), [])
  t.same(changedFields(order, structuredClone(order)), [])
  const [line] = order.orderForm.lineItems
  t.same(
    changedFields(order, {
      ...order,
      status: 'X',
      tags: ['b', 'a'],
      orderForm: { ...order.orderForm, lineItems: [{ ...line, code: 'B' } as never] },
    }),
    ['status', 'orderForm', 'tags'].sort((a, b) => Object.keys(order).indexOf(a) - Object.keys(order).indexOf(b)),
  )
})

t.test('given other version fields only, when changed fields are read, then there are none', async (t) => {
  t.same(changedFields(order, { ...order, modified: '2030-01-01T00:00:00.000Z', modifiedBy: 'x', versionId: 'y' }), [])
})

t.test('given fields in another order, when changed fields are read, then there are none', async (t) => {
  t.same(
    changedFields(order, { ...order, orderForm: Object.fromEntries(Object.entries(order.orderForm).reverse()) as never }),
    [],
  )
})

t.test('given an object, when it gets the fields that it has, then the same object is returned', async (t) => {
  const thing = { amount: 1, parts: [{ of: 'a' }], note: null as string | null }
  t.equal(withFields(thing, { amount: 1, parts: [{ of: 'a' }], note: null }), thing)
  t.strictSame(withFields(thing, { amount: 2 }), { ...thing, amount: 2 })
  t.strictSame(withFields(thing, { parts: [] }), { ...thing, parts: [] })
  t.equal(thing.amount, 1)
})
