import { DomainError } from '@open-oms/contracts/errors'
import { joinTransaction } from '@open-oms/service-kit/database/transaction'
import { parseIfMatch } from '@open-oms/service-kit/http/etag'
import t from 'tap'
import type { WriteDeps } from '../../../order/write/write-context.ts'
import { writeOrders } from '../../../order/write/write-orders.ts'
import { editDirectly, insertDirectly, simpleOrder, writer } from '../../../testing/orders/direct-writes.ts'
import { searchTableFaults } from '../../../testing/orders/search-tables.ts'
import { outboxEnvelopes, testOrders } from '../../../testing/test-orders.ts'
import { added, orderEvent } from '../../../testing/webhooks/test-webhooks.ts'
import { purgeOrder } from './purge-order.ts'

const test = await testOrders(t)
const { deps, database } = test

const create = (id: string, fields = {}, over: WriteDeps = deps) => insertDirectly(over, simpleOrder(id, fields))
const rename = (orderId: string, customerName: string) => editDirectly(deps, orderId, (order) => ({ ...order, customerName }))
const purge = (orderId: string, more = {}) => purgeOrder(deps, { orderId, write: { ...writer, ...more } })

const publishedEvents = async (id: string) =>
  (await outboxEnvelopes(test, id)).map(({ type, sequence }) => `${sequence} ${type.split('.')[2]}`)

t.test(
  'given an order, when it is purged, then its rows are removed, the purge is published and the counts decrease',
  async (t) => {
    const { versionId } = await create('p-1', { tags: ['vip'], secretKey: 'secret' })
    const renamed = await rename('p-1', 'Kari')
    await database.query({
      text: `insert into message (id, order_id, kind, connector, content, state, created) values ($1, 'p-1', 'email', 'smtp', '{}', 'Waiting', now())`,
      values: [deps.newId()],
    })
    await purge('p-1')
    for (const table of ['order_version', 'order_search', 'order_term', 'workflow_run', 'message'])
      t.same(await database.query({ text: `select from ${table} where order_id = 'p-1'` }), [], table)
    t.equal((await test.send({ url: '/api/Orders/p-1' })).status, 404)
    t.same(await database.query({ text: 'select state from message' }), [{ state: 'Waiting' }], 'pending messages are sent')
    t.same(await publishedEvents('p-1'), ['1 created', '2 updated', '3 purged'])
    const [, , event] = await outboxEnvelopes(test, 'p-1')
    t.match(event.data, { orderId: 'p-1', status: 'New', previousStatus: null, versionId: renamed.versionId, operation: 'Test' })
    const changes = await database.query({ text: 'select kind, version_id from order_change_pending order by id' })
    t.same(changes, [
      { kind: 'created', version_id: versionId },
      { kind: 'updated', version_id: renamed.versionId },
      { kind: 'purged', version_id: renamed.versionId },
    ])
    t.same(await searchTableFaults(database), [])
    await t.rejects(purge('p-1'), { code: 'NotFound' })
  },
)

// Its timeline showed messages of the order that had the id before.
t.test('given webhook deliveries of a purged order, when more are added, then they belong to no order', async (t) => {
  const deliveries = () => database.query({ text: `select envelope from webhook_delivery where order_id = 'sent' order by id` })
  const sequences = async () => (await deliveries()).map(({ envelope }) => JSON.parse(envelope as string).sequence)
  await create('sent')
  await added(database, [orderEvent('sent', 1)])
  t.same(await sequences(), [1])
  await purge('sent')
  await added(database, [orderEvent('sent', 2)])
  t.same(await sequences(), [])
  await create('sent')
  await added(database, [orderEvent('sent', 3)])
  t.same(await sequences(), [3])
  t.equal((await database.query({ text: 'select from webhook_delivery' })).length, 3, 'all are sent')
})

