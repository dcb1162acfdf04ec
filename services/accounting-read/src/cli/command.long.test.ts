import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startConsumers } from '@open-oms/service-kit/consumers/consume'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { runCommand } from '@open-oms/service-kit/testing/run-command'
import { testServerUrl } from '@open-oms/service-kit/testing/test-database'
import { type TestEvents, testEvents } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { createConsumers } from '../consumers.ts'
import { buildDay } from '../modules/payments/build-day.ts'
import { type AccountingFixture, accountingFixture, aPayment, paymentEnvelope } from '../testing/accounting-fixture.ts'
import { aPart } from '../testing/sample-postings.ts'
import { accounting } from './command.ts'

const log = createLogger({ service: 'test', level: 'silent' })

const sample = { OMS_CONFIG_DIR: join(import.meta.dirname, '../../../../config') }

/** Runs the command with the sample tenant's configuration. */
const command = (args: readonly string[], environment: NodeJS.ProcessEnv) =>
  runCommand(accounting, args, { ...sample, ...environment })

async function setUp(
  t: Parameters<typeof accountingFixture>[0],
): Promise<AccountingFixture & TestEvents & { environment: NodeJS.ProcessEnv }> {
  const fixture = await accountingFixture(t)
  const events = await testEvents(t)
  return { ...fixture, ...events, environment: { DATABASE_URL: fixture.database.url, NATS_URL: events.server.url } }
}

t.test(
  'given events in the stream, when days are built, then the command waits for them, repeats without change and fails for a draft',
  async (t) => {
    const { database, deps, nats, environment } = await setUp(t)
    const publish = async (...payments: ReturnType<typeof aPayment>[]) => {
      for (const payment of payments) {
        const event = paymentEnvelope(payment, 1)
        await nats.jetstream.publish(event.type, JSON.stringify(event))
      }
    }
    await publish(aPayment(), aPayment({ orderId: 'order-2', storeId: 'Bergen-01' }))
    // The service handles the events only after the command has begun.
    const building = command(['build', '--date', '2026-01-15'], environment)
    const running = startConsumers({ database, databaseUrl: database.url, nats, log }, createConsumers(deps))
    t.teardown(() => running.stop())

    const built = await building
    t.match(built, { code: 0, errors: '' })
    const line = (store: string, outcome: string) => new RegExp(`^2026-01-15 {2}${store} +NOK {2}${outcome} +[0-9a-f-]{36}$`, 'm')
    t.match(built.output, line('Bergen-01', 'built'))
    t.match(built.output, line('Oslo-01', 'built'))

    const again = await command(['build', '--date', '2026-01-14', '--to', '2026-01-16', '--store', 'Oslo-01'], environment)
    t.match(again, { code: 0, output: line('Oslo-01', 'unchanged') })
    t.notMatch(again.output, /Bergen/)

    const folder = t.testdir()
    const period = ['--from=2026-01-01', '--to=2026-01-31']
    const file = (format: string, company: string) =>
      command(
        ['export', `--format=${format}`, `--company=${company}`, ...period, `--output=${join(folder, format)}`],
        environment,
      )
    t.match(await file('saft', 'NO01'), { code: 0, output: /^2 vouchers are in / })
    t.match(await readFile(join(folder, 'saft'), 'utf8'), /<NumberOfEntries>2<[\s\S]*<\/AuditFile>\n$/)
    t.match(await file('datev', 'NO01'), { code: 1, errors: /^The file cannot be made:\nfiles\.datev is not in the chart/ })
    t.same(await readdir(folder), ['saft'], 'nothing is left of a file that cannot be made')
    const to = (output: string) =>
      command(['export', '--format=saft', '--company=NO01', ...period, `--output=${output}`], environment)
    t.match(await to(join(folder, 'none', 'saft.xml')), { code: 1, errors: /^There is no folder .*none\. Make it, or name/ })
    t.match(await to(folder), { code: 1, errors: /is a folder\. Name a file in it/ })
    t.notMatch((await to(join(folder, 'none', 'saft.xml'))).errors, /ENOENT/)

    await publish(aPayment({ orderId: 'card', storeId: 'London-01', currency: 'GBP', breakdown: [aPart('GiftCard', 125)] }))
    const draft = await command(['build', '--date', '2026-01-15'], environment)
    t.equal(draft.code, 1)
    t.match(draft.output, /^2026-01-15 {2}London-01 +GBP {2}draft +no account for GiftCardLiability \(currency GBP\)$/m)
    t.match(draft.output, line('Oslo-01', 'unchanged'), 'the others are built all the same')
    t.match(draft.errors, /A posting stays a draft/)
  },
)

t.test('given a day without payments, when it is built, then there is nothing to book', async (t) => {
  const { environment } = await setUp(t)
  t.match(await command(['build', '--date', '2026-01-15'], environment), { code: 0, output: 'There is nothing to book.\n' })
})

