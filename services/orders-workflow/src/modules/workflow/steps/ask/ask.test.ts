import type { WorkflowStep } from '@open-oms/contracts/config/order-types'
import t, { type Test } from 'tap'
import { fetchExplanation, requireReason } from '../../../../testing/orders/explaining.ts'
import { answers, askedService } from '../../../../testing/payments/asked-service.ts'
import { triedAgain } from '../../../../testing/payments/waiting-provider.ts'
import { storedRows } from '../../../../testing/stored-rows.ts'
import { createdOrder, type OrdersTest, testOrders, updateStatus } from '../../../../testing/test-orders.ts'
import { type Reply, respond } from '../../../../testing/webhooks/test-receiver.ts'
import { configWithSteps } from '../../../../testing/workflow/stepped-config.ts'

const properties = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }))

async function asking(t: Test, reply: Reply, step: Partial<WorkflowStep> = {}) {
  const steps = [
    { name: 'Ask', id: 'fraud', connector: 'asked', stopOnError: true, ...step },
    { name: 'SetReadyForPickupDate', id: 'date' },
  ]
  const { config, ...service } = await askedService(t, await configWithSteps(steps), { reply })
  return { ...service, config, test: await testOrders(t, { config }) }
}
async function entered(test: OrdersTest) {
  const { id } = await createdOrder(test)
  const { body } = await updateStatus(test, id, { body: { status: 'InProgress' } })
  return { id, order: body.order, result: body.orderActionExecutionResults[0], isAborted: body.isAborted }
}
const fetchOrder = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const runOf = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result[0]

t.test('given an answer with everything, when the order enters the status, then all of it is on the order', async (t) => {
  const answer = {
    result: 'done',
    message: 'Looks fine.',
    properties: [{ key: 'FraudScore', value: '12' }],
    tags: ['checked'],
    hold: { reasonCode: 'review', note: 'Look at the address.' },
    warehouse: 'Central',
    lines: [{ lineItemId: '1', properties: [{ key: 'Gift', value: 'yes' }] }],
  }
  const { test, bodies, service } = await asking(t, answers(answer), { properties: properties({ Question: 'fraud' }) })
  const { id, order, result } = await entered(test)
  t.match(result, { actionType: 'Ask', actionStatus: 'Success', message: 'Looks fine.' })
  t.match(order, {
    tags: ['checked'],
    holds: [{ reasonCode: 'review', note: 'Look at the address.', createdBy: 'asked', released: null }],
    orderForm: {
      lineItems: [
        { lineItemId: '1', properties: [{ key: 'Gift', value: 'yes' }] },
        { lineItemId: '2', properties: { length: 0 } },
      ],
      shipments: [{ warehouseCode: 'Central', lineItems: [{ properties: [{ key: 'Gift', value: 'yes' }] }, {}] }],
    },
  })
  t.match(order.properties.at(-1), { key: 'FraudScore', value: '12' })
  t.match(bodies(), [
    {
      operation: 'ask',
      question: 'fraud',
      stepId: 'fraud',
      status: 'InProgress',
      about: { kind: 'Order', id },
      order: { id, status: 'InProgress' },
      line: null,
      shipment: null,
      returnOrderForm: null,
    },
  ])
  t.match(service.calls[0]?.headers['idempotency-key'], /^[0-9a-f]{40}$/)
  t.match(await runOf(test, id), { runId: bodies()[0].runId, steps: [{ actionType: 'Ask', actionStatus: 'Success' }, {}] })
})

t.test('given a warning or a refusal, when the order enters the status, then the run continues or stops', async (t) => {
  const { test, service } = await asking(t, answers({ result: 'warning', message: 'A new address.' }))
  const warned = await entered(test)
  t.match(warned, { isAborted: false, result: { actionStatus: 'Warning', message: 'A new address.' } })
  t.type(warned.order.readyForPickup, 'string')
  service.mood.reply = answers({ result: 'refused', message: 'Too risky', tags: ['risky'], status: 'OnHold' })
  const refused = await entered(test)
  t.match(refused, { isAborted: true, result: { actionStatus: 'Error', errorReason: 'Too risky' } })
  const order = await fetchOrder(test, refused.id)
  t.match(order, {
    status: 'OnHold',
    tags: ['risky'],
    readyForPickup: null,
    errors: [{ key: 'Ask', severity: 'Error', status: null }],
  })
  const sentence = /^No go-ahead from the service that was asked\. The receiver declined it: Too risky\./
  t.match(requireReason(await fetchExplanation(test, refused.id), 'StepRefused'), { sentence })
})