t.test('given a purged id, when an order uses it again, then its event sequence continues without a gap', async (t) => {
  await create('again')
  await purge('again')
  const { versionNumber } = await create('again', { tags: ['second life'] })
  t.equal(versionNumber, 1)
  await rename('again', 'Ola')
  await t.rejects(create('again'), { code: 'OrderIdExists' })
  await purge('again')
  const row = { orderId: 'again', kind: 'create' as const, create: () => ({ order: simpleOrder('again') }) }
  const other = { orderId: 'never before', kind: 'create' as const, create: () => ({ order: simpleOrder('never before') }) }
  await writeOrders({ deps, write: writer }, [row, other])
  t.same(await publishedEvents('again'), ['1 created', '2 purged', '3 created', '4 updated', '5 purged', '6 created'])
  t.same(await publishedEvents('never before'), ['1 created'])
  t.same(await searchTableFaults(database), [])
})

t.test(
  'given a creation that waits for the purge of the same id, when the purge commits, then the event sequence continues',
  async (t) => {
    await create('waiting')
    const isDeleted = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const slow: typeof deps = {
      ...deps,
      inTransaction: (work) =>
        deps.inTransaction((tx) =>
          work({
            ...joinTransaction(tx),
            async query<Row>(statement: Parameters<typeof tx.query>[0]) {
              const rows = await tx.query<Row>(statement)
              if (statement.name !== 'order-purge') return rows
              isDeleted.resolve()
              await mayCommit.promise
              return rows
            },
          }),
        ),
    }
    const purging = purgeOrder(slow, { orderId: 'waiting', write: writer })
    await isDeleted.promise
    const creating = create('waiting')
    const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    while ((await database.query({ text: isWaiting })).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    mayCommit.resolve()
    await Promise.all([purging, creating])
    t.same(await publishedEvents('waiting'), ['1 created', '2 purged', '3 created'])
  },
)

t.test('given concurrent creations and purges of one id, when all have ended, then its event sequence has no gap', async (t) => {
  const expected = new Set(['OrderIdExists', 'NotFound', 'ResourceLocked'])
  const orNot = (work: Promise<unknown>) =>
    work.catch((error) => {
      if (!(error instanceof DomainError) || !expected.has(error.code)) throw error
    })
  let isCreating = true
  const creations = Array.from({ length: 3 }, async () => {
    for (let turn = 0; turn < 60; turn++) await orNot(create('busy'))
  })
  const purges = creations.map(async () => {
    while (isCreating) await orNot(purge('busy'))
  })
  await Promise.all(creations).finally(() => {
    isCreating = false
  })
  await Promise.all(purges)
  const sequences = (await outboxEnvelopes(test, 'busy')).map(({ sequence }) => sequence)
  t.ok(sequences.length > 4)
  t.same(
    sequences,
    sequences.map((_, index) => index + 1),
  )
  t.same(await searchTableFaults(database), [])
})

t.test('given a scope, version or read-only order, when it is purged, then they are respected', async (t) => {
  const { versionId } = await create('kept')
  const requireScope = () => {
    throw new DomainError('Forbidden', 'no')
  }
  await t.rejects(purge('kept', { requireScope }), { code: 'Forbidden' })
  await t.rejects(purge('kept', { precondition: parseIfMatch('"00000000-0000-4000-8000-000000000000"') }), {
    code: 'VersionConflict',
  })
  await create('read-only', { isReadOnly: true })
  await t.rejects(purge('read-only'), { code: 'OrderIsReadOnly' })
  t.equal((await test.send({ url: '/api/Orders/kept' })).status, 200)
  t.same(await publishedEvents('kept'), ['1 created'])
  await purge('kept', { precondition: parseIfMatch(`"${versionId}"`) })
  t.equal((await test.send({ url: '/api/Orders/kept' })).status, 404)
})

t.test('given a running call to the outside, when its order is purged, then it is refused until the call ends', async (t) => {
  await create('calling')
  await database.query({
    text: `with run as (
        insert into workflow_run (id, order_id, status, state, started, plan, fencing_token)
        values ($1, 'calling', 'New', 'Running', now(), '[]', 1) returning id
      )
      insert into workflow_step_attempt (run_id, step_id, attempt, order_id, action_type, started, open_for)
      select id, 's', 1, 'calling', 'CapturePayments', now(), 'calling' from run`,
    values: [deps.newId()],
  })
  await t.rejects(purge('calling'), { code: 'ResourceLocked' })
  await database.query({ text: `update workflow_step_attempt set open_for = null` })
  await purge('calling')
  t.same(await publishedEvents('calling'), ['1 created', '2 purged'])
})
