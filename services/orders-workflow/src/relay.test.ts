import { startOutboxRelay } from '@open-oms/service-kit/events/outbox-relay'
import { eventually, testEvents } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { orderBody, testOrders } from './testing/test-orders.ts'

t.test(
  'given events written while NATS is unreachable, when it is back, then every event is on the stream once and in sequence',
  async (t) => {
    const orders = await testOrders(t)
    const { server, nats } = await testEvents(t)
    const relay = startOutboxRelay({ databaseUrl: orders.database.url, nats, log: orders.deps.log })
    t.teardown(() => relay.stop())

    const create = async () => (await orders.send({ method: 'POST', url: '/api/Orders', body: orderBody() })).body.id as string
    const complete = (id: string) =>
      orders.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus`, body: { status: 'Completed' } })
    const before = await create()
    await complete(before)
    await server.stop()
    const during = await create()
    t.equal((await complete(during)).status, 200)
    await server.start()
    await eventually(
      async () => (await orders.database.query({ text: 'select from kit.outbox limit 1' })).length === 0,
      'the outbox is empty',
    )

    const { state } = await nats.manager.streams.info('ORDERS')
    const messages = await Promise.all(
      Array.from({ length: state.messages }, (_, index) =>
        nats.manager.streams.getMessage('ORDERS', { seq: state.first_seq + index }),
      ),
    )
    const envelopes = messages.map((message) => message.json<{ subject: string; sequence: number; source: string }>())
    for (const id of [before, during]) {
      const own = envelopes.filter((envelope) => envelope.subject === id)
      t.equal(own.length, 7)
      t.same(
        own.map((envelope) => envelope.sequence),
        own.map((_, index) => index + 1),
      )
      t.same(new Set(own.map((envelope) => envelope.source)), new Set(['/orders/order']))
    }
  },
)