t.test('given a pending answer, when someone has decided and the run is resumed, then the answer is taken', async (t) => {
  const { test, service, bodies } = await asking(t, answers({ result: 'pending', message: 'Kari looks at it' }))
  const { id, result, order } = await entered(test)
  t.match(result, { actionStatus: 'Error', errorReason: 'Kari looks at it', nextAttempt: String })
  t.match(order, { errors: [{ key: 'Ask', status: 'Waiting' }], readyForPickup: null })
  await triedAgain(test)
  t.match(await runOf(test, id), { state: 'Waiting' })
  service.mood.reply = answers({ result: 'done', properties: [{ key: 'ApprovedBy', value: 'Kari' }] })
  const url = `/api/Orders/${id}/WorkflowRuns/${bodies()[0].runId}/Resume`
  t.match(await test.send({ method: 'POST', url }), { status: 200, body: { isAborted: false } })
  const approved = await fetchOrder(test, id)
  t.match(approved, { errors: [{ key: 'Ask', status: 'Solved' }], readyForPickup: String })
  t.match(approved.properties.at(-1), { key: 'ApprovedBy', value: 'Kari' })
  t.equal(new Set(service.calls.map(({ headers }) => headers['idempotency-key'])).size, 1, 'one question')
})

const wrong: [string, unknown, RegExp][] = [
  ['no object', 'yes', /the whole must be an object\./],
  ['an unknown result', { result: 'ok' }, /result must be one of done, warning, refused, pending\./],
  ['an unknown field', { result: 'done', tags: ['x'], price: 1 }, /price is unknown; there are result, message,/],
  [
    'an unknown field of a hold',
    { result: 'done', hold: { reasonCode: 'a', by: 'me' } },
    /hold\.by is unknown; there are reasonCode, note, until/,
  ],
  ['a control character', { result: 'done', tags: ['a\u0000b'] }, /tags\[0\] must be one line without control characters/],
  ['no result', { tags: ['x'] }, /result is required/],
  ['a text for a list', { result: 'done', tags: 'x' }, /tags must be a list/],
  ['a long message', { result: 'done', message: 'x'.repeat(501) }, /message must have at most 500 characters/],
  ['a number for a text', { result: 'done', properties: [{ key: 'a', value: 1 }] }, /properties\[0\]\.value must be a text/],
  ['a lone surrogate', { result: 'done', tags: ['\ud800'] }, /tags.0 is not well-formed/],
  ['an effect with pending', { result: 'pending', tags: ['x'] }, /with pending there may be a message only/],
  ['an unknown line', { result: 'done', tags: ['x'], lines: [{ lineItemId: '9', properties: [] }] }, /no line "9"/],
  ['an unknown warehouse', { result: 'done', tags: ['x'], warehouse: 'Moon' }, /no warehouse "Moon"/],
  ['an unknown status', { result: 'done', tags: ['x'], status: 'Moon' }, /no status "Moon"/],
  ['a hold of the past', { result: 'done', tags: ['x'], hold: { reasonCode: 'a', until: '2020-01-01T00:00:00Z' } }, /future/],
  ['more than fits', { result: 'done', tags: ['x'], properties: many(50) }, /more than 250 properties/],
  ['a forbidden status', { result: 'done', tags: ['x'], status: 'OnHold' }, /OnHold/],
]
function many(count: number) {
  return Array.from({ length: count }, (_, index) => ({ key: `k${index}`, value: '' }))
}

