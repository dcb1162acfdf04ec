import t from 'tap'
import { matchesEventType, streamsOfPattern } from './event-patterns.ts'

t.test('given a pattern, when it is held against a type, then * is one part and > is the rest', async (t) => {
  const type = 'orders.order.created.v1'
  for (const pattern of [type, 'orders.>', '>', 'orders.*.created.v1', '*.*.*.v1', 'orders.order.created.>'])
    t.ok(matchesEventType(pattern, type), pattern)
  for (const pattern of ['', '*', 'orders', 'orders.*', 'orders.order.created.v1.>', 'orders.order.*', 'orders.ord>', 'Orders.>'])
    t.notOk(matchesEventType(pattern, type), pattern)
})

t.test('given a pattern, when its streams are asked for, then a pattern without events has none', async (t) => {
  t.same(streamsOfPattern('>'), ['ORDERS', 'CATALOG', 'ACCOUNTING', 'ERP'])
  t.same(streamsOfPattern('*.posting.rejected.v1'), ['ACCOUNTING', 'ERP'])
  t.same(streamsOfPattern('orders.order.deletd.v1'), [])
})
