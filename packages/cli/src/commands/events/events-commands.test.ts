import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@open-oms/service-kit/database/database'
import {
  dueReconciliation,
  lastReconciliation,
  saveReconciliation,
} from '@open-oms/service-kit/event-losses/reconciliation-store'
import { type TestDatabase, testDatabase } from '@open-oms/service-kit/testing/test-database'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import { writeRunFile } from '@open-oms/system/run-file'
import t from 'tap'
import { callOms } from '../../testing/call-oms.ts'

type Test = Parameters<typeof testDatabase>[0]
type Result = { code: number; output: string; errors: string }

async function runEvents(dataDir: string, ...args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await callOms(['events', ...args], { environment: { OMS_DATA_DIR: dataDir } })
  return { code, output: stdout, errors: stderr }
}

async function addDeadLetter(database: Database, eventId: string, sequence: number): Promise<void> {
  await database.query({
    text: `insert into kit.dead_letter (consumer, event_id, type, source, subject, sequence, envelope, tries, reason)
      values ('postings', $1, 'orders.payment.recorded.v1', '/orders/order', 'order-1', $2, '{}', 8, 'Error: no account')`,
    values: [eventId, sequence],
  })
}

/** Three databases and a data folder whose run.json names them. */
async function setUp(test: Test): Promise<{ dataDir: string; orders: TestDatabase; accounting: TestDatabase }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oms-test-events-'))
  test.teardown(() => rm(dataDir, { recursive: true, force: true }))
  const [catalog, orders, accounting] = await Promise.all([testDatabase(test), testDatabase(test), testDatabase(test)])
  const databaseUrls = { 'catalog-assets': catalog.url, 'orders-workflow': orders.url, 'accounting-read': accounting.url }
  const others = { publicBase: '', natsUrls: {}, migrationUrls: databaseUrls, reportingUrls: {}, adminUrls: {}, assetStore: {} }
  writeRunFile({ gatewayUrl: 'http://127.0.0.1:1', databaseUrls, ...others }, dataDir)
  return { dataDir, orders, accounting }
}

