import { createLogger } from '@open-oms/service-kit/observability/logger'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { accountingFixture, aPayment, aZReport } from '../../testing/accounting-fixture.ts'
import { anAccount, aPart, tillAccounts } from '../../testing/sample-postings.ts'
import { startDailyBuild } from './daily-build.ts'

const log = createLogger({ service: 'test', level: 'silent' })

async function setUp(t: Parameters<typeof accountingFixture>[0]) {
  const fixture = await accountingFixture(t)
  const { database, deps } = fixture
  const countTableRows = async (table: string) =>
    (await database.query<{ count: number }>({ text: `select count(*) from ${table}` }))[0]?.count
  const listeners: (() => void)[] = []
  const start = (schedule?: string) =>
    startDailyBuild({
      deps,
      databaseUrl: database.url,
      log,
      onConfigChange: (listener) => listeners.push(listener),
      ...(schedule === undefined ? {} : { schedule }),
    })
  const changeConfig = () => {
    for (const listener of listeners) listener()
  }
  return { fixture, countOf: countTableRows, start, changeConfig }
}

t.test('given missed days, when the daily build starts, then they are built', async (t) => {
  const { fixture, countOf: countTableRows, start } = await setUp(t)
  await fixture.record(aPayment())
  const stop = start()
  t.teardown(stop)
  await eventually(async () => (await countTableRows('posting')) === 1, 'the posting was built')
  t.pass('it held')
})

t.test('given several processes, when a day becomes due, then one of them builds it', async (t) => {
  const { fixture, countOf: countTableRows, start } = await setUp(t)
  const stops = [start('* * * * * *'), start('* * * * * *'), start('* * * * * *')]
  for (const stop of stops) t.teardown(stop)
  await fixture.record(aPayment())
  await eventually(async () => (await countTableRows('posting')) === 1, 'the posting was built')
  // Another process takes over when the one that builds has ended.
  await stops[0]?.()
  await fixture.record(aPayment({ orderId: 'order-2' }))
  await eventually(async () => (await countTableRows('posting')) === 2, 'the late payment was booked')
  t.pass('it held')
})

t.test('given a draft, when the configuration changes, then it is built again', async (t) => {
  const { fixture, countOf: countTableRows, start, changeConfig } = await setUp(t)
  await fixture.record(aPayment({ storeId: 'Tokyo-01', currency: 'JPY', breakdown: [aPart('GiftCard', 125)] }))
  const stop = start()
  t.teardown(stop)
  const tried = async () =>
    (await fixture.database.query({ text: 'select from posting_draft where tried_at is not null' })).length === 1
  await eventually(tried, 'the day became a draft')
  fixture.config.charts[1]?.accounts.push(anAccount('GiftCardLiability', '2960'))
  changeConfig()
  await eventually(async () => (await countTableRows('posting')) === 1, 'the posting was built')
  t.equal(await countTableRows('posting_draft'), 0)
})

t.test(
  'given a Z-report without an account, when the configuration changes, then its posting is built even with web orders switched off',
  async (t) => {
    const { fixture, countOf: countTableRows, start, changeConfig } = await setUp(t)
    fixture.config.settings.accounting.webFulfillmentPostingEnabled = false
    await fixture.close(aZReport())
    const stop = start()
    t.teardown(stop)
    t.equal(await countTableRows('posting'), 0)
    fixture.config.charts[0]?.accounts.push(...tillAccounts)
    // The process may not listen to changes yet.
    await eventually(async () => {
      changeConfig()
      return (await countTableRows('posting')) === 1
    }, 'the posting was built')
    t.equal(await countTableRows('z_report_draft'), 0)
  },
)
