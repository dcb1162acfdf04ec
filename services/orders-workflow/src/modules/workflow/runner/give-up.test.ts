import t from 'tap'
import { manualPayments } from '../../../connectors/payment/manual.ts'
import type { PaymentConnector, PaymentRequest } from '../../../connectors/payment/payment-connector.ts'
import { createdOrder, type OrdersTest, paymentsByType, testOrders, updateStatus } from '../../../testing/test-orders.ts'
import { configWithSteps } from '../../../testing/workflow/stepped-config.ts'
import { resumeRuns } from './resume.ts'

const config = await configWithSteps([{ name: 'CapturePayments', id: 'capture', stopOnError: true }])
const enter = (test: OrdersTest, id: string) => updateStatus(test, id, { body: { status: 'InProgress' } })

/** A provider that charges and then takes the whole process down with it, until it is well. */
async function deadlyOrders() {
  const charged = new Map<string, number>()
  const state = { isDeadly: true }
  const capture = async (request: PaymentRequest) => {
    charged.set(request.idempotencyKey, request.amount)
    if (state.isDeadly) throw new Error('the process died')
    return manualPayments.capture(request)
  }
  const connectors = { payment: (): PaymentConnector => ({ ...manualPayments, capture }) }
  const test = await testOrders(t, { config, connectors, isMeantToFail: true })
  const { id } = await createdOrder(test)
  await enter(test, id)
  return { test, id: id as string, state, charged }
}

async function resumedInVain(test: OrdersTest): Promise<void> {
  for (let count = 0; count < 12; count++) {
    await test.database.query({
      text: `update workflow_run set lease_until = now() - interval '1 second' where state = 'Running'`,
    })
    await resumeRuns(test.deps)
    await test.background.idle()
  }
}

t.test('given a lost call of an abandoned run, when a later run is due, then the lost request is repeated first', async (t) => {
  const { test, id, state, charged } = await deadlyOrders()
  await resumedInVain(test)
  const order = (await test.send({ url: `/api/Orders/${id}` })).body
  t.match(paymentsByType(order, 'Capture'), [
    { status: 'Failed', transactionId: '', amount: 498.9, reason: /no response when its run was given up/ },
  ])
  state.isDeadly = false
  const more = { lineItemId: '3', code: 'LID', quantity: 1, placedPrice: 20, taxRate: 25 }
  t.equal((await test.send({ method: 'POST', url: `/api/Orders/${id}/OrderLines`, body: more })).status, 200)
  const payment = {
    amount: 20,
    paymentMethodName: 'Card',
    transactionId: 'auth-2',
    transactionType: 'Authorization',
    status: 'Processed',
  }
  t.equal((await test.send({ method: 'POST', url: `/api/Orders/${id}/AddPayments`, body: [payment] })).status, 200)
  const after = (await enter(test, id)).body.order
  t.equal(after.orderForm.capturedPaymentTotal, 518.9)
  t.same([...charged.values()], [498.9, 20], 'the first amount was charged under one key only')
  t.equal(paymentsByType(after, 'Capture').filter((one) => (one as { status?: string }).status === 'Failed').length, 0)
})

t.test('given a run that was given up, when it is resumed, then nothing more is captured or taken back', async (t) => {
  const { test, id, state, charged } = await deadlyOrders()
  await resumedInVain(test)
  state.isDeadly = false
  await enter(test, id)
  const runs = (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result
  const interrupted = runs.find((run: { state: string }) => run.state === 'Interrupted')
  state.isDeadly = true
  await test.send({ method: 'POST', url: `/api/Orders/${id}/WorkflowRuns/${interrupted.runId}/Resume` })
  await resumedInVain(test)
  const order = (await test.send({ url: `/api/Orders/${id}` })).body
  t.match(paymentsByType(order, 'Capture'), [{ status: 'Processed', amount: 498.9 }], 'a late silence is no news')
  t.equal(paymentsByType(order, 'Capture').length, 1)
  t.equal(charged.size, 1)
})

t.test('given an order that cannot be written, when its run is given up, then the run ends all the same', async (t) => {
  const { test, id } = await deadlyOrders()
  await test.database.query({
    text: `update workflow_step_attempt set input = '{"requests":"?"}' where order_id = $1 and finished is null`,
    values: [id],
  })
  await resumedInVain(test)
  const runs = (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result
  t.match(runs, [{ state: 'Interrupted' }])
})

t.test('given a run that waited and was resumed, when it is given up, then its error is open', async (t) => {
  const exporting = await configWithSteps([{ name: 'ExportOrder', id: 'export', stopOnError: true, connector: 'erp' }])
  let isDeadly = false
  const post = async () => {
    if (isDeadly) throw new Error('the process died')
    return { kind: 'unreachable' as const, reason: 'It is unreachable.' }
  }
  const test = await testOrders(t, { config: exporting, connectors: { post }, isMeantToFail: true })
  const { id } = await createdOrder(test)
  const [{ runId }] = (await enter(test, id)).body.orderActionExecutionResults
  const errors = async () => (await test.send({ url: `/api/Orders/${id}` })).body.errors
  t.match(await errors(), [{ status: 'Waiting' }])
  isDeadly = true
  await test.send({ method: 'POST', url: `/api/Orders/${id}/WorkflowRuns/${runId}/Resume` })
  await resumedInVain(test)
  t.match((await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result, [{ state: 'Interrupted' }])
  t.match(await errors(), [{ status: null, key: 'ExportOrder' }])
  t.match(await test.database.query({ text: 'select has_errors from order_search' }), [{ has_errors: true }])
})
