import { randomUUID } from 'node:crypto'
import { startConsumers } from '@open-oms/service-kit/consumers/consume'
import { replayDeadLetters } from '@open-oms/service-kit/dead-letters/dead-letters'
import { dropDeadLetters } from '@open-oms/service-kit/dead-letters/drop-dead-letters'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { eventually, testEvents } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { createConsumers } from '../../consumers.ts'
import { aPayment } from '../../testing/accounting-fixture.ts'
import { accountingServer } from '../../testing/accounting-server.ts'
import { buildDay } from '../payments/build-day.ts'

const day = { storeId: 'Oslo-01', currencyCode: 'NOK', postingDate: '2026-01-15' }

/** The attributes that CloudEvents requires, and nothing else. */
function required(what: string, data: unknown, id: string = randomUUID()) {
  return { specversion: '1.0', id, source: '/my-erp', type: `erp.posting.${what}.v1`, data }
}

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
    createConsumers(server.deps),
  )
  t.teardown(() => running.stop())
  await server.record(aPayment())
  const postingId = await server.build('Oslo-01', '2026-01-15')
  const send = async (envelope: { type: string } & Record<string, unknown>) => {
    await nats.jetstream.publish(envelope.type, JSON.stringify(envelope))
  }
  const publish = async (what: string, data: unknown, id: string = randomUUID()) => {
    const type = `erp.posting.${what}.v1`
    const optional = { time: '2026-01-20T10:00:00.000Z', datacontenttype: 'application/json', dataschema: type }
    await send({ ...required(what, data, id), subject: postingId, ...optional })
  }
  const posting = async (id = postingId) => (await server.client.send({ url: `/api/Accounting/Postings/${id}` })).body
  const becomes = (status: string) => eventually(async () => (await posting()).status === status, `the posting is ${status}`)
  const deadLetters = () =>
    server.database.query<{ reason: string }>({ text: 'select type, reason from kit.dead_letter order by id' })
  const publishedEvents = async () => {
    const rows = await server.database.query<{ envelope: string }>({ text: 'select envelope from kit.outbox order by id' })
    return rows
      .map(({ envelope }) => JSON.parse(envelope))
      .filter(({ subject }) => subject === postingId)
      .map(({ type, sequence }) => `${sequence} ${type}`)
  }
  return { ...server, postingId, send, publish, posting, becomes, deadLetters, publishedEvents }
}

t.test(
  'given a posting, when it is exported and reconciled, then status and events say so and repeats change nothing',
  async (t) => {
    const { postingId, publish, posting, becomes, deadLetters, publishedEvents } = await setUp(t)
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
    t.same(await publishedEvents(), [
      '1 accounting.posting.posted.v1',
      '2 accounting.posting.exported.v1',
      '3 accounting.posting.reconciled.v1',
    ])
  },
)

t.test('given a rejected posting, when its payments change, then a new posting is built', async (t) => {
  const { postingId, publish, posting, becomes, record, deps, search, publishedEvents } = await setUp(t)
  await publish('rejected', { postingId, reason: 'period closed' })
  await becomes('Rejected')
  t.match(await posting(), { rejectionReason: 'period closed', externalReference: null })
  t.match(await buildDay(deps, day), { outcome: 'unchanged' })
  t.equal((await search('Postings', { status: 'Rejected' })).body.totalHits, 1)
  await record(aPayment({ orderId: 'late' }))
  const rebuilt = await buildDay(deps, day)
  t.match(rebuilt, { outcome: 'superseded' })
  t.match(await posting(), { status: 'Superseded', rejectionReason: 'period closed' })
  t.same(await publishedEvents(), [
    '1 accounting.posting.posted.v1',
    '2 accounting.posting.rejected.v1',
    '3 accounting.posting.superseded.v1',
  ])
})

t.test(
  'given a reconciliation that arrives before its export, when both are handled, then the posting is reconciled',
  async (t) => {
    // Retries as long as the export takes to arrive.
    const { postingId, publish, becomes, deadLetters } = await setUp(t, { triesMax: 100_000 })
    await publish('reconciled', { postingId })
    await publish('exported', { postingId, externalReference: 'V-1', exportedAt: '2026-01-20T09:00:00.000Z' })
    await becomes('Reconciled')
    t.same(await deadLetters(), [])
  },
)

