import t from 'tap'
import { type OrdersTest, testOrders } from '../../testing/test-orders.ts'
import { close, closedEvents, sell } from '../../testing/till.ts'
import { closeZReport } from './close-z-report.ts'

const preview = (test: OrdersTest, body: object = {}, more: object = {}) =>
  test.send({ method: 'POST', url: '/api/ZReport/Preview', body: { storeId: 'Oslo-01', registerIds: ['R1'], ...body }, ...more })

/** Every row that a close writes or removes. */
async function written({ database }: OrdersTest) {
  const tables = ['z_report', 'z_report_number', 'z_report_order', 'z_report_payment', 'z_report_waiting', 'kit.outbox']
  const rows = await Promise.all(
    tables.map((table) => database.query({ text: `select to_jsonb(x) as row from ${table} x order by x::text` })),
  )
  return JSON.stringify(rows)
}

t.test('given waiting orders, when a close is previewed, then its report is shown and nothing is stored', async (t) => {
  const test = await testOrders(t)
  const order = await sell(test)
  const before = await written(test)
  const { status, body } = await preview(test, { dateClosed: '2026-01-15T20:00:00Z' })
  t.equal(status, 200)
  t.match(body, { zReportNumber: 1, revision: 1, sales: { amount: 125, count: 1 }, orderIds: [order], warnings: { length: 0 } })
  await preview(test, { zReportId: 'Z-1', cashManagement: { cashCounted: 1, cashExpected: 2 } })
  t.equal(await written(test), before)
  t.equal((await test.send({ url: '/api/ZReport/Z-1' })).status, 404)
})

t.test('given a preview, when the same registers are closed, then report and number are those of the preview', async (t) => {
  const test = await testOrders(t)
  await close(test)
  await sell(test)
  const request = { zReportId: 'Z-2', cashManagement: { cashCounted: 100, cashExpected: 125 }, tips: 5 }
  const shown = (await preview(test, request)).body
  t.equal(shown.zReportNumber, 2)
  const { created, modified, dateClosed, ...figures } = (await close(test, request)).body
  t.match(shown, figures)
  t.same(Object.keys(shown), [
    ...Object.keys(figures).slice(0, 6),
    'dateClosed',
    'created',
    'modified',
    ...Object.keys(figures).slice(6),
  ])
})

t.test('given a report, when a close of its id is previewed, then it is that report, or its next revision', async (t) => {
  const test = await testOrders(t)
  await sell(test)
  const closed = (await close(test, { zReportId: 'Z-1' })).body
  t.same((await preview(test, { zReportId: 'Z-1' })).body, closed)
  const cashManagement = { cashDiff: -3 }
  t.match((await preview(test, { zReportId: 'Z-1', cashManagement })).body, {
    zReportNumber: 1,
    revision: 2,
    orderIds: closed.orderIds,
    cashManagement,
  })
  t.same((await test.send({ url: '/api/ZReport/Z-1' })).body, closed)
  t.equal((await closedEvents(test)).length, 1)
})

t.test('given bad input or another store, when a close is previewed, then the errors are those of a close', async (t) => {
  const test = await testOrders(t)
  await close(test, { zReportId: 'Z-1' })
  for (const body of [
    { storeId: 'nowhere' },
    { registerIds: [] },
    { sales: { amount: 1, count: 1 } },
    { zReportId: 'Z-1', storeId: 'Bergen-01' },
  ]) {
    const { traceId: _, ...shown } = (await preview(test, body)).body
    const { traceId: __, ...closed } = (await close(test, body)).body
    t.same(shown, closed, JSON.stringify(body))
    t.equal((await preview(test, body)).status, 400)
  }
  t.equal((await preview(test, {}, { as: { storeIds: ['Bergen-01'] } })).status, 403)
  t.equal((await preview(test, {}, { as: { roles: ['OrderRead'] } })).status, 403)
})

t.test('given a close under way, when a preview is requested, then it does not wait and shows what is committed', async (t) => {
  const test = await testOrders(t)
  const order = await sell(test)
  const [written, shown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const caller = { clientId: 'till', roles: ['OrderAdmin'], storeIds: null, actor: 'till' } as const
  const inTransaction: typeof test.deps.inTransaction = (work) =>
    test.deps.inTransaction(async (tx) => {
      const result = await work(tx)
      written.resolve()
      await shown.promise
      return result
    })
  const closing = closeZReport(
    { ...test.deps, inTransaction },
    { request: { zReportId: 'Z-1', storeId: 'Oslo-01', registerIds: ['R1'] }, caller, correlationId: 'c' },
  )
  await written.promise
  t.match((await preview(test)).body, { zReportNumber: 1, orderIds: [order] })
  shown.resolve()
  await closing
  t.match((await preview(test)).body, { zReportNumber: 2, orderIds: { length: 0 } })
})

t.test(
  'given previews beside closes and sales, when all have ended, then each preview is one snapshot and no number is missing',
  async (t) => {
    const test = await testOrders(t)
    const sold: string[] = []
    const selling = (async () => {
      for (let sale = 0; sale < 10; sale++) sold.push(await sell(test))
    })()
    const rounds = Array.from({ length: 10 }, () => Promise.all([close(test), preview(test), preview(test)]))
    const responses = await Promise.all(rounds)
    await selling
    const last = await close(test)
    const closed = [...responses.map(([report]) => report), last]
    t.same(
      closed.map(({ body }) => body.zReportNumber).sort((a, b) => a - b),
      Array.from({ length: 11 }, (_, index) => index + 1),
    )
    t.same(closed.flatMap(({ body }) => body.orderIds).sort(), sold.sort())
    const numberOf = new Map<string, number>(
      closed.flatMap(({ body }) => body.orderIds.map((id: string) => [id, body.zReportNumber])),
    )
    for (const [, ...previews] of responses) {
      for (const { status, body } of previews) {
        t.equal(status, 200)
        // An order that it shows as waiting is in no report that it has read.
        t.ok(body.orderIds.every((id: string) => (numberOf.get(id) ?? 0) >= body.zReportNumber))
      }
    }
  },
)

t.test('given an Idempotency-Key, when a preview is repeated, then the response is the same', async (t) => {
  const test = await testOrders(t)
  await sell(test)
  const headers = { 'idempotency-key': 'x-report' }
  const first = await preview(test, {}, { headers })
  t.equal(first.status, 200)
  t.same((await preview(test, {}, { headers })).body, first.body)
})
