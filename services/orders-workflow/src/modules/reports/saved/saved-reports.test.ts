import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { REPORT_RECIPIENTS_MAX, SAVED_REPORTS_MAX, type SavedReportRun } from '@open-oms/contracts/reports/saved-report'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import { testReports } from '@open-oms/service-kit/testing/test-reports'
import t, { type Test } from 'tap'
import { testMailServer } from '../../../testing/messages/test-mail-server.ts'
import { storedOrder } from '../../../testing/orders/found-orders.ts'
import { sampleConfig, testOrders } from '../../../testing/test-orders.ts'
import { startMessages } from '../../notifications/send/start-messages.ts'
import { openReportBucket } from './report-bucket.ts'
import { claimRun, removeOldReportRuns } from './report-run-store.ts'
import { planRuns, runDueReports } from './run-due-reports.ts'

const config = await sampleConfig()
const test = await testOrders(t, { config })
const { database, deps } = test
const url = '/api/SavedReports'

/** The clock of this process. */
const clock = { now: new Date('2026-03-02T04:00:00Z') }
deps.now = () => clock.now
await storedOrder(
  test,
  { id: 'A', storeId: 'Oslo-01', created: '2026-03-01T12:00:00.000Z' },
  { lineItems: [{ code: 'CUP', placedPrice: 100 }] },
)
await storedOrder(
  test,
  { id: 'B', storeId: 'Bergen-01', created: '2026-03-01T12:00:00.000Z' },
  { lineItems: [{ code: 'CUP', placedPrice: 7 }] },
)

const body = (fields: object = {}) => ({
  name: 'Sales of yesterday',
  report: 'sales-by-day',
  period: 'Yesterday',
  schedule: { every: 'Day', time: '06:00' },
  recipients: ['kari@shop.example', 'ola@shop.example'],
  ...fields,
})
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const send = (request: `${Method} ${string}`, given: object = {}) => {
  const [method, path] = request.split(' ') as [Method, string]
  return test.send({ method, url: `${url}${path}`, ...given })
}
const saved = async (fields: object = {}) => {
  const response = await send('POST ', { body: body(fields) })
  t.equal(response.status, 201, response.text)
  return response.body
}
const runs = async (id: string): Promise<SavedReportRun[]> => (await send(`GET /${id}/Runs`)).body

/** Each test begins without saved reports, on the second of March. */
t.beforeEach(async () => {
  await database.query({ text: 'delete from saved_report' })
  await database.query({ text: 'delete from message' })
  await database.query({ text: 'delete from other_recipient_count' })
  clock.now = new Date('2026-03-02T04:00:00Z')
})

/** Sends messages by a mail server, or as files without one. */
async function sending(t: Test, variables: Record<string, string>) {
  const dataDir = t.testdir()
  const { query, inTransaction } = database
  const messages = await startMessages({
    ...{ query, inTransaction, dataDir, log: deps.log },
    config: () => config,
    environment: (name) => variables[name],
  })
  t.teardown(messages.stop)
  return dataDir
}

t.test('given a saved report, when it is due, then each recipient gets its file once, and the run says so', async (t) => {
  const server = await testMailServer(t)
  await sending(t, { SMTP_URL: `smtp://127.0.0.1:${server.port}` })
  const { id, nextRunAt, lastRun } = await saved()
  t.same([nextRunAt, lastRun], ['2026-03-02T05:00:00.000Z', null])
  t.equal(await runDueReports(deps), 0, 'it is not due')
  clock.now = new Date('2026-03-02T05:00:00Z')
  t.equal(await runDueReports(deps), 1)
  const run = await eventually(async () => (await runs(id)).find(({ state }) => state === 'Sent'), 'it is sent')
  t.match(run, { due: '2026-03-02T05:00:00.000Z', isByHand: false, attempts: 1, reason: null, endedAt: String })
  t.match((await send(`GET /${id}`)).body, { nextRunAt: '2026-03-03T05:00:00.000Z', lastRun: run })
  t.equal(await runDueReports(deps), 0)
  t.equal(server.mails.length, 1)
  const [mail] = server.mails
  t.same(mail?.recipients, ['kari@shop.example', 'ola@shop.example'])
  t.match(mail?.text, /^Subject: Sales of yesterday: 2026-03-01\r$/m)
  t.match(mail?.text, /filename=sales-by-day-2026-03-01-2026-03-01\.csv/)
  const [, content = ''] = mail?.text.split(/Content-Disposition: attachment.*?\r\n\r\n/s) ?? []
  const csv = Buffer.from(content.split('\r\n--')[0] ?? '', 'base64').toString()
  t.match(csv, /^\ufeffday,store_id/)
  t.match(csv, '2026-03-01,Oslo-01,NOK,1')
})