// Regression: all events of a connector without the optional attributes of CloudEvents became dead
// letters.
t.test(
  'given an event with required attributes only, when it arrives, then the status changes; the rest may be absent or null',
  async (t) => {
    const { postingId, send, posting, becomes, deadLetters } = await setUp(t)
    const exported = { postingId, externalReference: 'V-1', exportedAt: '2026-01-20T09:00:00.000Z' }
    await send(required('exported', exported))
    await becomes('Exported')
    t.match(await posting(), { externalReference: 'V-1' })
    const unset = { subject: null, time: null, datacontenttype: null, dataschema: null, sequence: null }
    await send({ ...required('reconciled', { postingId }), ...unset })
    await becomes('Reconciled')
    t.same(await deadLetters(), [])
  },
)

t.test('given optional attributes in other forms, when events arrive, then they are read like any other', async (t) => {
  const { postingId, send, becomes, deadLetters } = await setUp(t)
  const exported = { postingId, externalReference: 'V-1', exportedAt: '2026-01-20T09:00:00.000Z' }
  const schema = 'https://erp.example/posting'
  await send({ ...required('exported', exported), datacontenttype: 'application/json; charset=utf-8', dataschema: schema })
  await becomes('Exported')
  // Without a subject there is no aggregate that the sequence belongs to.
  await send({ ...required('reconciled', { postingId }), time: '2026-01-20T11:00:00+01:00', sequence: 7 })
  await becomes('Reconciled')
  t.same(await deadLetters(), [])
})

t.test(
  'given an event without a required attribute, when it arrives, then it is a dead letter that names the attribute',
  async (t) => {
    const { postingId, send, posting, deadLetters } = await setUp(t)
    const before = await posting()
    const whole = () => ({ ...required('rejected', { postingId, reason: 'closed' }), subject: postingId })
    const names = ['specversion', 'id', 'source', 'data'] as const
    for (const name of names) await send({ ...whole(), [name]: undefined })
    await send({ ...whole(), subject: 5 })
    const letters = await eventually(async () => {
      const found = await deadLetters()
      return found.length === names.length + 1 && found
    }, 'all became dead letters')
    const expected = [...names, 'subject'].map((name) => new RegExp(`malformed at /${name}`))
    t.match(
      letters.map(({ reason }) => reason),
      expected,
    )
    t.same(await posting(), before)
  },
)

t.test('given a dead letter without a subject, when it is replayed or dropped, then it is handled again or gone', async (t) => {
  const { database, postingId, send, becomes, publish, deadLetters } = await setUp(t)
  await send(required('reconciled', { postingId }, 'early'))
  await send(required('reconciled', { postingId: '00000000-0000-7000-8000-999999999999' }, 'unknown'))
  await eventually(async () => (await deadLetters()).length === 2, 'neither can be done')
  await publish('exported', { postingId, externalReference: 'V-1', exportedAt: '2026-01-20T09:00:00.000Z' })
  await becomes('Exported')
  t.match(await database.inTransaction((tx) => dropDeadLetters(tx, { id: 'unknown' })), [{ subject: '', sequence: null }])
  t.equal((await replayDeadLetters(database, { id: 'early' })).length, 1)
  await becomes('Reconciled')
  t.same(await deadLetters(), [])
})

t.test('given a transition that is not allowed, when its event arrives, then it is a dead letter with its reason', async (t) => {
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

t.test('given an exported posting that was superseded, when it is reconciled, then it stays superseded', async (t) => {
  const { postingId, publish, becomes, record, deps, posting, deadLetters } = await setUp(t)
  await publish('exported', { postingId, externalReference: 'V-1', exportedAt: '2026-01-20T09:00:00.000Z' })
  await becomes('Exported')
  await record(aPayment({ orderId: 'late' }))
  await buildDay(deps, day)
  await publish('reconciled', { postingId })
  await eventually(async () => (await deadLetters()).length === 1, 'a superseded posting cannot be reconciled')
  t.match(await posting(), { status: 'Superseded', externalReference: 'V-1' })
})
