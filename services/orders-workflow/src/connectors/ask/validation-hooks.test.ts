import { setTimeout as sleep } from 'node:timers/promises'
import type { ValidationHook } from '@open-oms/contracts/config/validation-hooks'
import t, { type Test } from 'tap'
import { answers, askedService } from '../../testing/payments/asked-service.ts'
import { createdOrder, orderBody, paymentsByType, sampleConfig, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { type Reply, respond } from '../../testing/webhooks/test-receiver.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'

const hook = (fields: Partial<ValidationHook> = {}): ValidationHook => ({
  name: 'limits',
  before: 'OrderCreation',
  connector: 'asked',
  budgetMs: 5_000,
  whenUnanswered: 'refuse',
  orderTypes: [],
  stores: [],
  paymentMethods: [],
  active: true,
  ...fields,
})

const capturing = { name: 'CapturePayments', id: 'capture', stopOnError: true, retryFor: '24h' }

/** Before payments, InProgress captures. */
async function hooked(t: Test, reply: Reply, fields: Partial<ValidationHook> = {}) {
  const config = fields.before === 'Payment' ? await configWithSteps([capturing]) : await sampleConfig()
  const asked = await askedService(t, config, { reply, hooks: [hook(fields)] })
  const test = await testOrders(t, { config: asked.config })
  const create = (given: object = {}, method: 'POST' | 'PUT' = 'POST') =>
    test.send({ method, url: '/api/Orders', body: { ...orderBody(), ...given } })
  return { ...asked, test, create }
}

t.test('given a hook before orders, when it allows or refuses, then the order is created or not', async (t) => {
  const { create, service, bodies, test } = await hooked(t, answers({ result: 'warning' }), { orderTypes: ['Online'] })
  const { status, body } = await create()
  t.equal(status, 201)
  t.match(bodies(), [{ operation: 'validate', hook: 'limits', before: 'OrderCreation', order: { id: body.id }, payment: null }])
  service.mood.reply = answers({ result: 'refused', message: 'Not to this address' })
  const refused = await create()
  const message = 'Validation hook "limits" refuses it: Not to this address'
  t.match(refused, { status: 409, body: { error: 'ValidationRefused', message } })
  t.match(await create({ id: null, orderNumber: null }, 'PUT'), { status: 409 })
  t.match((await create({ id: null, orderNumber: null, orderType: 'ClickAndCollect' }, 'PUT')).body, { orderNumber: 'C-100001' })
  service.mood.reply = answers({ result: 'done' })
  t.match((await create({ id: null, orderNumber: null }, 'PUT')).body, { orderNumber: 'O-100001' }, 'a refusal takes no number')
  const calls = service.calls.length
  t.match(await create({ storeId: 'Nowhere' }), { status: 400 })
  const body2 = { ...orderBody(), orderType: 'Pos', status: 'Completed' }
  t.equal((await test.send({ method: 'PUT', url: '/api/Orders/PosOrders', body: body2 })).status, 201)
  t.equal(service.calls.length, calls, 'bad input and sales at a till are not asked about')
})

t.test('given a hook that is slow, away, undecided or wrong, when an order is created, then its rule holds', async (t) => {
  const slow: Reply = async (response, call, index) => {
    await sleep(2_000)
    answers({ result: 'done' })(response, call, index)
  }
  const unanswered: [string, Reply][] = [
    ['slow', slow],
    ['away', (response) => void response.destroy()],
    ['undecided', answers({ result: 'pending' })],
    ['wrong', answers({ result: 'done', tags: ['x'] })],
    ['broken', respond(500)],
    ['unknown', respond(404)],
  ]
  const limits = hook()
  const { create, service, config } = await hooked(t, respond(204))
  config.connectors.validationHooks = [limits]
  for (const [what, reply] of unanswered) {
    service.mood.reply = reply
    const before = service.calls.length
    Object.assign(limits, { budgetMs: what === 'slow' ? 100 : 5_000, whenUnanswered: 'allow' })
    t.equal((await create()).status, 201, what)
    t.equal(service.calls.length, before + 1, `${what}: asked once`)
    limits.whenUnanswered = 'refuse'
    const refused = await create()
    t.match(refused, { status: 503, body: { error: 'ValidationUnanswered' } }, what)
    t.match(refused.headers['retry-after'], /^\d+$/)
  }
})

const enter = { body: { status: 'InProgress' } }

t.test('given a hook before payments, when it allows or refuses, then the money is taken or not', async (t) => {
  const { test, service, bodies } = await hooked(t, answers({ result: 'done' }), { before: 'Payment' })
  const { id } = await createdOrder(test)
  t.match(paymentsByType((await updateStatus(test, id, enter)).body.order, 'Capture'), [{ status: 'Processed' }])
  const payment = { operation: 'capture', orderId: id, amount: 498.9, currency: 'NOK' }
  t.match(bodies(), [{ before: 'Payment', order: null, payment }])
  service.mood.reply = answers({ result: 'refused', message: 'Above the limit' })
  const other = await createdOrder(test)
  const { order, orderActionExecutionResults: results } = (await updateStatus(test, other.id, enter)).body
  const errorReason = 'Validation hook "limits" refuses it: Above the limit'
  t.match(results, [{ actionStatus: 'Error', errorReason, nextAttempt: null }])
  t.same(paymentsByType(order, 'Capture'), [])
  service.mood.reply = respond(500)
  const waiting = await createdOrder(test)
  t.match((await updateStatus(test, waiting.id, enter)).body.orderActionExecutionResults, [
    { actionStatus: 'Error', errorReason: /gave no answer/, nextAttempt: String },
  ])
})

t.test('given a hook before payments by others, when money is taken, then it is not asked', async (t) => {
  const fields = { before: 'Payment' as const, paymentMethods: ['Invoice'] }
  const { test, service } = await hooked(t, answers({ result: 'refused' }), fields)
  const { id } = await createdOrder(test)
  t.match(paymentsByType((await updateStatus(test, id, enter)).body.order, 'Capture'), [{ status: 'Processed' }])
  t.equal(service.calls.length, 0)
})