t.test('given dead letters, when they are listed, then those of all services or of one are shown', async (t) => {
  const { dataDir, accounting } = await setUp(t)
  t.match(await runEvents(dataDir, 'dead-letters', 'list'), { code: 0, output: 'There are no dead letters.' })
  await addDeadLetter(accounting, 'event-1', 3)
  const { code, output } = await runEvents(dataDir, 'dead-letters', 'list')
  t.equal(code, 0)
  t.match(output, /accounting-read +1 +postings +event-1 +orders.payment.recorded.v1 +order-1 #3 +8 +\d s +Error: no account/)
  t.match(output, /1 dead letter; 0 events wait/)
  t.match(await runEvents(dataDir, 'dead-letters', 'list', '--service', 'orders-workflow'), {
    output: 'There are no dead letters.',
  })
})

t.test('given dead letters, when one is dropped and one replayed, then the first is passed over, the other due', async (t) => {
  const { dataDir, accounting } = await setUp(t)
  await addDeadLetter(accounting, 'event-1', 1)
  await addDeadLetter(accounting, 'event-2', 2)
  t.match(await runEvents(dataDir, 'dead-letters', 'drop', '--id', 'event-1'), { code: 0, output: /1 dead letter dropped/ })
  t.same(await accounting.query({ text: 'select next_sequence from kit.event_position' }), [{ next_sequence: 2 }])
  t.match(await runEvents(dataDir, 'dead-letters', 'replay', '--all'), { code: 0, output: /1 dead letter handed/ })
  t.same(await accounting.query({ text: 'select event_id, tries, due <= now() as due from kit.parked_event' }), [
    { event_id: 'event-2', tries: 0, due: true },
  ])
  t.same(await accounting.query({ text: 'select event_id from kit.dead_letter' }), [])
})

t.test('given a number that two services have, when it is dropped, then --service is needed', async (t) => {
  const { dataDir, orders, accounting } = await setUp(t)
  await addDeadLetter(orders, 'event-1', 1)
  await addDeadLetter(accounting, 'event-2', 1)
  const ambiguous = await runEvents(dataDir, 'dead-letters', 'drop', '--id', '1')
  t.match(ambiguous, { code: 1, errors: /orders-workflow and accounting-read: name one with --service/ })
  t.match(await runEvents(dataDir, 'dead-letters', 'drop', '--id', '1', '--service', 'orders-workflow'), { code: 0 })
  t.same(await orders.query({ text: 'select id from kit.dead_letter' }), [])
  t.same(await accounting.query({ text: 'select id from kit.dead_letter' }), [{ id: 1 }])
})

t.test('given a wrong command of events, when it runs, then it says so in one line with the exit code', async (t) => {
  const { dataDir } = await setUp(t)
  t.match(await runEvents(dataDir, 'dead-letters', 'replay', '--id', 'unknown'), {
    code: 1,
    errors: /There is no such dead letter/,
  })
  t.match(await runEvents(join(dataDir, 'nothing'), 'dead-letters', 'list'), { code: 4, errors: /No running system found/ })
  writeRunFile(
    {
      gatewayUrl: '',
      publicBase: '',
      natsUrls: {},
      databaseUrls: { 'orders-workflow': 'postgres://127.0.0.1:1/x' },
      migrationUrls: {} as never,
      reportingUrls: {},
      adminUrls: {},
      assetStore: {},
    },
    dataDir,
  )
  const away = await runEvents(dataDir, 'dead-letters', 'list', '--service', 'orders-workflow')
  t.match(away, { code: 1, errors: /database of orders-workflow cannot be used/ })
  for (const [args, reason] of [
    [[], /Usage: oms events/],
    [['dead-letters', 'burn'], /unknown command 'burn'/],
    [['dead-letters', 'drop'], /Give --id ID, or --all/],
    [['dead-letters', 'drop', '--all', '--id', '1'], /not both/],
    [['dead-letters', 'list', '--service', 'x'], /Allowed choices are catalog-assets/],
    [['dead-letters', 'list', '--colour'], /unknown option '--colour'/],
    [['dead-letters', 'list', '--days', '2'], /unknown option '--days'/],
    [['reconcile', '--all'], /unknown option '--all'/],
    [['reconcile', '--days', '32'], /from 1 to 31/],
    [['reconcile', '--gateway', 'https://oms.example.com'], /beside the system/],
  ] as const) {
    t.match(await runEvents(dataDir, ...args), { code: 2, errors: reason })
  }
  t.match(await runEvents(dataDir, '--help'), { code: 0, output: /Usage: oms events/ })
})

t.test('given running consumers, when reconcile runs, then it waits for them and shows what they found', async (t) => {
  const { dataDir, accounting } = await setUp(t)
  const running = runEvents(dataDir, 'reconcile', '--days', '2', '--service', 'accounting-read')
  const day = { source: '/orders/order', day: '2026-03-01', aggregates: 12, repeated: 1, missing: 0, pending: 2 }
  for (const consumer of ['accounting-payments', 'accounting-z-reports']) {
    await eventually(async () => !(await lastReconciliation(accounting, consumer)).isDone, `${consumer} is asked`)
    const due = await dueReconciliation(accounting, consumer, 0)
    const days = consumer === 'accounting-payments' ? [day] : []
    await saveReconciliation(accounting, consumer, { until: new Date(), days, version: due?.version ?? null })
  }
  const { code, output } = await running
  t.equal(code, 0)
  t.match(output, /accounting-payments +2026-03-01 +\/orders\/order +12 +1 +0 +2/)
  t.match(output, 'published within the last minute')
  t.match(await runEvents(dataDir, 'reconcile', '--days', '0'), { code: 2, errors: /number from 1 to 31/ })
})
