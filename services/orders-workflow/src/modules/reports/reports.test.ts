import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { bindReport, valuesOfReport } from '@open-oms/service-kit/reports/report'
import type { OwnedTestDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { put } from '../../testing/inventory.ts'
import { storedOrder } from '../../testing/orders/found-orders.ts'
import { testOrders } from '../../testing/test-orders.ts'
import { orderReports } from './report-registry.ts'

const test = await testOrders(t)
const period = { from: '2026-02-10', to: '2026-02-11' }
type Row = Record<string, string | null>
const run = (name: string, query: Record<string, string> = {}, as: object = {}) =>
  test.send({ url: `/api/Reports/${name}`, query: { ...period, ...query }, as })
const rows = async (name: string, query: Record<string, string> = {}): Promise<Row[]> => {
  const { status, body, text } = await run(name, query)
  if (status !== 200) throw new Error(text)
  return body.rows
}
/** The rows as the texts of some columns. */
const shown = async (name: string, columns: readonly string[], query: Record<string, string> = {}) =>
  (await rows(name, query)).map((row) => columns.map((column) => row[column]))
/** Sums of a column by currency. */
const sums = async (name: string, column: string) => {
  const found: Record<string, number> = {}
  for (const row of await rows(name)) found[row.currency ?? ''] = (found[row.currency ?? ''] ?? 0) + Number(row[column])
  return found
}

const paid = (transactionType: 'Authorization' | 'Capture' | 'Sale' | 'Credit', amount: number, name = 'Card') => ({
  transactionId: `${transactionType}-${amount}`,
  transactionType,
  amount,
  paymentMethodName: name,
  status: 'Processed' as const,
  created: '2026-02-10T13:00:00.000Z',
})

const a = await storedOrder(
  test,
  { id: 'A', orderNumber: '1001', storeId: 'Oslo-01', created: '2026-02-10T12:00:00.000Z', customerEmail: 'kari@example.com' },
  {
    lineItems: [
      {
        code: 'CUP',
        displayName: 'Cup',
        brand: 'Nord',
        placedPrice: 100,
        quantity: 3,
        canceledQuantity: 1,
        taxRate: 25,
        cost: 40,
      },
      { code: 'BOOK', displayName: 'Book', placedPrice: 50, taxRate: 0 },
    ],
    discounts: [
      {
        discountId: 'D1',
        discountCode: 'TEN',
        discountName: 'Ten off',
        discountType: 'Order',
        rewardType: 'Money',
        discountValue: 10,
      },
    ],
    handlingTotal: 25,
    shipments: [
      {
        shipmentId: '1',
        shippingMethodName: 'Post',
        shippingSubTotal: 50,
        shipmentTaxRate: 25,
        completed: '2026-02-12T12:00:00.000Z',
        expectedDeliveryDate: '2026-02-11T12:00:00.000Z',
      },
    ],
    payments: [paid('Authorization', 300), paid('Capture', 200), paid('Credit', 30), { ...paid('Sale', 999), status: 'Failed' }],
  },
)
await storedOrder(
  test,
  // In Oslo it is the next day already.
  { id: 'B', storeId: 'Bergen-01', created: '2026-02-10T23:30:00.000Z', customerEmail: 'kari@example.com' },
  { lineItems: [{ code: 'CUP', displayName: 'Cup', placedPrice: 100, taxRate: 25 }], payments: [paid('Sale', 100, '=cmd')] },
)
await storedOrder(
  test,
  { id: 'C', storeId: 'Stockholm-01', marketId: 'SWE', billingCurrency: 'SEK', created: '2026-02-11T08:00:00.000Z' },
  { lineItems: [{ code: 'TEA', placedPrice: 120, taxRate: 25 }] },
)
for (const [id, fields] of Object.entries({
  deleted: { status: 'Deleted', created: a.created },
  before: { created: '2026-02-09T22:59:59.999Z' },
  after: { created: '2026-02-11T23:00:00.000Z' },
}))
  await storedOrder(test, { id, storeId: 'Oslo-01', ...fields }, { lineItems: [{ code: 'CUP', placedPrice: 100 }] })
const returned = (returnId: string, [code, quantity, extendedPrice]: [string, number, number], returnReason: string) => ({
  returnId,
  created: '2026-02-10T15:00:00.000Z',
  modified: '2026-02-10T15:00:00.000Z',
  lineItems: [{ lineItemId: returnId, code, quantity, returnReason, extendedPrice, placedPrice: extendedPrice / quantity }],
})
await storedOrder(
  test,
  {
    id: 'returned',
    storeId: 'Oslo-01',
    created: '2026-01-10T12:00:00.000Z',
    returnOrderForms: [
      returned('1', ['CUP', 2, 200], 'Too small'),
      returned('2', ['BOOK', 1, 50], 'Kari has called from 900 11 222 and says it is torn'),
    ],
  },
  {
    lineItems: [
      { code: 'CUP', placedPrice: 100, quantity: 2, deliveredQuantity: 2, returnQuantity: 2 },
      { code: 'BOOK', placedPrice: 50, deliveredQuantity: 1, returnQuantity: 1 },
    ],
  },
)
await put(test, [
  { skuId: 'CUP', warehouseCode: 'W1', quantity: 3 },
  { skuId: 'TEA', warehouseCode: 'W2', quantity: 30 },
])

const totals: { total: number; tax: number; goods: number; currency: string }[] = []
for (const id of ['A', 'B', 'C']) {
  const { body } = await test.send({ url: `/api/Orders/${id}` })
  const { total, taxTotal: tax, subTotal: goods } = body
  totals.push({ total, tax, goods, currency: body.billingCurrency })
}
const expected = (field: 'total' | 'tax' | 'goods') => ({
  NOK: (totals[0]?.[field] ?? 0) + (totals[1]?.[field] ?? 0),
  SEK: totals[2]?.[field] ?? 0,
})

t.test('given orders of a period, when sales by day are run, then days are local and sums are those of the API', async (t) => {
  t.same(await shown('sales-by-day', ['day', 'store_id', 'currency', 'orders']), [
    ['2026-02-10', 'Oslo-01', 'NOK', '1'],
    ['2026-02-11', 'Bergen-01', 'NOK', '1'],
    ['2026-02-11', 'Stockholm-01', 'SEK', '1'],
  ])
  t.same(await sums('sales-by-day', 'total'), expected('total'))
  t.same(await sums('sales-by-day', 'tax_total'), expected('tax'))
  const { body: sales } = await test.send({
    url: '/api/Orders/Sales',
    query: { from: '2026-02-09T23:00:00Z', to: '2026-02-11T23:00:00Z' },
  })
  const ofApi = Object.fromEntries(sales.currencies.map((one: { currency: string; total: number }) => [one.currency, one.total]))
  t.same(await sums('sales-by-day', 'total'), ofApi)
})

t.test('given lines of orders, when sales by product are run, then they sum to the goods of the orders', async (t) => {
  t.same(await sums('sales-by-product', 'total'), expected('goods'))
  const [cup] = await rows('sales-by-product')
  t.match(cup, {
    sku_id: 'CUP',
    product_name: 'Cup',
    brand: 'Nord',
    currency: 'NOK',
    orders: '2',
    quantity: '3',
    cost_total: '80',
  })
})

t.test('given payments, when they are summed by method, then those that count are as the orders say', async (t) => {
  t.same(await shown('payments-by-method', ['method', 'payments', 'captured', 'refunded', 'net']), [
    ['=cmd', '1', '100', '0', '100'],
    ['Card', '2', '200', '30', '170'],
  ])
  t.same(await shown('refunds', ['day', 'store_id', 'method', 'refunds', 'refunded']), [
    ['2026-02-10', 'Oslo-01', 'Card', '1', '30'],
  ])
  t.match((await test.send({ url: '/api/Orders/A' })).body.orderForm, { capturedPaymentTotal: 200, creditPaymentTotal: 30 })
})

t.test('given goods, shipping and handling, when VAT is summed by rate, then the sum is the tax of the orders', async (t) => {
  t.same(await sums('vat-by-rate', 'tax_total'), expected('tax'))
  t.same(await sums('vat-by-rate', 'total'), expected('total'))
  t.same(await shown('vat-by-rate', ['part', 'tax_rate', 'currency']), [
    ['Goods', '0', 'NOK'],
    ['Goods', '25', 'NOK'],
    ['Goods', '25', 'SEK'],
    ['Handling', null, 'NOK'],
    ['Shipping', '25', 'NOK'],
  ])
})

t.test('given a discount on an order, when discounts are run, then it is there with what it took off', async (t) => {
  t.same(await shown('discounts', ['discount_id', 'code', 'name', 'currency', 'orders', 'amount']), [
    ['D1', 'TEN', 'Ten off', 'NOK', '1', '10'],
  ])
})

t.test('given stock, when its reports are run, then low stock and what moves least come first', async (t) => {
  t.same(await shown('stock-levels', ['sku_id', 'available_quantity', 'low_stock_at', 'is_low']), [
    ['CUP', '3', '5', 'yes'],
    ['TEA', '30', '5', 'no'],
  ])
  t.same(await shown('stock-turnover', ['sku_id', 'withdrawn', 'turnover']), [
    ['TEA', '0', '0'],
    ['CUP', '0', '0'],
  ])
})

t.test('given a shipment that came late, when lead times are run, then it is counted with its hours', async (t) => {
  const columns = ['shipping_method', 'shipments', 'completed', 'average_hours', 'median_hours', 'late']
  const found = await shown('lead-times', columns)
  t.same(
    found.filter(([method]) => method === 'Post'),
    [['Post', '1', '1', '48', '48', '1']],
  )
  t.same(
    found.filter(([method]) => method !== 'Post').map(([, , completed, average]) => [completed, average]),
    [
      ['0', null],
      ['0', null],
    ],
  )
})

t.test('given returns, when they are summed by reason, then a longer text is no reason of its own', async (t) => {
  t.same(await shown('returns-by-reason', ['reason', 'store_id', 'currency', 'returns', 'quantity', 'total']), [
    ['Too small', 'Oslo-01', 'NOK', '1', '2', '200'],
    ['Other', 'Oslo-01', 'NOK', '1', '1', '50'],
  ])
})

t.test('given a period, when a report is planned, then an index finds its orders', async (t) => {
  const { reports } = test.deps
  const values = { ...period, zone: 'Europe/Oslo', stores: null, further: {} }
  const url = (test.database as OwnedTestDatabase).reportingUrl
  const database = createDatabase({ url, log: createLogger({ service: 'test', level: 'silent' }) })
  t.teardown(() => database.close())
  const plan = (text: string, bound: readonly unknown[]) =>
    database.inTransaction(async (tx) => {
      // Of so few rows PostgreSQL would read all.
      await tx.query({ text: 'set local enable_seqscan = off' })
      const rows = await tx.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values: bound })
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  for (const { name, sql } of orderReports) {
    if (!valuesOfReport(sql).includes('from')) continue
    const { text, values: bound } = bindReport(sql, values, reports.further)
    t.match(await plan(text, bound), /Index Cond: .*(created|last_payment)/, name)
  }
  const ofOrders = 'select count(*), sum(total) from reporting.orders where created_at >= $1 and store_id = any ($2)'
  t.notMatch(await plan(ofOrders, [period.from, ['Oslo-01']]), /on "?order"? /, 'documents are not read for what is beside them')
})

t.test('given orders that wait, when open orders are run, then the oldest comes first', async (t) => {
  t.same(await shown('open-orders', ['order_id', 'order_number', 'currency']), [
    ['A', '1001', 'NOK'],
    ['B', null, 'NOK'],
    ['C', null, 'SEK'],
  ])
})

t.test('given every report, when it is run as JSON, CSV and NDJSON, then its columns are those that it lists', async (t) => {
  const { body: list } = await test.send({ url: '/api/Reports' })
  const listed = list.map(({ name }: { name: string }) => name)
  t.same(
    orderReports.filter(({ name }) => !listed.includes(name)),
    [],
  )
  for (const { name, columns } of orderReports) {
    const names = columns.map((column) => column.name)
    const { body } = await run(name)
    t.same(
      body.columns.map((column: { name: string }) => column.name),
      names,
      name,
    )
    const csv = await run(name, { format: 'csv' })
    t.equal(csv.text.split('\r\n')[0], `\ufeff${names.join(',')}`)
    const lines = (await run(name, { format: 'ndjson' })).text.split('\n').slice(0, -1)
    t.equal(lines.length, body.rows.length, name)
    for (const line of lines) t.same(Object.keys(JSON.parse(line)), names)
  }
})

t.test(
  'given a text that a spreadsheet would run, when it is exported as CSV, then it is guarded, and decimals are as asked',
  async (t) => {
    const csv = await run('payments-by-method', { format: 'csv' })
    t.match(csv.text, `\r\n'=cmd,Bergen-01,NOK,1,100,0,100\r\n`)
    t.match(csv.headers, { 'content-disposition': 'attachment; filename="payments-by-method-2026-02-10-2026-02-11.csv"' })
    const comma = await run('vat-by-rate', { format: 'csv', decimal: 'comma' })
    t.match(comma.text, /Goods;25;NOK;\d+(,\d+)?;/)
  },
)

t.test('given a caller of one store, when it runs reports, then it gets that store alone', async (t) => {
  for (const { name } of orderReports) {
    const { status, body, text } = await run(name, {}, { storeIds: ['Bergen-01'] })
    t.equal(status, 200, text)
    for (const row of body.rows as Row[]) if (row.store_id !== undefined) t.equal(row.store_id, 'Bergen-01', name)
    const other = await run(name, { storeId: 'Oslo-01' }, { storeIds: ['Bergen-01'] })
    t.match(
      other,
      { status: 400, body: { errors: { storeId: ['is no store of the configuration'] } } },
      `${name} of another store`,
    )
  }
  t.match((await run('sales-by-day', { storeId: 'Oslo-01' })).body.rows, [{ store_id: 'Oslo-01' }])
  t.equal((await run('sales-by-day', { storeId: 'Nowhere', format: 'csv' })).status, 400, 'a store that there is not')
  t.same((await run('discounts', { storeId: 'Tokyo-01' })).body.rows, [], 'one without rows is none of these')
  t.same((await run('stock-levels', {}, { storeIds: [] })).body.rows, [])
})

t.test('given a bad request, when a report is run, then it is refused with what is wrong', async (t) => {
  t.equal((await run('nothing')).status, 404)
  t.equal((await run('sales-by-day', { from: '2026-02-12' })).status, 400)
  t.equal((await run('sales-by-day', { from: 'soon' })).status, 400)
  t.equal((await run('sales-by-day', { format: 'xlsx' })).status, 400)
  t.equal((await run('sales-by-day', {}, { roles: ['OrderRead'] })).status, 403, 'files need the permission Export')
})

t.test(
  'given the views, when a customer has two orders, then both have one hash, which says nothing of the customer',
  async (t) => {
    const read = test.deps.reports.database?.read({
      text: `select customer_hash, count(*)::int as orders from reporting.orders where order_id in ('A', 'B') group by 1`,
      values: [],
    })
    const { value } = (await read?.next()) ?? {}
    await read?.return(undefined)
    t.match(value, [{ customer_hash: /^[0-9a-f]{64}$/, orders: 2 }])
  },
)

t.test('given a report without a period that ends, when more rows are there than are shown, then it says so', async (t) => {
  const { body } = await run('open-orders', { take: '2' })
  t.match(body, { hasMore: true, rows: { length: 2 } })
  t.match((await run('open-orders', { take: '3' })).body, { hasMore: false, rows: { length: 3 } })
})
