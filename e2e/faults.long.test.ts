// Shared process: a started system.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'
import { eventually, queryRows, type SystemUnderTest } from './system-under-test.ts'

const arrived = ({ system }: SystemUnderTest, ids: readonly string[]) =>
  queryRows<{ order_id: string; count: number }>(
    system.databaseUrls['accounting-read'],
    'select order_id, count(*)::int as count from payment_transaction where order_id = any($1) group by order_id',
    [ids],
  )

async function allArriveOnce(t: Test, under: SystemUnderTest, ids: readonly string[]): Promise<void> {
  const rows = await eventually(
    () => arrived(under, ids),
    (found) => found.length === ids.length,
  )
  t.ok(
    rows.every((row) => row.count === 1),
    'each payment is booked once',
  )
}

async function createOrders({ client }: SystemUnderTest, prefix: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
  for (const id of ids) await client.call('POST', '/api/Orders', { body: paidOrder(id) })
  return ids
}

/** How many events the reader has given up, permanently or until another one arrives. */
async function unhandled({ system }: SystemUnderTest) {
  const [left] = await queryRows<{ parked: number; dead: number }>(
    system.databaseUrls['accounting-read'],
    'select (select count(*)::int from kit.parked_event) as parked, (select count(*)::int from kit.dead_letter) as dead',
  )
  return left
}

t.test('given a running system, when its parts fail, then nothing is lost and nothing happens twice', async (t) => {
  const under = await sharedSystem()
  const { system, client } = under
  const { nats, postgres } = system.servers
  const orders = system.services['orders-workflow']
  const accounting = system.services['accounting-read']
  // What earlier stories did has been handled, but for what they gave up on purpose.
  const before = await eventually(
    () => unhandled(under),
    (found) => found?.parked === 0,
  )
  if (nats === null || postgres === null) throw new Error('The story needs servers of its own.')

  await t.test(
    'given NATS is unreachable, when orders are created and NATS returns, then all their events arrive once',
    async (t) => {
      await nats.stop()
      const ids = await createOrders(under, 'fault-nats-down', 10)
      t.equal((await arrived(under, ids)).length, 0)
      await nats.start()
      await allArriveOnce(t, under, ids)
    },
  )

  await t.test('given unpublished events, when orders-workflow is killed and restarted, then they are published', async (t) => {
    await nats.stop()
    const ids = await createOrders(under, 'fault-killed-service', 5)
    orders.kill()
    await nats.start()
    await allArriveOnce(t, under, ids)
    const { body } = await eventually(
      () => client.call('GET', `/api/Orders/${ids[0]}`),
      ({ status }) => status === 200,
    )
    t.match(body, { id: ids[0], remainingPayment: 0 })
  })

  await t.test('given events in progress, when accounting-read is killed, then each event has its effect once', async (t) => {
    const written = createOrders(under, 'fault-killed-reader', 30)
    await eventually(
      () =>
        queryRows<{ count: number }>(
          system.databaseUrls['accounting-read'],
          "select count(*)::int as count from payment_transaction where order_id like 'fault-killed-reader-%'",
        ),
      ([row]) => (row?.count ?? 0) > 5,
    )
    accounting.kill()
    await allArriveOnce(t, under, await written)
  })

  await t.test('given running services, when Postgres is restarted, then they recover without a restart', async (t) => {
    const pids = Object.values(system.services).map((service) => service.pid)
    await postgres.stop()
    const { status, body } = await client.call('POST', '/api/Orders', { body: paidOrder('fault-while-down'), also: [503] })
    t.equal(status, 503)
    t.match(body, { error: 'Unavailable' })
    await postgres.start()
    await eventually(
      () => client.call('POST', '/api/Orders', { body: paidOrder('fault-after-restart'), also: [409, 503] }),
      // A conflict when the response to the first try was lost.
      ({ status }) => status === 201 || status === 409,
    )
    await allArriveOnce(t, under, ['fault-after-restart'])
    t.same(
      Object.values(system.services).map((service) => service.pid),
      pids,
      'no service was restarted',
    )
  })

  await t.test('given published events, when NATS comes back empty, then its streams are filled again once', async (t) => {
    await nats.stop()
    await rm(join(under.dataDir, 'nats', 'streams'), { recursive: true })
    const ids = await createOrders(under, 'fault-nats-empty', 5)
    await nats.start()
    await allArriveOnce(t, under, ids)
    const [stream] = await eventually(
      () =>
        queryRows<{ waiting: number; first: number; last: number; count: number }>(
          system.databaseUrls['orders-workflow'],
          `select (select count(*)::int from kit.outbox) as waiting, count(*)::int as count,
            min(sequence)::int as first, max(sequence)::int as last from kit.published_event`,
        ),
      ([row]) => row?.waiting === 0,
    )
    t.ok((stream?.count ?? 0) > ids.length)
    t.same(stream, { waiting: 0, first: 1, last: stream?.count, count: stream?.count })
    const twice = "select order_id from payment_transaction where order_id like 'fault-%' group by order_id having count(*) > 1"
    t.same(await queryRows(system.databaseUrls['accounting-read'], twice), [])
  })

  await t.test('given all faults, when the events of the reader are looked at, then none is parked or dead', async (t) => {
    t.same(await unhandled(under), before)
  })
})
