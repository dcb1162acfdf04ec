import t from 'tap'
import { createdOrder, orderFormBody, sampleConfig, testOrders, updateStatus } from '../../../testing/test-orders.ts'

const config = await sampleConfig()
const test = await testOrders(t)
const strict = await testOrders(t, {
  config: { ...config, settings: { ...config.settings, shipping: { refuseUnpaid: true } } },
})
const unpaid = { orderForm: orderFormBody({ payments: [] }) }
const order = (id: string, path: string) => `/api/Orders/${id}${path}`
const line = { lineItemId: '1', deliveredQuantity: 1 }
type Result = { actionType: string; actionStatus: string; message: string }
const warnings = (body: { orderActionExecutionResults: Result[] }) =>
  body.orderActionExecutionResults.filter(({ actionType }) => actionType === 'OrderIsUnpaid')
const warning = { actionStatus: 'Warning', message: /498\.9 NOK of the order is neither paid nor authorised/ }

t.test('given an unpaid order, when goods leave, then the result warns with the amount', async (t) => {
  const ship = { status: 'Shipped' }
  const { id } = await createdOrder(test, unpaid)
  const dryRun = { method: 'POST', url: order(id, '/UpdateStatus'), body: ship, query: { dryRun: 'true' } } as const
  t.match(warnings((await test.send(dryRun)).body), [warning])
  const body = { status: 'InProgress', lineItemUpdates: [line] }
  const updated = await test.send({ method: 'POST', url: order(id, '/OrderLinesUpdate'), body })
  t.match(warnings(updated.body), [warning])
  t.match(warnings((await updateStatus(test, id, { body: ship })).body), [warning])
  t.strictSame(warnings((await updateStatus(test, id, { body: { status: 'Completed' } })).body), [], 'it has left already')
  const authorised = await createdOrder(test)
  t.strictSame(warnings((await updateStatus(test, authorised.id, { body: ship })).body), [])
})

t.test('given an unpaid order, when goods leave by a patch or a batch, then the result warns with the amount', async (t) => {
  const left = [{ type: 'OrderIsUnpaid', message: warning.message }]
  const patches: [string, unknown][] = [
    ['/api/Orders/ID/PatchOrder', { status: 'Completed' }],
    ['/api/OrderShipments/ID', [{ shipmentId: '1', status: 'Released' }]],
    ['/api/Orders/ID/PatchUpdateOrderLines', [line]],
  ]
  for (const [path, body] of patches) {
    const { id } = await createdOrder(test, unpaid)
    const patch = () => test.send({ method: 'PATCH', url: path.replace('ID', id), body })
    t.match((await patch()).body, { isModified: true, warnings: left }, path)
    t.match((await patch()).body, { isModified: false, warnings: { length: 0 } }, path)
    const paid = await createdOrder(test)
    t.match((await test.send({ method: 'PATCH', url: path.replace('ID', paid.id), body })).body, { warnings: { length: 0 } })
  }
  const rows = [unpaid, {}].map(async (fields) => ({ ...(await createdOrder(test, fields)), status: 'Completed' }))
  const headers = { prefer: 'return=representation' }
  const sent = { method: 'POST', url: '/api/Orders/UpdateMany', headers, body: await Promise.all(rows) } as const
  t.match((await test.send(sent)).body.results, [
    { status: 'updated', message: warning.message },
    { status: 'updated', message: null },
  ])
})

t.test('given refuseUnpaid and an unpaid order, when goods would leave by any call, then nothing is written', async (t) => {
  const { id, ...created } = await createdOrder(strict, unpaid)
  const { versionId } = (await strict.send({ url: order(id, '') })).body
  const calls: [string, string, unknown][] = [
    ['POST', order(id, '/UpdateStatus'), { status: 'Shipped' }],
    ['POST', order(id, '/UpdateStatus'), { status: 'Completed', skipRunWorkflow: true }],
    ['POST', order(id, '/UpdateStatus?dryRun=true'), { status: 'Shipped' }],
    ['POST', order(id, '/OrderLinesUpdate'), { status: 'InProgress', lineItemUpdates: [line] }],
    ['PATCH', order(id, '/PatchOrder'), { status: 'Shipped' }],
    ['PATCH', `/api/OrderShipments/${id}`, [{ shipmentId: '1', status: 'Released' }]],
    ['PUT', '/api/Orders/Update', { ...created, id, status: 'Shipped' }],
    ['POST', '/api/Orders/UpdateMany', [{ ...created, id, status: 'Completed' }]],
  ]
  for (const [method, url, body] of calls) {
    const [path, query] = url.split('?') as [string, string | undefined]
    const dryRun = query === undefined ? {} : { query: { dryRun: 'true' } }
    const { status, text } = await strict.send({ method: method as 'POST', url: path, body, ...dryRun })
    t.equal(status, 400, `${method} ${url}`)
    t.match(text, /OrderIsUnpaid|498\.9 NOK/, `${method} ${url}`)
  }
  t.equal((await strict.send({ url: order(id, '') })).body.versionId, versionId)
  t.match(await updateStatus(strict, id, { body: { status: 'Cancelled' } }), { status: 200 })
})

t.test('given refuseUnpaid, when an authorised order or one on invoice is shipped, then it leaves', async (t) => {
  const { id } = await createdOrder(strict)
  t.equal((await updateStatus(strict, id, { body: { status: 'Shipped' } })).status, 200)
  const billed = await createdOrder(strict, { ...unpaid, paymentType: 'invoice' })
  t.equal((await updateStatus(strict, billed.id, { body: { status: 'Shipped' } })).status, 200)
})
