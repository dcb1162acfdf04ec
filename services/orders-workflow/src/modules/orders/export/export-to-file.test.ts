import { parsedCsv } from '@open-oms/service-kit/testing/parsed-csv'
import t from 'tap'
import { fetchOrders, manyOrders } from '../../../testing/orders/many-orders.ts'
import { orderFormBody, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
const send = (body: unknown, as: Record<string, unknown> = {}) =>
  test.send({ method: 'POST', url: '/api/Orders/ExportOrders', body, as })
const byAge = { sortOrder: 'CreatedAscending' }
const ids = await manyOrders(test, 60, { customerId: 'all' })
const orders = await fetchOrders(test, ids)
const openLists = async () => (await test.database.query({ text: 'select id from scroll' })).length

t.test('given orders, when they are exported as JSON, then the file is their list in the requested order', async (t) => {
  const response = await send({ customerId: 'all', ...byAge })
  t.equal(response.status, 200)
  t.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  t.match(response.headers['content-disposition'], /^attachment; filename="orders-\d{4}-\d\d-\d\dT\d{6}Z\.json"$/)
  t.same(response.body, orders)
  t.same(
    (await send({ customerId: 'all' })).body.map((order: { id: string }) => order.id),
    [...ids].reverse(),
    'newest first',
  )
  t.same((await send({ customerId: 'nobody' })).body, [])
})

t.test('given orders, when they are exported as ndjson, then the file has one order per line', async (t) => {
  const response = await send({ customerId: 'all', format: 'NDJSON', ...byAge })
  t.match(response.headers, { 'content-type': 'application/x-ndjson; charset=utf-8', 'content-disposition': /\.ndjson"$/ })
  const lines = response.text.split('\n')
  t.equal(lines.pop(), '')
  t.same(
    lines.map((line) => JSON.parse(line)),
    orders,
  )
  t.equal((await send({ customerId: 'nobody', format: 'ndjson' })).text, '')
})

t.test('given orders, when they are exported as CSV, then it has the default columns and reads back the same', async (t) => {
  const response = await send({ customerId: 'all', format: 'csv', ...byAge })
  t.match(response.headers, { 'content-type': /^text\/csv; charset=utf-8/, 'content-disposition': /\.csv"$/ })
  const [header = [], ...rows] = parsedCsv(response.text)
  t.equal(
    header.join(','),
    'id,orderNumber,orderType,status,storeId,marketId,customerNumber,customerName,customerEmail,billingCurrency,total,taxTotal,netTotal,remainingPayment,created,modified',
  )
  t.equal(rows.length, 60)
  t.same(
    rows,
    orders.map((order) => header.map((name) => (order[name] === null ? '' : String(order[name])))),
  )
  const empty = await send({ customerId: 'nobody', format: 'csv' })
  t.equal(parsedCsv(empty.text).length, 1, 'the header is present without orders, too')
})

t.test('given `bom`, when orders are exported, then a CSV begins with a byte order mark, and JSON does not', async (t) => {
  const marked = await send({ customerId: 'all', format: 'csv', ...byAge, bom: true })
  const plain = await send({ customerId: 'all', format: 'csv', ...byAge })
  t.equal(marked.text, `\ufeff${plain.text}`)
  t.match(plain.text, /^id,/)
  t.match((await send({ customerId: 'all', format: 'ndjson', ...byAge, bom: true })).text, /^\{/)
})

t.test('given columns as paths, when orders are exported as CSV, then formulas are neutralised and numbers not', async (t) => {
  await manyOrders(test, 1, {
    customerId: 'odd',
    customerName: '=HYPERLINK("http://evil.example","Kari, click")',
    customerPhone: '+47 22 33 44 55',
    billingAddress: { city: 'Ås,\r\nNorge', line1: '@home' },
    properties: [{ key: 'RegisterId', value: '-7' }],
    orderForm: orderFormBody({ grossRoundoff: -0.4 }),
  })
  const columns = [
    ['customerName', `'=HYPERLINK("http://evil.example","Kari, click")`],
    ['customerPhone', "'+47 22 33 44 55"],
    ['billingAddress.City', 'Ås,\r\nNorge'],
    ['billingAddress.line1', "'@home"],
    ['properties[RegisterId]', "'-7"],
    ['orderForm.grossRoundoff', '-0.4'],
    ['orderForm.lineItems[1].code', 'POT'],
    ['orderForm.lineItems[9].code', ''],
    ['tags', '[]'],
  ]
  const response = await send({ customerId: 'odd', format: 'csv', columns: columns.map(([path]) => path) })
  t.same(parsedCsv(response.text), [columns.map(([path]) => path), columns.map(([, value]) => value)])
})

t.test('given order ids and filters, when orders are exported, then both must match', async (t) => {
  const wanted = [ids[3], ids[7], 'nobody', ids[3]]
  const exported = async (body: Record<string, unknown>) =>
    (await send({ ...byAge, ...body })).body.map((order: { id: string }) => order.id)
  t.same(await exported({ orderIds: wanted }), [ids[3], ids[7]])
  t.same(await exported({ orderIds: wanted, createdFrom: orders[5]?.created }), [ids[7]])
  t.same(await exported({ orderIds: wanted, customerId: 'odd' }), [])
  t.equal((await exported({ orderIds: [], customerId: 'all' })).length, 60, 'an empty list is no filter')
})

t.test('given a limited caller, when it exports, then it gets its stores, and deleted orders only by status', async (t) => {
  const [bergen] = await manyOrders(test, 1, { customerId: 'b', storeId: 'Bergen-01' })
  const [deleted] = await manyOrders(test, 1, { customerId: 'b', storeId: 'Bergen-01', status: 'Deleted' })
  const exported = async (body: Record<string, unknown>, storeIds: string[]) =>
    (await send(body, { storeIds })).body.map((order: { id: string }) => order.id)
  t.same(await exported({}, ['Bergen-01']), [bergen])
  t.same(await exported({ orderIds: [bergen] }, ['Oslo-01']), [])
  t.same(await exported({ selectedStatuses: ['Deleted'] }, ['Bergen-01']), [deleted])
})

t.test('given an unknown format, column or connector, when orders are exported, then it is refused with its path', async (t) => {
  const bad: [Record<string, unknown>, string][] = [
    [{ format: 'xlsx' }, 'format'],
    [{ format: 'csv', columns: ['id', 'billingAddress..city'] }, 'columns[1]'],
    [{ format: 'csv', columns: ['nothing'] }, 'columns[0]'],
    [{ columns: ['=id'] }, 'columns[0]'],
    [{ columns: 'id' }, 'columns'],
    [{ connectorId: 'nobody' }, 'connectorId'],
    [{ connectorName: 'sms' }, 'connectorName'],
    [{ orderIds: 'x' }, 'orderIds'],
    [{ sortOrder: 'Upwards' }, 'sortOrder'],
  ]
  for (const [body, path] of bad) {
    t.match(
      await send(body),
      { status: 400, body: { error: 'ValidationFailed', errors: { [path]: [String] } } },
      JSON.stringify(body),
    )
  }
})

t.test('given exports that ended or failed, when the open lists are counted, then there are none', async (t) => {
  await send({})
  await send({ searchText: Array.from({ length: 30 }, (_, index) => `w${index}`).join(' ') })
  t.equal(await openLists(), 0)
})

t.test('given the limit of scrolls, when a client exports repeatedly, then exports do not count as scrolls', async (t) => {
  for (let turn = 0; turn < 25; turn++) t.equal((await send({ orderIds: [ids[0]] })).status, 200)
})

t.test('given a repeated Idempotency-Key, when orders are exported, then the export is a new one', async (t) => {
  for (let turn = 0; turn < 2; turn++) {
    const headers = { 'idempotency-key': 'nightly' }
    const response = await test.send({ method: 'POST', url: '/api/Orders/ExportOrders', body: { orderIds: [ids[0]] }, headers })
    t.same([response.status, response.body], [200, [orders[0]]])
    t.equal(response.headers['idempotent-replayed'], undefined)
  }
})
