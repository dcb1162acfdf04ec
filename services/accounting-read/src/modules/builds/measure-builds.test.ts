import { createLogger } from '@open-oms/service-kit/observability/logger'
import { createMetrics } from '@open-oms/service-kit/observability/metrics'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { accountingFixture, aPayment, aZReport } from '../../testing/accounting-fixture.ts'
import { anAccount, aPart } from '../../testing/sample-postings.ts'
import { startDailyBuild } from './daily-build.ts'
import { measureBuilds } from './measure-builds.ts'

async function measured(t: Parameters<typeof accountingFixture>[0], at: string) {
  const fixture = await accountingFixture(t)
  let now = new Date(at)
  const deps = { ...fixture.deps, now: () => now }
  const metrics = createMetrics('test')
  measureBuilds({ ...deps, metrics, everyMs: 0 })
  const lines: string[] = []
  const log = createLogger({ service: 'test', level: 'info' }, { write: (line) => void lines.push(line) })
  let look: () => void = () => undefined
  const start = () => {
    const stop = startDailyBuild({
      deps,
      databaseUrl: fixture.database.url,
      log,
      onConfigChange: (listener) => {
        look = listener
      },
    })
    t.teardown(stop)
  }
  const ended = () => lines.filter((line) => line.includes('the scheduled build has ended')).map((line) => JSON.parse(line))
  const setTime = (next: string) => {
    now = new Date(next)
  }
  return { fixture, metrics, lines, start, ended, look: () => look(), setTime }
}

t.test(
  'given a store whose day stays a draft, when the build has ended, then metrics and log say which store and why',
  async (t) => {
    const { fixture, metrics, lines, start, ended, look, setTime } = await measured(t, '2026-01-16T12:00:00.000Z')
    await fixture.record(aPayment({ orderId: '1' }, { paidDate: '2026-01-15T12:00:00.000Z' }))
    const gift = { orderId: '2', storeId: 'Tokyo-01', currency: 'JPY', breakdown: [aPart('GiftCard', 125)] }
    await fixture.record(aPayment(gift, { paidDate: '2026-01-15T03:00:00.000Z' }))
    await fixture.close(aZReport())
    t.match(await metrics.page(), /^oms_daily_build_age_seconds\{store="Oslo-01",service="test"\} 0$/m, 'never built')
    start()
    await eventually(() => ended().length === 1, 'the build has ended')
    t.match(ended()[0], { stores: { built: 1, withDrafts: 2, withFailures: 0 } })
    t.ok(lines.some((line) => /a posting stays a draft/.test(line) && /no account for GiftCardLiability/.test(line)))

    setTime('2026-01-16T13:00:00.000Z')
    const page = await metrics.page()
    const reason = 'no account for GiftCardLiability (currency JPY)'
    t.ok(page.includes(`oms_posting_drafts{source="WebFulfillment",reason="${reason}",service="test"} 1\n`), page)
    t.match(page, /^oms_posting_drafts\{source="PosZReport",reason="no account for [^"]+",service="test"\} 1$/m)
    t.match(page, /^oms_posting_drafts_oldest_age_seconds\{source="WebFulfillment",service="test"\} 46800$/m)
    t.match(page, /^oms_daily_build_age_seconds\{store="Bergen-01",service="test"\} 3600$/m)
    t.match(page, /^oms_daily_build_day_timestamp_seconds\{store="Bergen-01",service="test"\} 1768435200$/m, '15 January 2026')
    t.notMatch(page, /^oms_daily_build_day_timestamp_seconds\{store="Tokyo-01"/m)

    fixture.config.charts[1]?.accounts.push(anAccount('GiftCardLiability', '2960'))
    look()
    await eventually(() => ended().length === 2, 'the next build has ended')
    const mended = await metrics.page()
    t.match(mended, /^oms_daily_build_age_seconds\{store="Tokyo-01",service="test"\} 0$/m)
    t.match(mended, /^oms_posting_drafts_oldest_age_seconds\{source="WebFulfillment",service="test"\} 0$/m)
    t.notMatch(mended, /^oms_posting_drafts\{source="WebFulfillment"/m)
  },
)

t.test('given postings that are switched off, when the metrics are read, then no build is missed', async (t) => {
  const { fixture, metrics, start, ended } = await measured(t, '2026-01-16T12:00:00.000Z')
  fixture.config.settings.accounting.postingEnabled = false
  start()
  await eventually(() => ended().length === 1, 'the build has ended')
  t.notMatch(await metrics.page(), /^oms_daily_build_/m)
})

t.test('given a payment that came today, when nothing is due yet, then it is no draft', async (t) => {
  const { fixture, metrics, start, ended } = await measured(t, '2026-01-15T12:00:00.000Z')
  await fixture.record(aPayment())
  start()
  await eventually(() => ended().length === 1, 'the build has ended')
  const page = await metrics.page()
  t.notMatch(page, /^oms_posting_drafts\{/m)
  t.match(page, /^oms_daily_build_day_timestamp_seconds\{store="Oslo-01",service="test"\} 1768348800$/m, '14 January 2026')
})
