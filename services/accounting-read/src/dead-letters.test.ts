import { durables } from '@open-oms/contracts/nats-users'
import t from 'tap'
import { accountingServer } from './testing/accounting-server.ts'

const url = '/api/DeadLetters/Accounting'

t.test('given dead letters of accounting, when they are read, replayed and dropped, then by its own rights', async (t) => {
  const { client, database } = await accountingServer(t)
  for (const sequence of [1, 2])
    await database.query({
      text: `insert into kit.dead_letter (consumer, event_id, type, source, subject, sequence, envelope, tries, reason)
        values ($1, $2, 'orders.payment.recorded.v1', '/orders/order', 'A-1', $3, '{}', 8, 'Error: no account')`,
      values: [durables.accountingPayments.name, `event-${sequence}`, sequence],
    })
  const { result, consumers } = (await client.send({ url })).body
  t.same(consumers, [{ consumer: 'accounting-payments', deadLetters: 2, waiting: 0 }])
  const [first, second] = result
  t.match((await client.send({ url: `${url}/${first.id}` })).body, { eventId: 'event-1', event: '{}' })
  t.equal((await client.send({ method: 'POST', url: `${url}/${first.id}/Drop` })).status, 200)
  t.equal((await client.send({ method: 'POST', url: `${url}/${second.id}/Replay` })).status, 200)
  t.same(await database.query({ text: 'select next_sequence from kit.event_position' }), [{ next_sequence: 2 }])
  t.same(await database.query({ text: 'select event_id from kit.parked_event' }), [{ event_id: 'event-2' }])
  const refused = [{ roles: ['AccountingRead'] }, { storeIds: ['Oslo-01'] }]
  for (const as of refused) t.equal((await client.send({ url, as })).status, 403, JSON.stringify(as))
})