t.test('given two processes and a time that was missed, when both look, then it is run once, for the last time', async (t) => {
  const { id } = await saved()
  clock.now = new Date('2026-03-05T12:00:00Z')
  const counts = await Promise.all(Array.from({ length: 4 }, () => runDueReports(deps)))
  t.equal(
    counts.reduce((sum, count) => sum + count, 0),
    1,
  )
  t.match(await runs(id), [{ due: '2026-03-05T05:00:00.000Z', state: 'Sending' }])
  t.equal((await runs(id)).length, 1)
  t.equal((await database.query({ text: 'select id from message' })).length, 1)
})

t.test(
  'given a process that dies after a claim, when the lease ends, then another runs it, and the first records nothing',
  async (t) => {
    const { id } = await saved()
    clock.now = new Date('2026-03-02T05:00:00Z')
    await planRuns(deps)
    t.match(await runs(id), [{ state: 'Waiting', attempts: 0 }], 'a crash after the plan leaves a run that is due')
    const lost = await claimRun(database)
    t.ok(lost)
    t.equal(await runDueReports(deps), 0, 'nobody else has it during the lease')
    await database.query({ text: `update saved_report_run set next_attempt = now()` })
    t.equal(await runDueReports(deps), 1)
    t.match(await runs(id), [{ state: 'Sending' }])
    await database.query({ text: `update saved_report_run set state = 'Waiting', next_attempt = now()` })
    t.equal(await runDueReports(deps), 1, 'even one that is run again')
    t.equal((await database.query({ text: 'select id from message' })).length, 1, 'has one e-mail')
  },
)

t.test(
  'given a mail server that is away, when it is back, then the file is sent, and meanwhile the run says why not',
  async (t) => {
    const server = await testMailServer(t)
    server.mood.refusesContent = () => 451
    // Messages are given up after a day by the clock of the database.
    clock.now = new Date()
    await sending(t, { SMTP_URL: `smtp://127.0.0.1:${server.port}` })
    const { id } = await saved()
    const asked = await send(`POST /${id}/Run`)
    t.equal(asked.status, 202, asked.text)
    t.match(asked.body, { state: 'Waiting', isByHand: true })
    t.equal((await send(`POST /${id}/Run`)).body.id, asked.body.id, 'one that waits is not asked for twice')
    t.equal(await runDueReports(deps), 1)
    const waiting = await eventually(async () => (await runs(id)).find(({ reason }) => reason !== null), 'it has failed')
    t.match(waiting, { state: 'Sending', reason: /451/, nextAttemptAt: String })
    delete server.mood.refusesContent
    await database.query({ text: 'update message set next_attempt = now()' })
    await eventually(async () => (await runs(id))[0]?.state === 'Sent', 'it is sent')
    server.mood.refuses = () => 550
    clock.now = new Date(clock.now.getTime() + 1)
    await send(`POST /${id}/Run`)
    await runDueReports(deps)
    await eventually(async () => (await runs(id))[0]?.state === 'Failed', 'it is given up')
    t.match((await runs(id))[0], { reason: /550/, nextAttemptAt: null })
  },
)

