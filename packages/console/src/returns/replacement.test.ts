import type { Order } from '@open-oms/client/types'
import t from 'tap'
import { hasReplaceableUnits, replaceableUnits } from '../order/offered-actions.ts'
import { toReplacementRequest } from './replacement.ts'

type Line = Order['orderForm']['lineItems'][number]
const line = (changes: Partial<Line>) => ({ quantity: 3, canceledQuantity: 1, replacedQuantity: null, ...changes }) as Line
const order = (changes: Partial<Order>, ...lineItems: Line[]) =>
  ({ isReadOnly: false, status: 'Shipped', fulfilmentStatus: 'Fulfilled', orderForm: { lineItems }, ...changes }) as Order

t.test('given a line, when units are sent again, then those that are cancelled or replaced are not', async (t) => {
  t.equal(replaceableUnits(line({})), 2)
  t.equal(replaceableUnits(line({ replacedQuantity: 2 })), 0)
  t.equal(replaceableUnits(line({ quantity: 2.5, canceledQuantity: 0 })), 2, 'the API takes whole units')
})

t.test('given an order, when nothing has left or it takes no writes, then nothing is sent again', async (t) => {
  t.ok(hasReplaceableUnits(order({}, line({}))))
  t.notOk(hasReplaceableUnits(order({ fulfilmentStatus: 'Unfulfilled' }, line({}))))
  t.notOk(hasReplaceableUnits(order({ isReadOnly: true }, line({}))))
  t.notOk(hasReplaceableUnits(order({}, line({ replacedQuantity: 2 }))))
})

t.test('given what is sent again, when it is asked for, then only reasons that say something go along', async (t) => {
  const lines = [
    { lineItemId: '1', units: 1, reason: ' Damaged ' },
    { lineItemId: '2', units: 2, reason: '' },
  ]
  t.same(toReplacementRequest('A', lines, ' '), {
    orderId: 'A',
    orderLineReplacements: [
      { lineItemId: '1', quantity: 1, replacementReason: 'Damaged' },
      { lineItemId: '2', quantity: 2 },
    ],
  })
})
