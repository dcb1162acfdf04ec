import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import { returning } from '../../testing/returning.ts'
import {
  authorization,
  type OrdersTest,
  orderFormBody,
  outboxEnvelopes,
  paymentsByType,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'

const refused: string[] = []
/** Refunds as requested, except for the listed keys, whose next request it refuses. */
const refund: PaymentConnector['refund'] = async (request) => {
  const reason = refused.shift()
  return reason === undefined ? manualPayments.refund(request) : { outcome: 'refused', reason }
}
const test = await testOrders(t, { connectors: { payment: (): PaymentConnector => ({ ...manualPayments, refund }) } })
const { deliveredOrder, patchReturn, postReturn, readOrder, returnStatus } = returning(test)
const completed = { returnId: '1', status: 'Completed' }

async function returned(fields: object = {}, order: Record<string, unknown> = {}) {
  const { id } = await deliveredOrder(order)
  const { status, text } = await postReturn(id, {
    returns: [{ lineItemId: '1', returnQuantity: 1, isStockUpdated: true }],
    ...fields,
  })
  if (status !== 200) throw new Error(text)
  return id as string
}
const fetchStock = async (skuId: string) =>
  (await test.send({ url: `/api/Inventory?skuIds=${skuId}&warehouseCode=Oslo-01` })).body[0]?.quantity
const fetchRuns = async ({ send }: OrdersTest, id: string) => (await send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result

t.test(
  'given a return form with goods and credit, when it is completed, then it is refunded, restocked and numbered',
  async (t) => {
    await test.send({ method: 'PUT', url: '/api/Inventory', body: [{ skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 100 }] })
    const id = await returned()
    const before = await fetchStock('CUP')
    const response = await returnStatus(id, { ...completed, userId: 'kari' })
    t.equal(response.status, 200)
    t.equal(response.headers.etag, `"${response.body.order.versionId}"`)
    t.match(response.body, { isAborted: false, order: { status: 'PartiallyReturned', netTotal: 398.9, remainingPayment: 0 } })
    t.same(
      response.body.orderActionExecutionResults.map(({ actionType, actionStatus }: Record<string, string>) => [
        actionType,
        actionStatus,
      ]),
      ['EnsureRma', 'CreditReturn', 'UpdateInventory', 'CreateCreditNote', 'UpdateOrderStatus', 'Notification'].map((name) => [
        name,
        'Success',
      ]),
    )
    t.match(response.body.order.returnOrderForms, [
      {
        status: 'Completed',
        rmaNumber: /^RMA-\d+/,
        creditPaymentTotal: 100,
        properties: [{ key: 'CreditNoteNumber', value: /^CN-\d+/ }],
      },
    ])
    t.match(paymentsByType(response.body.order, 'Credit'), [
      { amount: 100, status: 'Processed', orderLineReferences: [{ lineItemId: '1' }] },
    ])
    t.equal(await fetchStock('CUP'), before + 1)
    await test.background.idle()
    const runs = await fetchRuns(test, id)
    t.match(runs[0], { returnId: '1', status: 'Completed', state: 'Finished', startedBy: 'kari' })
    t.ok(runs.slice(1).every((run: { returnId: unknown }) => run.returnId === null))
  },
)

t.test(
  'given a refunded form, when its events are published, then accounting gets the refund, its lines and its credit note',
  async (t) => {
    const id = await returned({ creditShipmentAmount: 9 })
    await returnStatus(id, completed)
    const published = (await outboxEnvelopes(test, id)).filter(
      ({ type, data }) => type === 'orders.payment.recorded.v1' && data.payment.transactionType === 'Credit',
    )
    t.match(
      published.map(({ data }) => data.invoice.creditNoteNumber),
      [/^CN-/],
      'given a refund without a call, when it is published, then the event is sent once with the credit note number of the run',
    )
    for (const { data } of published) {
      t.match(data, {
        payment: { amount: 109, method: 'Card' },
        breakdown: [
          { kind: 'Sales', lineItemId: '1', net: 80, vatAmount: 20 },
          { kind: 'Shipping', net: 7.2, vatAmount: 1.8 },
        ],
      })
    }
  },
)

t.test('given a delivered order, when all units are returned, then the order is returned and fully refunded', async (t) => {
  const returns = [
    { lineItemId: '1', returnQuantity: 2 },
    { lineItemId: '2', returnQuantity: 1 },
  ]
  const id = await returned({ returns, creditShipment: true })
  const { order } = (await returnStatus(id, completed)).body
  t.match(order, {
    status: 'Returned',
    netTotal: 0,
    remainingPayment: 0,
    orderForm: { fullRefund: true, creditPaymentTotal: 498.9 },
  })
})

t.test('given concurrent completions of a form by either route, when all have ended, then it is refunded once', async (t) => {
  const id = await returned()
  const responses = await Promise.all([
    ...[1, 2].map(() => returnStatus(id, completed)),
    ...[1, 2].map(() => updateStatus(test, id, { body: completed })),
  ])
  t.same(
    responses.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  await test.background.idle()
  const order = await readOrder(id)
  t.equal(order.orderForm.creditPaymentTotal, 100)
  t.equal(paymentsByType(order, 'Credit').length, 1)
  t.equal(order.returnOrderForms[0].properties.length, 1)
  t.equal(order.status, 'PartiallyReturned')
})

t.test(
  'given a return form, when it is completed in a dry run, then the response shows the result and nothing is stored',
  async (t) => {
    const id = await returned()
    const before = await readOrder(id)
    const events = (await outboxEnvelopes(test, id)).length
    const { status, body } = await returnStatus(id, completed, '?dryRun=true')
    t.equal(status, 200)
    t.match(body, {
      isAborted: false,
      order: { status: 'PartiallyReturned', returnOrderForms: [{ creditPaymentTotal: 100, rmaNumber: /^RMA/ }] },
    })
    t.same(await readOrder(id), before)
    t.equal((await outboxEnvelopes(test, id)).length, events)
    t.notOk((await fetchRuns(test, id)).some((run: { returnId: unknown }) => run.returnId !== null))
  },
)

t.test('given creditPayment=false or skipRunWorkflow, when a form is completed, then nothing is paid back', async (t) => {
  const id = await returned({ creditPayment: false })
  t.match((await returnStatus(id, { ...completed, skipRunWorkflow: true })).body, {
    orderActionExecutionResults: { length: 0 },
    order: { status: 'Completed', returnOrderForms: [{ status: 'Completed', rmaNumber: null }] },
  })
  const { body } = await returnStatus(id, completed)
  t.match(body.orderActionExecutionResults[1], { actionType: 'CreditReturn', actionStatus: 'Warning' })
  t.equal(body.order.orderForm.creditPaymentTotal, 0)
})

t.test(
  'given captured and voided payments, when a return is credited, then the refund stays within the captured amount not yet credited',
  async (t) => {
    const payments = [authorization({ amount: 60 }), authorization({ transactionId: 'v', transactionType: 'Void', amount: 400 })]
    const id = await returned({}, { orderForm: orderFormBody({ payments: [payments[0]] }) })
    t.equal((await test.send({ method: 'POST', url: `/api/Orders/${id}/AddPayments`, body: [payments[1]] })).status, 200)
    const { body } = await returnStatus(id, completed)
    t.match(body.orderActionExecutionResults[1], { actionStatus: 'Error', errorReason: /captured/, cancelWorkflow: true })
    t.match(body, { isAborted: true, order: { orderForm: { capturedPaymentTotal: 60, creditPaymentTotal: 60 } } })
  },
)

t.test('given a refused refund, when the run is resumed, then the same return form is refunded', async (t) => {
  const id = await returned()
  refused.push('no funds')
  const aborted = (await returnStatus(id, completed)).body
  t.match(aborted, {
    isAborted: true,
    order: { status: 'Completed', returnOrderForms: [{ status: 'Completed', creditPaymentTotal: 0 }] },
  })
  t.match(aborted.order.errors.at(-1), { key: 'CreditReturn', severity: 'Error' })
  const [{ runId }] = await fetchRuns(test, id)
  const { body } = await test.send({ method: 'POST', url: `/api/Orders/${id}/WorkflowRuns/${runId}/Resume` })
  t.match(body, { isAborted: false, order: { status: 'PartiallyReturned', orderForm: { creditPaymentTotal: 100 } } })
  refused.length = 0
})

t.test(
  'given a form with an aborted run, when it is cancelled, then its units are returnable again and a resumed run does not refund it',
  async (t) => {
    const id = await returned({ returns: [{ lineItemId: '1', returnQuantity: 2 }] })
    refused.push('no funds')
    await returnStatus(id, completed)
    const [{ runId }] = await fetchRuns(test, id)
    const canceled = (await returnStatus(id, { returnId: '1', status: 'Cancelled' })).body
    t.match(canceled.order, { netTotal: 498.9, orderForm: { lineItems: [{ returnQuantity: 0, creditedAmount: 0 }] } })
    const resumed = await test.send({ method: 'POST', url: `/api/Orders/${id}/WorkflowRuns/${runId}/Resume` })
    t.match(resumed.body, { order: { orderForm: { creditPaymentTotal: 0 } } })
    t.equal((await postReturn(id, { returns: [{ lineItemId: '1', returnQuantity: 2 }] })).body.returnId, '2')
    t.match(await returnStatus(id, { returnId: '1', status: 'New' }), {
      status: 400,
      body: { error: 'QuantityNotAvailable' },
    })
  },
)

t.test('given a form that was paid back, when it is cancelled, then it is refused', async (t) => {
  const id = await returned()
  await returnStatus(id, completed)
  const body = { status: 'Cancelled' }
  t.match(await returnStatus(id, { returnId: '1', ...body }), { status: 400, body: { error: 'TransitionNotAllowed' } })
  t.match(await patchReturn({ id, returnId: '1' }, body), { status: 400, body: { error: 'TransitionNotAllowed' } })
})

t.test('given an unknown form or status or a read-only order, when a form is updated, then it is refused', async (t) => {
  const id = await returned()
  t.equal((await returnStatus(id, { ...completed, returnId: '9' })).status, 404)
  t.equal((await returnStatus('nobody', completed)).status, 404)
  for (const body of [
    { status: 'Completed' },
    { returnId: '1' },
    { returnId: null, status: 'Completed' },
    { returnId: '1', status: 'Shipped' },
  ])
    t.equal((await returnStatus(id, body)).status, 400, JSON.stringify(body))
  t.equal(
    (await test.send({ method: 'POST', url: `/api/Returns/${id}/UpdateStatus`, body: completed, as: { storeIds: ['142'] } }))
      .status,
    403,
  )
  const patch = (body: unknown) => test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body })
  await patch({ status: 'Queued' })
  t.match(await returnStatus(id, completed), { status: 400, body: { error: 'OrderIsQueued' } })
  await patch({ status: 'Completed', isReadOnly: true })
  t.match(await returnStatus(id, completed), { status: 400, body: { error: 'OrderIsReadOnly' } })
  t.equal((await readOrder(id)).returnOrderForms[0].status, 'New')
})

t.test(
  'given shipping data of a return, when it is sent, then a shipment of the form has it and its warehouse takes the goods',
  async (t) => {
    await test.send({ method: 'PUT', url: '/api/Inventory', body: [{ skuId: 'CUP', warehouseCode: 'Central', quantity: 1 }] })
    const id = await returned()
    const shipmentInfo = { returnTrackingNumber: 'RT-1', warehouseCode: 'Central' }
    const { order } = (await returnStatus(id, { ...completed, shipmentInfo })).body
    t.match(order.returnOrderForms[0].shipments, [{ shipmentId: '1', returnTrackingNumber: 'RT-1', orderStatus: 'Completed' }])
    t.notMatch(order.orderForm.shipments[0], { returnTrackingNumber: 'RT-1' })
    t.equal((await test.send({ url: '/api/Inventory?skuIds=CUP&warehouseCode=Central' })).body[0].quantity, 2)
  },
)