t.test(
  'given reports that cannot be run, when they are due, then they are tried for a day, and what stays is given up',
  async (t) => {
    const { id } = await saved()
    await send(`POST /${id}/Run`)
    const without = { ...deps, reports: { ...deps.reports, database: null } }
    await runDueReports(without)
    t.match(await runs(id), [{ state: 'Waiting', attempts: 1, reason: /REPORTING_DATABASE_URL/, nextAttemptAt: String }])
    const again = `update saved_report_run set next_attempt = now(), created = created - interval '24 hours'`
    await database.query({ text: again })
    await runDueReports(without)
    t.match(await runs(id), [{ state: 'Failed', attempts: 2, nextAttemptAt: null, endedAt: String }])
    clock.now = new Date(clock.now.getTime() + 1)
    await send(`POST /${id}/Run`)
    await runDueReports({ ...deps, reports: { ...deps.reports, all: () => [] } })
    t.match((await runs(id))[0], { state: 'Failed', attempts: 1, reason: /no report/ }, 'that report is gone')
    const big = { name: 'big', label: { en: '', nb: '' }, description: { en: '', nb: '' }, columns: [] }
    const columns = [{ name: 'text', type: 'Text', label: { en: '', nb: '' } }] as const
    const sql = `select repeat('x', 1000000) as text from generate_series(1, 6)`
    const withBig = { ...deps.reports, all: () => [{ ...big, columns, name: 'sales-by-day', sql }] }
    clock.now = new Date(clock.now.getTime() + 1)
    await send(`POST /${id}/Run`)
    await runDueReports({ ...deps, reports: withBig })
    t.match((await runs(id))[0], { state: 'Failed', reason: /5 MiB/ })
  },
)

t.test(
  'given no mail server, when a report is sent, then it is a file, which stays until its saved report is deleted',
  async (t) => {
    const folder = await sending(t, {})
    clock.now = new Date()
    const { id } = await saved()
    await send(`POST /${id}/Run`)
    await runDueReports(deps)
    await eventually(async () => (await runs(id))[0]?.state === 'Sent', 'it is kept')
    t.equal((await readdir(join(folder, 'mail'))).length, 1)
    const { database } = test
    await database.query({ text: `update saved_report_run set created = now() - interval '91 days'` })
    t.equal(await removeOldReportRuns(database), 1, 'old runs go')
    t.same(await runs(id), [])
  },
)

t.test(
  'given a paused report, when its time passes, then it is not run, and resumed it continues from the next time',
  async (t) => {
    const { id, versionId } = await saved({ active: false })
    clock.now = new Date('2026-03-03T12:00:00Z')
    t.equal(await runDueReports(deps), 0)
    const headers = { 'if-match': `"${versionId}"` }
    const resumed = await send(`PUT /${id}`, {
      body: body({ schedule: { every: 'Week', weekday: 'Friday', time: '18:30' } }),
      headers,
    })
    t.match(resumed.body, {
      active: true,
      nextRunAt: '2026-03-06T17:30:00.000Z',
      schedule: { dayOfMonth: null },
      modifiedBy: String,
    })
    t.equal((await send(`PUT /${id}`, { body: body(), headers })).status, 412)
    t.equal((await send(`DELETE /${id}`, { headers })).status, 412)
    t.equal((await send(`DELETE /${id}`)).status, 204)
    t.equal((await send(`GET /${id}`)).status, 404)
  },
)

t.test('given a request that cannot be carried out, then it is refused with its path, and nothing is written', async (t) => {
  for (const [fields, path] of [
    [{ name: ' ' }, 'name'],
    [{ name: 'a\r\nBcc: x@y.example' }, 'name'],
    [{ report: 'ledger-totals' }, 'report'],
    [{ period: 'Tomorrow' }, 'period'],
    [{ stores: ['Nowhere'] }, 'stores[0]'],
    [{ recipients: [] }, 'recipients'],
    [{ folder: 'shop' }, 'folder'],
    [{ folder: '../etc' }, 'folder'],
    [{ folder: '/shop' }, 'folder'],
    [{ folder: 'shop//x' }, 'folder'],
    [{ recipients: ['kari@shop.example', 'Kari <kari@shop.example>'] }, 'recipients[1]'],
    [{ recipients: Array.from({ length: REPORT_RECIPIENTS_MAX + 1 }, (_, index) => `p${index}@shop.example`) }, 'recipients'],
    [{ schedule: { every: 'Week', time: '06:00' } }, 'schedule.weekday'],
    [{ schedule: { every: 'Month', time: '06:00' } }, 'schedule.dayOfMonth'],
    [{ schedule: { every: 'Day', time: '24:00' } }, 'schedule.time'],
  ] as const) {
    const response = await send('POST ', { body: body(fields) })
    t.match([response.status, Object.keys(response.body.errors ?? {})], [400, [path]], path)
    t.notMatch(response.body.message, /[\^\\]|\.\.$/, 'in words, and with one full stop')
  }
  t.same((await send('GET ')).body, [])
  for (const id of ['nothing', '018f0000-0000-7000-8000-000000000000']) t.equal((await send(`POST /${id}/Run`)).status, 404)
})

