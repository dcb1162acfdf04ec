import t from 'tap'
import { createdOrder, orderBody, orderFormBody, testOrders, updateStatus } from '../../testing/test-orders.ts'

const test = await testOrders(t)
type Reference = { lineItemId?: string; quantity?: number | null }
const packages = (...lineItemReferences: Reference[]) => [{ id: 'box', lineItemReferences }]
const withPackages = (...references: Reference[]) => ({
  orderForm: orderFormBody({ shipments: [{ shipmentId: '1', packages: packages(...references) }] }),
})

// The sample order has 2 of line 1 and 1 of line 2.
const bad: [Reference, string][] = [
  [{ lineItemId: '1', quantity: 3 }, 'quantity'],
  [{ lineItemId: '1', quantity: -1 }, 'quantity'],
  [{ lineItemId: '9' }, 'lineItemId'],
]

t.test('when packages are sent by any route, then they must refer to lines of their shipment', async (t) => {
  const { id } = await createdOrder(test)
  const url = `/api/Orders/${id}`
  const ways: [string, (sent: unknown) => ReturnType<typeof test.send>, string][] = [
    [
      'UpdateStatus',
      (sent) => updateStatus(test, id, { body: { status: 'InProgress', shipmentInfo: { packages: sent } } }),
      'shipmentInfo',
    ],
    [
      'OrderLinesUpdate',
      (sent) => {
        const lineItemUpdates = [{ lineItemId: '1', deliveredQuantity: 1 }]
        const body = { status: 'InProgress', lineItemUpdates, shipmentInfo: { packages: sent } }
        return test.send({ method: 'POST', url: `${url}/OrderLinesUpdate`, body })
      },
      'shipmentInfo',
    ],
    [
      'PatchOrder',
      (sent) => {
        const body = { orderForm: { shipments: [{ shipmentId: '1', packages: sent }] } }
        return test.send({ method: 'PATCH', url: `${url}/PatchOrder`, body })
      },
      'orderForm.shipments[0]',
    ],
    [
      'OrderShipments',
      (sent) => test.send({ method: 'PATCH', url: `/api/OrderShipments/${id}`, body: [{ shipmentId: '1', packages: sent }] }),
      '[0]',
    ],
    [
      'PUT OrderShipments',
      (sent) => test.send({ method: 'PUT', url: `/api/OrderShipments/${id}`, body: [{ shipmentId: '1', packages: sent }] }),
      '[0]',
    ],
  ]
  for (const [name, send, at] of ways) {
    const { versionId } = (await test.send({ url })).body
    for (const [reference, field] of bad) {
      const { status, body } = await send(packages({ lineItemId: '2' }, reference))
      t.match([status, body.error], [400, 'ValidationFailed'], `${name}: ${JSON.stringify(reference)}`)
      // A reference that a patch adds comes after the existing ones.
      const [path = '', ...others] = Object.keys(body.errors ?? {})
      t.equal(path.replace(/\d(?=\]\.\w+$)/, 'n'), `${at}.packages[0].lineItemReferences[n].${field}`)
      t.same(others, [])
    }
    t.equal((await test.send({ url })).body.versionId, versionId, 'nothing is written')
    t.equal((await send(packages({ lineItemId: '2' }, { lineItemId: '1', quantity: 2 }))).status, 200, name)
  }
})

t.test('when an order is created or replaced, then the same rule holds, and stored references may be sent back', async (t) => {
  for (const [reference, field] of bad) {
    const path = `orderForm.shipments[0].packages[0].lineItemReferences[0].${field}`
    const response = await test.send({ method: 'POST', url: '/api/Orders', body: orderBody(withPackages(reference)) })
    t.same([response.status, Object.keys(response.body.errors ?? {})], [400, [path]])
    const order = await createdOrder(test)
    const replaced = await test.send({ method: 'PUT', url: '/api/Orders/Update', body: { ...order, ...withPackages(reference) } })
    t.same([replaced.status, Object.keys(replaced.body.errors ?? {})], [400, [path]])
  }
  const order = await createdOrder(test, withPackages({ lineItemId: '1', quantity: 2 }, { lineItemId: '2' }))
  const lineItems = [{ lineItemId: '1', quantity: 1 }]
  const fewer = await test.send({
    method: 'PATCH',
    url: `/api/Orders/${order.id}/PatchOrder`,
    body: { orderForm: { lineItems } },
  })
  t.equal(fewer.status, 200)
  const { body } = await test.send({ url: `/api/Orders/${order.id}` })
  t.equal((await test.send({ method: 'PUT', url: '/api/Orders/Update', body: { ...body, customerName: 'Ola' } })).status, 200)
})

t.test('when goods move to another shipment, then they leave the packages of the first', async (t) => {
  const { id } = await createdOrder(test, withPackages({ lineItemId: '1', quantity: 2 }, { lineItemId: '2', quantity: 1 }))
  const lineItemUpdates = [
    { lineItemId: '1', splitQuantity: 1 },
    { lineItemId: '2', splitQuantity: 1 },
  ]
  const body = { status: 'InProgress', lineItemUpdates }
  const { body: response } = await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLinesUpdate`, body })
  t.same(response.order.orderForm.shipments[0].packages[0].lineItemReferences, [{ lineItemId: '1', quantity: 1 }])
})
