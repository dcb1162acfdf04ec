import { credentialRowRoutes } from '@open-oms/contracts/gateway/credential-rows'
import { orderRoutes } from '@open-oms/contracts/orders/routes/order-routes'
import { accessSuite } from '@open-oms/service-kit/testing/access-suite'
import t from 'tap'
import { authorization, orderBody, testOrders } from './testing/test-orders.ts'

const orders = await testOrders(t)
const unknown = { id: 'nobody', orderId: 'nobody' }

t.test('when any route is called, then the rules of access hold', (t) =>
  accessSuite(t, {
    client: orders,
    contracts: orderRoutes,
    samples: {
      createOrder: { valid: { body: orderBody() }, invalidBody: { storeId: 7 } },
      createNumberedOrder: { valid: { body: orderBody() }, invalidBody: { storeId: 7 } },
      createPosOrder: { valid: { body: orderBody() }, invalidBody: { orderNumber: 7 } },
      addOrders: { valid: { body: [orderBody()] }, invalidBody: [{ storeId: 7 }] },
      importOrders: { valid: { body: [orderBody()] }, invalidBody: [7] },
      updateOrder: { valid: { body: orderBody() }, invalidBody: { id: 7 }, unknown: {} },
      replaceOrder: { valid: { body: orderBody() }, invalidBody: { id: 7 }, unknown: {} },
      updateOrders: { valid: { body: [orderBody()] }, invalidBody: {} },
      getOrder: { unknown },
      orderExists: { unknown },
      orderExistsByGet: { unknown },
      getOrderByCart: { unknown: { cartId: 'nothing' } },
      getScroll: { unknown: { scrollId: 'nothing' } },
      deleteScroll: { unknown: { scrollId: 'nothing' } },
      exportOrders: { invalidBody: { columns: 7 } },
      addPayments: { valid: { body: [authorization()] }, invalidBody: { payments: 5 }, unknown },
      listColleagues: {},
      changeComment: {
        valid: { body: {} },
        invalidBody: { isPinned: 'maybe' },
        unknown: { orderId: 'nobody', commentId: 'nothing' },
      },
      listStaffNotifications: {},
      countUnreadNotifications: {},
      markNotificationsRead: { valid: { body: { ids: [] } }, invalidBody: { ids: 7 } },
      addComment: { valid: { body: { orderId: 'nobody', commentText: 'Hei' } }, invalidBody: { orderId: 7 } },
      addPaymentsByPut: { valid: { body: [authorization()] }, invalidBody: [{ amount: 'much' }], unknown },
      patchOrder: { valid: { body: {} }, invalidBody: { customerName: 5 }, unknown },
      patchUpdateOrderLines: { valid: { body: [{ lineItemId: '1' }] }, invalidBody: [{ quantity: 1 }], unknown },
      patchLineItemIds: {
        valid: { body: { orderId: 'nobody', lineItemIdMappings: [{ oldLineItemId: '1', newLineItemId: '2' }] } },
        invalidBody: { orderId: 5 },
      },
      getWorkflowRuns: { unknown },
      resumeWorkflowRun: { unknown: { orderId: 'nobody', runId: 'nothing' } },
      retryWorkflowStep: {
        valid: { body: { stepId: '1' } },
        invalidBody: { stepId: 5 },
        unknown: { orderId: 'nobody', runId: 'nothing' },
      },
      putPayments: { valid: { body: [authorization()] }, invalidBody: { payments: 5 }, unknown },
      getPaymentOptions: { unknown },
      addOrderLine: { valid: { body: { quantity: 1 } }, invalidBody: { quantity: '1' }, unknown },
      addManyOrderLines: { valid: { body: [{ quantity: 1 }] }, invalidBody: [{ quantity: '1' }], unknown },
      cancelOrderLine: { unknown: { orderId: 'nobody', lineItemId: '1' } },
      cancelOrderLines: { valid: { body: [] }, invalidBody: [{ orderId: 7 }] },
      addOrderLineProperties: { valid: { body: [] }, invalidBody: [{ lineItemId: 7 }], unknown },
      deleteOrder: { unknown },
      restoreOrder: { unknown },
      getOrderVersion: { unknown: { id: 'nobody', versionId: '0198c0de-0000-7000-8000-000000000000' } },
      listOrderVersions: { unknown },
      diffOrderVersions: { unknown: { id: 'nobody', from: 'a', to: 'b' } },
      trackOrder: { unknown: { secretKey: 'nobody' } },
      readTimeline: { unknown },
      listOrderMessages: { unknown },
      getOrderMessage: { unknown: { orderId: 'nobody', messageId: 'nothing' } },
      sendOrderInvoice: { valid: { body: {} }, invalidBody: { emailTo: 7 }, unknown },
      resendOrderMessage: { unknown: { orderId: 'nobody', messageId: 'nothing' } },
      updateStatus: { valid: { body: { status: 'New' } }, invalidBody: { status: 1 }, unknown },
      refundPayment: { valid: { body: { amount: 1, reason: 'Late' } }, invalidBody: { amount: 'one' }, unknown },
      capturePayment: { valid: { body: {} }, invalidBody: { amount: 'one' }, unknown },
      voidPayment: { valid: { body: {} }, invalidBody: { amount: 'one' }, unknown },
      sendPaymentLink: { valid: { body: {} }, invalidBody: { amount: 'one' }, unknown },
      withdrawPaymentLink: { valid: { body: { paymentId: 'p' } }, invalidBody: { paymentId: 1 }, unknown },
      pressButton: { valid: { body: {} }, invalidBody: { userId: 7 }, unknown: { orderId: 'nobody', buttonId: 'none' } },
      cancelOrder: { valid: { body: { reason: 'Customer' } }, invalidBody: { reason: 1 }, unknown },
      getTransitions: { unknown },
      getOrderDeadLetter: { unknown: { deadLetterId: '4711' } },
      replayOrderDeadLetter: { unknown: { deadLetterId: '4711' } },
      dropOrderDeadLetter: { unknown: { deadLetterId: '4711' } },
      createCart: { invalidBody: { storeId: 7 } },
      getCart: { unknown: { cartId: 'nobody' } },
      deleteCart: { unknown: { cartId: 'nobody' } },
      addToCart: { valid: { query: { skuId: 'CUP' } }, unknown: { cartId: 'nobody' } },
      setCartLine: {
        valid: { body: { code: 'CUP', quantity: 1 } },
        invalidBody: { quantity: 'one' },
        unknown: { cartId: 'nobody' },
      },
      updateComponentsInCart: {
        valid: { body: [{ componentId: '1', skuId: 'CUP' }] },
        invalidBody: [{ componentId: 7 }],
        unknown: { cartId: 'nobody', orderLineId: '1' },
      },
      createCartOrder: { unknown: { cartId: 'nobody' } },
      processCartWorkflowTest: { unknown: { cartId: 'nobody', status: 'New' } },
      orderLinesUpdate: {
        valid: { body: { status: 'New', lineItemUpdates: [{ lineItemId: '1' }] } },
        invalidBody: { status: 1 },
        unknown,
      },
      putShipments: { valid: { body: [{ shipmentId: '1' }] }, invalidBody: [{ shipmentId: 1 }], unknown },
      patchShipments: { valid: { body: [{ shipmentId: '1' }] }, invalidBody: [{}], unknown },
      deleteShipments: { valid: { body: ['1'] }, invalidBody: [1], unknown },
      addOrderLinesToShipment: { valid: { body: [{ shipmentId: '1', lineItemIds: ['1'] }] }, invalidBody: [{}], unknown },
    },
  }),
)

t.test('when the server is built, then it has every contract', async (t) => {
  t.same(new Set(orders.app.kit.contracts), new Set<unknown>([...orderRoutes, ...credentialRowRoutes]))
})

t.test('given a token with the role OrderRead, when orders are read and written, then only the reads succeed', async (t) => {
  const as = { roles: ['OrderRead'] }
  const { id } = (await orders.send({ method: 'POST', url: '/api/Orders', body: orderBody() })).body
  t.equal((await orders.send({ url: `/api/orders/${id}/`, as })).status, 200)
  t.equal((await orders.send({ method: 'HEAD', url: `/api/Orders/${id}`, as })).status, 200)
  t.equal((await orders.send({ method: 'POST', url: '/api/Orders', body: orderBody(), as })).status, 403)
})
