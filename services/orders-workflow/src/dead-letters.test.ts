import { durables } from '@open-oms/contracts/nats-users'
import t from 'tap'
import { testOrders } from './testing/test-orders.ts'

const url = '/api/DeadLetters/Orders'
const test = await testOrders(t)

t.test('given dead letters of the order service, when they are read, replayed and dropped, then by its own rights', async (t) => {
  for (const sequence of [1, 2])
    await test.database.query({
      text: `insert into kit.dead_letter (consumer, event_id, type, source, subject, sequence, envelope, tries, reason)
        values ($1, $2, 'catalog.product.updated.v1', '/catalog/product', 'CUP', $3, '{}', 8, 'Error: no')`,
      values: [durables.ordersProducts.name, `event-${sequence}`, sequence],
    })
  const { result, consumers } = (await test.send({ url })).body
  t.same(consumers, [{ consumer: 'orders-products', deadLetters: 2, waiting: 0 }])
  const [first, second] = result
  t.match((await test.send({ url: `${url}/${first.id}` })).body, { eventId: 'event-1', event: '{}' })
  t.equal((await test.send({ method: 'POST', url: `${url}/${first.id}/Drop` })).status, 200)
  t.equal((await test.send({ method: 'POST', url: `${url}/${second.id}/Replay` })).status, 200)
  t.same(await test.database.query({ text: 'select next_sequence from kit.event_position' }), [{ next_sequence: 2 }])
  t.same(await test.database.query({ text: 'select event_id from kit.parked_event' }), [{ event_id: 'event-2' }])
  t.equal((await test.send({ url, as: { storeIds: ['Oslo-01'] } })).status, 403)
})
