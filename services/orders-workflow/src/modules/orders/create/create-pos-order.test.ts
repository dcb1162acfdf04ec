import t from 'tap'
import { createdOrder, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
let sales = 0
const sale = (fields: Record<string, unknown> = {}) => ({
  orderNumber: `POS-${process.pid}-${++sales}`,
  storeId: 'Oslo-01',
  marketId: 'NOR',
  orderForm: {
    lineItems: [
      { code: 'CUP', quantity: 2, placedPrice: 100 },
      { code: 'POT', quantity: 1, placedPrice: 50 },
    ],
    payments: [{ amount: 250, paymentMethodName: 'Cash', transactionId: '', transactionType: 'Sale', status: 'Processed' }],
  },
  ...fields,
})
const create = (body: unknown, { query = {}, headers = {}, as = {} } = {}) =>
  test.send({ method: 'PUT', url: '/api/Orders/PosOrders', body, query, headers, as })

t.test('given a sale, when it is created, then it is a completed Pos order with its number as id', async (t) => {
  const before = new Date().toISOString()
  const body = sale()
  const response = await create(body)
  t.equal(response.status, 201)
  t.equal(response.headers.location, `/api/Orders/${body.orderNumber}`)
  t.equal(response.headers.etag, `"${response.body.versionId}"`)
  t.match(response.body, {
    id: body.orderNumber,
    orderNumber: body.orderNumber,
    orderType: 'Pos',
    status: 'Completed',
    completed: String,
    total: 250,
    remainingPayment: 0,
    orderForm: {
      lineItems: [
        { lineItemId: '1', deliveredQuantity: 2 },
        { lineItemId: '2', deliveredQuantity: 1 },
      ],
    },
  })
  t.ok(response.body.created >= before)
  t.same((await test.send({ url: `/api/Orders/${body.orderNumber}` })).body.id, body.orderNumber)
})

t.test('given type, status, id and date of a sale, when it is created, then only id and date are kept', async (t) => {
  const id = `pos-id-${process.pid}`
  const { body } = await create(sale({ id, orderType: 'Online', status: 'New', created: '2026-01-02T03:04:05Z' }))
  t.match(body, { id, orderType: 'Pos', status: 'Completed', created: '2026-01-02T03:04:05.000Z' })
})

t.test('given a sale, when market, number or store are missing or unknown, then it is refused', async (t) => {
  for (const path of ['marketId', 'orderNumber', 'storeId']) {
    for (const value of [null, '']) {
      const response = await create(sale({ id: `pos-bad-${++sales}`, [path]: value }))
      t.equal(response.status, 400, path)
      t.ok(response.body.errors[path], path)
    }
  }
  t.ok((await create(sale({ marketId: 'MARS' }))).body.errors.marketId)
  t.ok((await create(sale({ storeId: 'Nowhere' }))).body.errors.storeId)
})

t.test('given a taken id or a foreign store, when a sale is created, then it is 409 or 403', async (t) => {
  const { id } = await createdOrder(test)
  for (const fields of [{ id }, { orderNumber: id }]) t.equal((await create(sale(fields))).body.error, 'OrderIdExists')
  t.equal((await create(sale(), { as: { storeIds: ['142'] } })).status, 403)
})

t.test('given runWorkflow=false, when a sale is created, then it is unchanged', async (t) => {
  const { body } = await create(sale(), { query: { runWorkflow: 'false' } })
  t.match(body, { status: 'Completed', completed: null, orderForm: { lineItems: [{ deliveredQuantity: 0 }, {}] } })
})

t.test('given a repeated Idempotency-Key, when a sale is created, then there is one order', async (t) => {
  const body = sale()
  const headers = { 'idempotency-key': `pos-${process.pid}` }
  const first = await create(body, { headers })
  const again = await create(body, { headers })
  t.same([first.status, again.status, again.headers['idempotent-replayed']], [201, 201, 'true'])
  t.equal((await create(body)).status, 409)
})