t.test('given the limits, when more are saved or chosen in a day, then they are refused', async (t) => {
  const recipients = Array.from({ length: REPORT_RECIPIENTS_MAX }, (_, index) => `p${index}@shop.example`)
  for (let count = 0; count < 10; count++) await saved({ recipients })
  t.equal((await send('POST ', { body: body() })).status, 429, 'as many recipients as a client may choose in a day')
  config.settings.messages = { ...config.settings.messages, otherRecipients: false }
  t.match((await send('POST ', { body: body() })).body, { errors: { recipients: [/otherRecipients/] } })
  config.settings.messages = { ...config.settings.messages, otherRecipients: true, otherRecipientsPerDay: 10_000 }
  await database.query({
    text: `insert into saved_report (id, document) select gen_random_uuid(), document from saved_report, generate_series(2, $1::int)`,
    values: [SAVED_REPORTS_MAX / 10],
  })
  t.equal((await send('POST ', { body: body() })).status, 400)
})

t.test('given rights, when someone saves a report, then only of their stores, and with the permission to export', async (t) => {
  const create = (as: object, fields: object = {}) => send('POST ', { body: body(fields), as })
  t.equal((await create({ roles: ['OrderRead'] })).status, 403)
  const named = (permissions: string[]) => ({ roles: ['OrderAdmin'], claims: { oms_permissions: permissions } })
  t.equal((await create(named(['Export']))).status, 403)
  t.match((await create(named(['Configuration']))).body, { message: /Export/ })
  const bergen = { roles: ['OrderAdmin'], storeIds: ['Bergen-01'] }
  for (const stores of [[], ['Oslo-01'], ['Bergen-01', 'Oslo-01']]) t.equal((await create(bergen, { stores })).status, 403)
  const { id } = (await create(bergen, { stores: ['Bergen-01'] })).body
  const { id: other } = await saved()
  t.same(
    (await send('GET ', { as: bergen })).body.map((one: { id: string }) => one.id),
    [id],
  )
  for (const request of [`GET /${other}`, `GET /${other}/Runs`, `POST /${other}/Run`, `DELETE /${other}`] as const)
    t.equal((await send(request, { as: bergen })).status, 404, request)
  t.equal((await send(`PUT /${id}`, { as: bergen, body: body({ stores: ['Oslo-01'] }) })).status, 403)
  t.equal((await send(`POST /${id}/Run`, { as: bergen })).status, 202)
  await runDueReports(deps)
  const [message] = await database.query<{ content: string }>({ text: 'select content from message' })
  const csv = Buffer.from(JSON.parse(message?.content ?? '').attachments[0].base64, 'base64').toString()
  t.match(csv, 'Bergen-01')
  t.notMatch(csv, 'Oslo-01', 'the file has the stores of the saved report alone')
})

