import { randomUUID } from 'node:crypto'
import { startConsumers } from '@oms/service-kit/events/consume'
import { createLogger } from '@oms/service-kit/observability/logger'
import { eventually, testEvents } from '@oms/service-kit/testing/test-events'
import t from 'tap'
import { consumersOf } from '../app.ts'
import { buildDay } from '../features/build-postings/build-day.ts'
import { aPayment } from '../testing/accounting-fixture.ts'
import { accountingServer } from '../testing/accounting-server.ts'

const day = { storeId: 'Oslo-01', currencyCode: 'NOK', postingDate: '2026-01-15' }

/** A posted day, and an ERP connector that publishes events about it. */
async function setUp(t: Parameters<typeof accountingServer>[0], { triesMax = 3 } = {}) {
  const server = await accountingServer(t)
  const { nats } = await testEvents(t)
  const log = createLogger({ service: 'test', level: 'silent' })
  const running = startConsumers(
    {
      database: server.database,
      databaseUrl: server.database.url,
      nats,
      log,
      retry: { triesMax, backoffMs: 200, backoffMaxMs: 200 },
    },
    consumersOf(server.deps),
  )
  t.teardown(() => running.stop())
  await server.record(aPayment())
  const postingId = await server.build('Oslo-01', '2026-01-15')
  const publish = async (what: string, data: unknown, id: string = randomUUID()) => {
    const type = `erp.posting.${what}.v1`
    const envelope = {
      specversion: '1.0',
      id,
      source: '/my-erp',
      type,
      subject: postingId,
      time: '2026-01-20T10:00:00.000Z',
      datacontenttype: 'application/json',
      dataschema: type,
      data,
    }
    await nats.jetstream.publish(type, JSON.stringify(envelope))
  }
  const posting = async (id = postingId) => (await server.client.send({ url: `/api/Accounting/Postings/${id}` })).body
  const becomes = (status: string) => eventually(async () => (await posting()).status === status, `the posting is ${status}`)
  const deadLetters = () =>
    server.database.query<{ reason: string }>({ text: 'select type, reason from kit.dead_letter order by id' })
  const toldOf = async () => {
    const rows = await server.database.query<{ envelope: string }>({ text: 'select envelope from kit.outbox order by id' })
    return rows
      .map(({ envelope }) => JSON.parse(envelope))
      .filter(({ subject }) => subject === postingId)
      .map(({ type, sequence }) => `${sequence} ${type}`)
  }
  return { ...server, postingId, publish, posting, becomes, deadLetters, toldOf }
}

t.test('exported, then reconciled: the posting says so, and events tell it; repeats change nothing', async (t) => {
  const { postingId, publish, posting, becomes, deadLetters, toldOf } = await setUp(t)
  const exported = { postingId, externalReference: 'V-4711', exportedAt: '2026-01-20T09:00:00.000Z' }
  const before = await posting()
  await publish('exported', exported, 'event-1')
  await becomes('Exported')
  t.match(await posting(), {
    externalReference: 'V-4711',
    exportedAt: '2026-01-20T09:00:00.000Z',
    postingHash: before.postingHash,
  })
  await publish('exported', exported, 'event-1')
  await publish('exported', { ...exported, exportedAt: '2026-01-20T09:30:00.000Z' })
  await publish('reconciled', { postingId })
  await becomes('Reconciled')
  await publish('exported', exported)
  await publish('reconciled', { postingId })
  // The last to be handled, after the repeats.
  await publish('rejected', { postingId, reason: 'too late' })
  const letters = await eventually(async () => {
    const found = await deadLetters()
    return found.length === 1 && found
  }, 'a reconciled posting cannot be rejected')
  t.match(letters, [{ type: 'erp.posting.rejected.v1', reason: /is Reconciled as "V-4711"; it cannot become Rejected/ }])
  t.match(await posting(), { status: 'Reconciled', exportedAt: '2026-01-20T09:00:00.000Z', rejectionReason: null })
  t.same(await toldOf(), [
    '1 accounting.posting.posted.v1',
    '2 accounting.posting.exported.v1',
    '3 accounting.posting.reconciled.v1',
  ])
})

t.test('rejected, then built anew when its payments have changed', async (t) => {
  const { postingId, publish, posting, becomes, record, deps, search, toldOf } = await setUp(t)
  await publish('rejected', { postingId, reason: 'period closed' })
  await becomes('Rejected')
  t.match(await posting(), { rejectionReason: 'period closed', externalReference: null })
  t.match(await buildDay(deps, day), { outcome: 'unchanged' })
  t.equal((await search('Postings', { status: 'Rejected' })).body.totalHits, 1)
  await record(aPayment({ orderId: 'late' }))
  const rebuilt = await buildDay(deps, day)
  t.match(rebuilt, { outcome: 'superseded' })
  t.match(await posting(), { status: 'Superseded', rejectionReason: 'period closed' })
  t.same(await toldOf(), [
    '1 accounting.posting.posted.v1',
    '2 accounting.posting.rejected.v1',
    '3 accounting.posting.superseded.v1',
  ])
})

t.test('an export that is told before the reconciliation that overtook it: both arrive', async (t) => {
  // However long the export takes to come.
  const { postingId, publish, becomes, deadLetters } = await setUp(t, { triesMax: 100_000 })
  await publish('reconciled', { postingId })
  await publish('exported', { postingId, externalReference: 'V-1', exportedAt: '2026-01-20T09:00:00.000Z' })
  await becomes('Reconciled')
  t.same(await deadLetters(), [])
})

t.test('what cannot be is a dead letter with its reason, and nothing changes', async (t) => {
  const { postingId, publish, posting, deadLetters } = await setUp(t)
  const exported = { postingId, externalReference: 'V-1', exportedAt: '2026-01-20T09:00:00.000Z' }
  const before = await posting()
  await publish('exported', { ...exported, postingId: '00000000-0000-7000-8000-999999999999' })
  await publish('reconciled', { postingId })
  await publish('exported', { ...exported, externalReference: '' })
  await publish('exported', { ...exported, exportedAt: 'yesterday' })
  await publish('exported', { ...exported, postingId: 'x' })
  await publish('rejected', { postingId })
  const letters = await eventually(async () => {
    const found = await deadLetters()
    return found.length === 6 && found
  }, 'all became dead letters')
  const reasons = letters.map(({ reason }) => reason).sort()
  t.match(reasons, [
    /is Posted; it cannot become Reconciled/,
    /There is no posting "00000000/,
    /breaks the contract at \/exportedAt/,
    /breaks the contract at \/externalReference/,
    /breaks the contract at \/postingId/,
    /breaks the contract at \/reason/,
  ])
  t.same(await posting(), before)
})

t.test('a posting that was exported and then superseded stays so', async (t) => {
  const { postingId, publish, becomes, record, deps, posting, deadLetters } = await setUp(t)
  await publish('exported', { postingId, externalReference: 'V-1', exportedAt: '2026-01-20T09:00:00.000Z' })
  await becomes('Exported')
  await record(aPayment({ orderId: 'late' }))
  await buildDay(deps, day)
  await publish('reconciled', { postingId })
  await eventually(async () => (await deadLetters()).length === 1, 'a superseded posting cannot be reconciled')
  t.match(await posting(), { status: 'Superseded', externalReference: 'V-1' })
})
