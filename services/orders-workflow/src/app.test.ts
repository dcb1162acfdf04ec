import { orderRoutes } from '@oms/contracts/orders/routes/order-routes'
import { accessSuite } from '@oms/service-kit/testing/access-suite'
import t from 'tap'
import { authorization, orderBody, testOrders } from './testing/test-orders.ts'

const orders = await testOrders(t)
const unknown = { id: 'nobody', orderId: 'nobody' }

t.test('every route keeps the rules of access', (t) =>
  accessSuite(t, {
    client: orders,
    contracts: orderRoutes,
    samples: {
      createOrder: { valid: { body: orderBody() }, invalidBody: { storeId: 7 } },
      getOrder: { unknown },
      addPayments: { valid: { body: [authorization()] }, invalidBody: { payments: 5 }, unknown },
      addPaymentsByPut: { valid: { body: [authorization()] }, invalidBody: [{ amount: 'much' }], unknown },
      updateStatus: { valid: { body: { status: 'New' } }, invalidBody: { status: 1 }, unknown },
      getTransitions: { unknown },
    },
  }),
)

t.test('every contract is on the server', async (t) => {
  t.same(new Set(orders.app.kit.contracts), new Set(orderRoutes))
})

t.test('a reader may read and not write', async (t) => {
  const as = { roles: ['OrderRead'] }
  const { id } = (await orders.send({ method: 'POST', url: '/api/Orders', body: orderBody() })).body
  t.equal((await orders.send({ url: `/api/orders/${id}/`, as })).status, 200)
  t.equal((await orders.send({ method: 'HEAD', url: `/api/Orders/${id}`, as })).status, 200)
  t.equal((await orders.send({ method: 'POST', url: '/api/Orders', body: orderBody(), as })).status, 403)
})
