import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { judgeDisk } from './examine-machine.ts'
import { clockSkewMs, findDifferences, skewed } from './examine-service.ts'
import { findSigns, parseMetrics, signs } from './metric-signs.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..', '..')
const GIB = 1024 ** 3

t.test('given a page of metrics, when it is read, then what exceeds its limit is a finding, once for each label', (t) => {
  const page = `# HELP oms_dead_letters Events that were given up
# TYPE oms_dead_letters gauge
oms_dead_letters{consumer="orders-products",service="orders-workflow"} 2
oms_dead_letters{consumer="orders-webhooks",service="orders-workflow"} 0
oms_outbox_oldest_age_seconds{service="orders-workflow"} 600.5
oms_consumer_lag{consumer="a \\"b\\""} 1000
oms_other 9
`
  t.match(parseMetrics(page)[0], { name: 'oms_dead_letters', labels: { consumer: 'orders-products' }, value: 2 })
  const found = findSigns('orders-workflow', parseMetrics(page))
  t.same(
    found.map(({ code, severity, part, sentence }) => [code, severity, part, sentence]),
    [
      ['OutboxWaits', 'Act', 'orders-workflow', 'An event has waited 10 minutes to be published.'],
      ['DeadLetters', 'Act', 'orders-workflow', 'The consumer orders-products has given up 2 events; what follows them waits.'],
    ],
  )
  t.end()
})

t.test('given every sign, when its page is looked for, then docs has it', (t) => {
  for (const { code, page } of signs) t.ok(existsSync(join(root, page)), `${code}: ${page}`)
  t.end()
})

t.test('given a disk, when little of it is free, then it is a warning, and then an error', (t) => {
  const diskSeverity = (freeBytes: number, totalBytes: number) =>
    judgeDisk('/data', { freeBytes, totalBytes }).findings[0]?.severity
  t.equal(diskSeverity(50 * GIB, 100 * GIB), undefined)
  t.equal(diskSeverity(9 * GIB, 100 * GIB), 'Watch')
  t.equal(diskSeverity(1.9 * GIB, 4 * GIB), 'Watch')
  t.equal(diskSeverity(2 * GIB, 100 * GIB), 'Act')
  t.equal(diskSeverity(0.4 * GIB, 1 * GIB), 'Act')
  t.end()
})

t.test('given a clock, when it is off by more than the time of the request explains, then that is its skew', (t) => {
  const reading = { sent: 10_000, received: 10_400, resolutionMs: 1_000 }
  t.same(
    [9_000, 10_000, 10_400].map((shown) => clockSkewMs(shown, reading)),
    [0, 0, 0],
  )
  t.equal(clockSkewMs(30_000, reading), 19_600)
  t.equal(clockSkewMs(1_000, reading), -8_000)
  t.match(skewed('gateway', 19_600), [{ code: 'ClockSkew', sentence: /20 s ahead of/ }])
  t.match(skewed('gateway', -8_000), [{ sentence: /8 s behind/ }])
  t.same([skewed('gateway', 4_000), skewed('gateway', null)], [[], []])
  t.end()
})

t.test(
  'given processes of different configurations or versions, when they are compared, then the finding names who has which',
  (t) => {
    const part = (name: string, configuration: string, version: string) => ({
      name,
      isHealthy: true,
      facts: { configuration, version },
    })
    const same = [part('gateway', 'aaa', '1.0.0'), part('orders-workflow', 'aaa', '1.0.0')]
    t.same(findDifferences({ parts: same, findings: [] }), [])
    const found = findDifferences({ parts: [...same, part('accounting-read', 'bbb', '0.9.0')], findings: [] })
    t.match(found, [
      { code: 'ConfigurationDiffers', sentence: /gateway, orders-workflow aaa; accounting-read bbb/ },
      { code: 'VersionDiffers', sentence: /1\.0\.0; accounting-read 0\.9\.0/ },
    ])
    t.end()
  },
)
