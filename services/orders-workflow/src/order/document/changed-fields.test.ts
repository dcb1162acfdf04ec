import t from 'tap'
import { sampleOrder } from '../../testing/sample-order.ts'
import { changedFields, withFields } from './changed-fields.ts'

const order = sampleOrder({ lineItems: [{ code: 'A' }] }, { tags: ['a', 'b'] })

t.test('changed fields are the top-level fields with different content', async (t) => {
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

t.test('a change of version fields alone is no change', async (t) => {
  t.same(changedFields(order, { ...order, modified: '2030-01-01T00:00:00.000Z', modifiedBy: 'x', versionId: 'y' }), [])
})

t.test('the order of fields does not matter', async (t) => {
  t.same(
    changedFields(order, { ...order, orderForm: Object.fromEntries(Object.entries(order.orderForm).reverse()) as never }),
    [],
  )
})

t.test('an object that has the fields already is returned itself', async (t) => {
  const thing = { amount: 1, parts: [{ of: 'a' }], note: null as string | null }
  t.equal(withFields(thing, { amount: 1, parts: [{ of: 'a' }], note: null }), thing)
  t.strictSame(withFields(thing, { amount: 2 }), { ...thing, amount: 2 })
  t.strictSame(withFields(thing, { parts: [] }), { ...thing, parts: [] })
  t.equal(thing.amount, 1)
})
