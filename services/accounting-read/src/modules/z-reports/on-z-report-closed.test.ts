import { startConsumers } from '@open-oms/service-kit/consumers/consume'
import { listDeadLetters } from '@open-oms/service-kit/dead-letters/dead-letters'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { eventually, testEvents } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { createConsumers } from '../../consumers.ts'
import { accountingFixture, aZReport, closedEnvelope } from '../../testing/accounting-fixture.ts'
import { tillAccounts } from '../../testing/sample-postings.ts'
import { countQuarantinedZReports } from '../builds/count-quarantined-events.ts'

const log = createLogger({ service: 'test', level: 'silent' })

async function setUp(t: Parameters<typeof accountingFixture>[0]) {
  const fixture = await accountingFixture(t)
  fixture.config.charts[0]?.accounts.push(...tillAccounts)
  const { nats } = await testEvents(t)
  const { database, deps } = fixture
  const retry = { triesMax: 2, backoffMs: 10 }
  const running = startConsumers({ database, databaseUrl: database.url, nats, log, retry }, createConsumers(deps))
  t.teardown(() => running.stop())
  const publish = (event: { type: string; data: unknown }) => nats.jetstream.publish(event.type, JSON.stringify(event))
  const postings = () =>
    database.query<{ id: string; status: string; total: number }>({
      text: 'select z_report_id as id, status, total_debit::float8 as total from posting order by chain_number',
    })
  return { ...fixture, publish, postings }
}

const revision = (number: number, cash: number) =>
  closedEnvelope(
    aZReport({
      revision: number,
      payments: [{ name: 'Cash', amount: cash, count: 1 }],
      vatGroups: [{ vatValue: 25, amount: cash, count: 1 }],
    }),
  )

t.test('given repeated revisions in any order, when they are handled, then each counts once and in sequence', async (t) => {
  const { publish, postings, database } = await setUp(t)
  const [first, second, third] = [revision(1, 250), revision(2, 300), revision(3, 350)]
  await publish(third)
  await publish(first)
  await publish(first)
  await eventually(async () => (await postings()).length === 1, 'the first revision is posted')
  t.match(await postings(), [{ status: 'Posted', total: 500 }], 'the third waits for the second')
  await publish(second)
  await publish(third)
  await eventually(async () => (await postings()).length === 3, 'all revisions were handled')
  t.match(await postings(), [{ status: 'Superseded' }, { status: 'Superseded', total: 550 }, { status: 'Posted', total: 600 }])
  t.same(await database.query({ text: 'select revision from z_report order by revision' }), [
    { revision: 1 },
    { revision: 2 },
    { revision: 3 },
  ])
})

t.test(
  'given a malformed report, when it arrives, then it is a dead letter, others are booked and the build counts it',
  async (t) => {
    const { publish, postings, database, deps } = await setUp(t)
    const broken = closedEnvelope(aZReport({ zReportId: 'Z-bad' }))
    await publish({ ...broken, data: { ...broken.data, payments: 'many' } })
    await publish(closedEnvelope(aZReport({ zReportId: 'Z-good' })))
    await eventually(async () => (await postings()).length === 1, 'the good one is posted')
    await eventually(async () => (await listDeadLetters(database)).length > 0, 'the bad one is a dead letter')
    t.ok((await listDeadLetters(database)).every(({ subject }) => subject === 'Z-bad'))
    const found = (from: string, storeId: string | null) =>
      countQuarantinedZReports(deps, 'accounting-z-reports', { from, to: from, storeId })
    t.same(await found('2026-01-15', null), { deadLetters: 1, parked: 0 })
    t.same(await found('2026-01-15', 'Bergen-01'), { deadLetters: 0, parked: 0 })
    t.same(await found('2026-01-16', null), { deadLetters: 0, parked: 0 })
  },
)

t.test('given a report of an unknown store, when it is handled, then it is a draft', async (t) => {
  const { publish, postings, database } = await setUp(t)
  await publish(closedEnvelope(aZReport({ storeId: 'gone' })))
  const drafts = () => database.query({ text: 'select reasons from z_report_draft' })
  await eventually(async () => (await drafts()).length === 1, 'it was handled')
  t.same(await drafts(), [{ reasons: ['store gone has no chart of accounts'] }])
  t.same(await postings(), [])
})