/** A bucket, and what was put into it. */
async function testBucket(t: Test) {
  const objects = new Map<string, string>()
  const mood = { refuses: false }
  const server = createServer(async (request, response) => {
    const content = await text(request)
    if (mood.refuses) return response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>No.</Message></Error>')
    objects.set(`${request.method} ${new URL(request.url ?? '', 'http://x').pathname}`, content)
    return response.writeHead(200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const environment = { REPORTS_S3_BUCKET: 'figures', REPORTS_S3_REGION: 'us-east-1', REPORTS_S3_PATH_STYLE: true }
  const key = { REPORTS_AWS_ACCESS_KEY_ID: 'test', REPORTS_AWS_SECRET_ACCESS_KEY: 'test' }
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bucket = await openReportBucket({ ...environment, ...key, REPORTS_S3_ENDPOINT: endpoint })
  t.teardown(() => {
    bucket?.close()
    server.close()
    server.closeAllConnections()
  })
  Object.assign(deps, { reportBucket: bucket })
  t.teardown(() => Object.assign(deps, { reportBucket: null }))
  return { objects, mood }
}

t.test(
  'given a folder, when the report is due, then its file is in the bucket once, of any size, and is mailed where asked',
  async (t) => {
    const { objects, mood } = await testBucket(t)
    const { id, recipients } = await saved({ recipients: undefined, folder: 'shop/sales' })
    t.same(recipients, [])
    mood.refuses = true
    clock.now = new Date('2026-03-02T05:00:00Z')
    t.equal(await runDueReports(deps), 1)
    t.match(await runs(id), [{ state: 'Waiting', reason: /figures did not take the file/ }])
    mood.refuses = false
    const again = 'update saved_report_run set next_attempt = now()'
    await database.query({ text: again })
    await runDueReports(deps)
    t.match(await runs(id), [{ state: 'Sent', reason: null, nextAttemptAt: null }])
    const path = 'PUT /figures/shop/sales/sales-by-day-2026-03-01-2026-03-01.csv'
    t.same([...objects.keys()], [path])
    t.match(objects.get(path), '2026-03-01,Oslo-01,NOK,1')
    t.equal((await database.query({ text: 'select id from message' })).length, 0, 'nobody is mailed')

    const both = await saved({ folder: 'both' })
    await send(`POST /${both.id}/Run`)
    await runDueReports(deps)
    t.match(await runs(both.id), [{ state: 'Sending' }])
    t.equal(objects.size, 2)

    const columns = [{ name: 'text', type: 'Text', label: { en: '', nb: '' } }] as const
    const sql = `select repeat('x', 1000000) as text from generate_series(1, 6)`
    const big = { label: { en: '', nb: '' }, description: { en: '', nb: '' }, columns, name: 'sales-by-day', sql }
    clock.now = new Date(clock.now.getTime() + 1)
    await send(`POST /${id}/Run`)
    await runDueReports({ ...deps, reports: { ...deps.reports, all: () => [big] } })
    t.match((await runs(id))[0], { state: 'Sent' })
    t.ok([...objects.values()].some((content) => content.length > 6_000_000))
  },
)

t.test('given the database of the ledger, when a report of it is due, then it is sent to who may read the ledger', async (t) => {
  const { reportingUrl } = await testDatabase(t, 'accounting-read')
  const ledger = testReports(t, { reportingUrl })
  Object.assign(deps, { ledgerReports: { ...deps.ledgerReports, database: ledger } })
  t.teardown(() => Object.assign(deps, { ledgerReports: { ...deps.ledgerReports, database: null } }))
  const create = (roles: string[]) => send('POST ', { body: body({ report: 'ledger-totals' }), as: { roles } })
  t.match(await create(['OrderAdmin']), { status: 403, body: { message: /AccountingRead/ } })
  const { status, body: report } = await create(['OrderAdmin', 'AccountingRead'])
  t.equal(status, 201)
  await send(`POST /${report.id}/Run`)
  await runDueReports(deps)
  t.match(await runs(report.id), [{ state: 'Sending', reason: null }])
  const [message] = await database.query<{ content: string }>({ text: 'select content from message' })
  const [{ fileName, base64 }] = JSON.parse(message?.content ?? '').attachments
  t.equal(fileName, 'ledger-totals-2026-03-01-2026-03-01.csv')
  t.match(Buffer.from(base64, 'base64').toString(), /^\ufeffaccount_number,account_name/)
})