t.test('given a wrong answer, when it comes, then the step says what is wrong and nothing of it is on the order', async (t) => {
  const { test, service, config } = await asking(t, respond(200))
  const statuses = config.orderTypes.flatMap(({ orderStatuses }) => orderStatuses)
  for (const status of statuses) Object.assign(status, { enforceAvailableStepsPolicy: status.name === 'InProgress' })
  for (const [what, answer, reason] of wrong) {
    service.mood.reply = answers(answer)
    const before = service.calls.length
    const { id } = await createdOrder(test, {
      properties: properties(Object.fromEntries(many(201).map(({ key }) => [`o${key}`, '']))),
    })
    const { body } = await updateStatus(test, id, { body: { status: 'InProgress' } })
    t.match(body.orderActionExecutionResults[0], { actionStatus: 'Error', errorReason: reason }, what)
    t.match(await fetchOrder(test, id), { status: 'InProgress', tags: { length: 0 }, holds: { length: 0 } }, what)
    t.equal(service.calls.length, before + 1, `${what}: it is not asked again by itself`)
    t.match(await runOf(test, id), { state: 'Aborted' }, what)
  }
})

t.test('given a lost answer, when the question is repeated, then the answer counts once', async (t) => {
  const answer = { result: 'done', tags: ['checked'], hold: { reasonCode: 'review' } }
  const reply: Reply = (response, call, index) => (index === 0 ? void response.destroy() : answers(answer)(response, call, index))
  const { test, service } = await asking(t, reply)
  const { id, result } = await entered(test)
  t.match(result, { actionStatus: 'Error', nextAttempt: String })
  await triedAgain(test)
  t.match(await fetchOrder(test, id), { tags: ['checked'], holds: { length: 1 } })
  t.equal(new Set(service.calls.map(({ headers }) => headers['idempotency-key'])).size, 1)
  const again = await updateStatus(test, id, { body: { status: 'InProgress' } })
  t.equal(again.status, 200)
  t.equal(service.calls.length, 2, 'a held order is not asked about')
})

t.test('given shipments, lines or a return form to ask about, when the step runs, then each is a question', async (t) => {
  const { test, service, bodies } = await asking(
    t,
    (response, call, index) => {
      const { about } = JSON.parse(call.text)
      answers({ result: 'done', properties: [{ key: 'Asked', value: about.id }] })(response, call, index)
    },
    { properties: properties({ About: 'Line' }) },
  )
  const { order } = await entered(test)
  t.match(bodies(), [
    { about: { kind: 'Line', id: '1' }, line: { lineItemId: '1' } },
    { about: { kind: 'Line', id: '2' }, line: { lineItemId: '2' } },
  ])
  t.match(order.orderForm.lineItems, [
    { properties: [{ key: 'Asked', value: '1' }] },
    { properties: [{ key: 'Asked', value: '2' }] },
  ])
  t.equal(new Set(service.calls.map(({ headers }) => headers['idempotency-key'])).size, 2)

  const shipments = await asking(t, answers({ result: 'done', warehouse: 'Central' }), {
    properties: properties({ About: 'Shipment' }),
  })
  t.match((await entered(shipments.test)).order, { orderForm: { shipments: [{ warehouseCode: 'Central' }] } })
  t.match(shipments.bodies(), [{ about: { kind: 'Shipment', id: '1' }, shipment: { shipmentId: '1' } }])

  const none = await asking(t, answers({ result: 'done' }), { properties: properties({ About: 'ReturnForm' }) })
  t.match((await entered(none.test)).result, { actionStatus: 'Warning', message: 'There is no ReturnForm to ask about.' })
  t.equal(none.service.calls.length, 0)
})

t.test('given a dry run, when the status is entered, then it says what would be asked, and asks nobody', async (t) => {
  const { test, service } = await asking(t, answers({ result: 'refused' }))
  const { id } = await createdOrder(test)
  await test.background.idle()
  const before = await storedRows(test.database)
  const body = { status: 'InProgress' }
  const response = await test.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus?dryRun=true`, body })
  const message = `"asked" would be asked "fraud" about Order ${id}. What it would answer is not known.`
  t.match(response.body.orderActionExecutionResults, [{ actionStatus: 'Success', message }, {}])
  t.equal(service.calls.length, 0)
  t.strictSame(await storedRows(test.database), before)
})