t.test(
  'given unhandled events of the range, when it is built, then the other postings are built and the command fails',
  async (t) => {
    const { database, record, environment } = await setUp(t)
    await record(aPayment())
    await record(aPayment({ orderId: 'moved', storeId: 'Bergen-01' }))
    const quarantine = async (table: string, envelope: string) => {
      const more = table === 'dead_letter' ? [', type, reason, tries', `, '', 'broken', 8`] : ['', '']
      await database.query({ text: 'delete from kit.dead_letter' })
      await database.query({ text: 'delete from kit.parked_event' })
      await database.query({
        text: `insert into kit.${table} (consumer, event_id, source, subject, sequence, envelope${more[0]})
        values ('accounting-payments', 'e-1', '/orders/order', 'order-1', 9, $1${more[1]})`,
        values: [envelope],
      })
    }
    const run = (...args: string[]) => command(['build', '--date', '2026-01-15', ...args], environment)

    await quarantine('dead_letter', JSON.stringify(paymentEnvelope(aPayment({ orderId: 'late', storeId: 'London-01' }), 9)))
    const nothing = await run('--store', 'London-01')
    t.match(nothing, { code: 1, output: '', errors: /^An event of these days.* \(dead letters: 1, waiting: 0\)/ })
    t.match(await run(), { code: 1, output: /Oslo-01 .* built / })
    t.match(await run('--store', 'Oslo-01'), { code: 0, errors: '' }, 'it is of another store')

    await quarantine('parked_event', JSON.stringify(paymentEnvelope(aPayment({ orderId: 'moved' }, { status: 'Failed' }), 9)))
    t.match(await run('--store', 'Bergen-01'), { code: 1, errors: /waiting: 1/ }, 'it takes out a payment of that store')
  },
)

t.test('given a ledger, when it is verified, then the command reports whether it is consistent', async (t) => {
  const { database, deps, record, environment } = await setUp(t)
  await record(aPayment())
  await buildDay(deps, { storeId: 'Oslo-01', currencyCode: 'NOK', postingDate: '2026-01-15' })
  t.match(await command(['verify'], environment), {
    code: 0,
    output: /^The ledger is consistent: 1 postings with 3 lines of 1 companies/,
  })
  await database.owner.query({ text: 'alter table posting disable trigger user' })
  await database.owner.query({ text: `update posting set posting_hash = 'x'` })
  t.match(await command(['verify'], environment), { code: 1, output: '', errors: /^Posting [0-9a-f-]{36}: hash differs/ })
})

t.test('given an empty database, when the projection is rebuilt, then the events give the same postings', async (t) => {
  const { database, deps, nats, environment } = await setUp(t)
  const running = startConsumers({ database, databaseUrl: database.url, nats, log }, createConsumers(deps))
  t.teardown(() => running.stop())
  const publish = async (payment: ReturnType<typeof aPayment>, sequence = 1) => {
    const event = paymentEnvelope(payment, sequence)
    await nats.jetstream.publish(event.type, JSON.stringify(event))
  }
  await publish(aPayment())
  await publish(aPayment({ orderId: 'order-2', storeId: 'Bergen-01' }))
  await publish(aPayment({ orderId: 'order-3' }, { transactionType: 'Invoiced', invoiceId: 'F-1', amount: 62.5 }))
  t.match(await command(['build', '--date', '2026-01-15'], environment), { code: 0 })
  await publish(aPayment({ orderId: 'order-3' }, { status: 'Failed' }), 2)
  await publish(aPayment({ orderId: 'unbuilt' }, { paidDate: '2026-01-16T10:00:00.000Z' }))
  t.match(await command(['build', '--date', '2026-01-15'], environment), { code: 0, output: /superseded/ })

  const into = new URL(await testServerUrl())
  into.pathname = `${new URL(database.url).pathname}_rebuilt`
  const rebuild = ['rebuild-projection', '--into', into.href]
  const equal = await command(rebuild, environment)
  t.match(equal, { code: 0, errors: '', output: '5 events replayed, 2 postings compared, 0 differ.\n' })
  t.match(await command(['verify'], { ...environment, DATABASE_URL: into.href }), {
    code: 0,
    output: /^The ledger is consistent: 2 /,
  })
  t.match(await command(rebuild, environment), { code: 1, errors: 'The database to rebuild into is not empty.\n' })

  await database.owner.query({ text: 'alter table posting disable trigger user' })
  await database.owner.query({ text: `update posting set posting_hash = 'x' where store_id = 'Bergen-01'` })
  into.pathname = `${into.pathname}_again`
  const differing = await command(['rebuild-projection', '--into', into.href], environment)
  t.match(differing, {
    code: 1,
    output: '',
    errors:
      /2 postings compared, 1 differ\.\n2026-01-15 {2}Bergen-01 {2}NOK {2}WebFulfillment\n {2}running: x\n {2}rebuilt: [0-9a-f]{64}/,
  })
})

t.test('given wrong arguments or settings, when the command runs, then one message names the problem', async (t) => {
  const { environment, server } = await setUp(t)
  const failed = (args: string[], changed: NodeJS.ProcessEnv = {}) => command(['build', ...args], { ...environment, ...changed })
  const day = ['--date', '2026-01-15']
  t.match(await failed([]), { code: 2, errors: /^Which day\?/ })
  t.match(await failed([...day, '--store', 'nowhere']), { code: 1, errors: 'There is no store "nowhere".\n' })
  t.match(await failed(day, { DATABASE_URL: '' }), { code: 1, errors: /DATABASE_URL/ })
  t.match(await failed(day, { OMS_CONFIG_DIR: '/nowhere' }), { code: 1, errors: /stores.json: cannot be read/ })
  t.match(await failed(day, { DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' }), {
    code: 1,
    errors: /database is not reachable .*ECONNREFUSED/,
  })
  await server.stop()
  const servers = `nats://127.0.0.1:1,${server.url}`
  t.match(await failed(day, { NATS_URL: servers }), {
    code: 1,
    errors: /^NATS cannot be reached at 127.0.0.1:1, 127.0.0.1:\d+.\n$/,
  })
})
