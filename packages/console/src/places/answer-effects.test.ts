import type { Order } from '@open-oms/client/types'
import t from 'tap'
import { answerEffects } from './answer-effects.ts'

const line = (properties: object[]) => ({ lineItemId: '1', displayName: 'Cup', properties })
const order = (given: object) => ({
  ...{ status: 'New', tags: ['a'], holds: [{ id: 'h1' }], properties: [{ key: 'x', value: '1' }] },
  orderForm: { lineItems: [line([])], shipments: [{ shipmentId: '1', warehouseCode: 'Central' }] },
  ...given,
})

t.test(
  'given an order before and after an answer, when they are compared, then only what the answer changes is named',
  async (t) => {
    const before = order({}) as never as Order
    t.same(answerEffects(before, structuredClone(before)), [])
    const after = order({
      ...{ status: 'OnHold', tags: ['a', 'b'], holds: [{ id: 'h1' }, { id: 'h2', reasonCode: 'review', note: null }] },
      properties: [
        { key: 'x', value: '2' },
        { key: 'y', value: null },
      ],
      orderForm: {
        lineItems: [line([{ key: 'Gift', value: 'yes' }])],
        shipments: [{ shipmentId: '1', warehouseCode: 'Harbour' }],
      },
    })
    t.same(answerEffects(before, after as never), [
      { kind: 'status', status: 'OnHold' },
      { kind: 'hold', reasonCode: 'review', note: null },
      { kind: 'tags', tags: ['b'] },
      { kind: 'warehouse', warehouse: 'Harbour' },
      { kind: 'property', key: 'x', value: '2', line: null },
      { kind: 'property', key: 'y', value: '', line: null },
      { kind: 'property', key: 'Gift', value: 'yes', line: 'Cup' },
    ])
  },
)
