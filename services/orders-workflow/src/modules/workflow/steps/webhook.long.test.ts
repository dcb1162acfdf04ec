import { createHmac } from 'node:crypto'
import type { Connector } from '@open-oms/contracts/config/connectors'
import t, { type Test } from 'tap'
import { holdTimeouts, runOutOfTime } from '../../../testing/payments/held-timeouts.ts'
import { createdOrder, type OrdersTest, testOrders, updateStatus } from '../../../testing/test-orders.ts'
import { type Reply, respond, testReceiver } from '../../../testing/webhooks/test-receiver.ts'
import { configWithSteps } from '../../../testing/workflow/stepped-config.ts'

type Step = Parameters<typeof configWithSteps>[0][number]

async function calling(t: Test, { step, reply, fields = {} }: { step: Step; reply: Reply; fields?: Partial<Connector> }) {
  holdTimeouts(t)
  const receiver = await testReceiver(t, reply)
  const config = await configWithSteps([{ connector: 'hook', ...step }])
  process.env.W_HOOK_SECRET = 's3cret'
  const connector = {
    ...(config.connectors.connectors.find(({ kind }) => kind === 'sms') as Connector),
    id: `hook-${receiver.port}`,
    name: 'hook',
    kind: step.name === 'ExportOrder' ? ('export' as const) : ('webhook' as const),
    url: receiver.url,
    urlVariable: null,
    secretVariable: 'W_HOOK_SECRET',
    retries: 1,
    timeoutMs: 500,
    ...fields,
  }
  const connectors = { ...config.connectors, connectors: [...config.connectors.connectors, connector] }
  const test = await testOrders(t, { config: { ...config, connectors } })
  return { receiver, test }
}

async function entered(test: OrdersTest) {
  const { id } = await createdOrder(test)
  const { body } = await updateStatus(test, id, { body: { status: 'InProgress' } })
  return { id, result: body.orderActionExecutionResults[0] }
}

t.test('given a webhook step by either name, when it runs, then the order is posted once and signed', async (t) => {
  for (const name of ['Webhook', 'WebhookWorkflowStep']) {
    const { receiver, test } = await calling(t, { step: { name }, reply: respond(200) })
    const { id, result } = await entered(test)
    t.match(result, { actionType: name, actionStatus: 'Success' })
    t.equal(receiver.calls.length, 1)
    const [call] = receiver.calls
    t.match(JSON.parse(call?.text ?? ''), { order: { id, status: 'InProgress' } })
    t.match(call?.headers['idempotency-key'], /^[0-9a-f]{40}$/)
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(call?.headers['x-signature'])) ?? []
    t.equal(signature, createHmac('sha256', 's3cret').update(`${seconds}.${call?.text}`).digest('hex'))
  }
})

t.test('given a line with a picture of ours, when its order is posted, then the address of the picture is whole', async (t) => {
  const imageUrl = `http://shop.test/assets/front/cup.png?v=${'ab'.repeat(32)}`
  const lineItems = [{ lineItemId: '1', code: 'CUP', quantity: 1, placedPrice: 100, taxRate: 25, imageUrl }]
  for (const name of ['Webhook', 'ExportOrder']) {
    const { receiver, test } = await calling(t, { step: { name }, reply: respond(200) })
    const { id } = await createdOrder(test, { orderForm: { lineItems } })
    await updateStatus(test, id, { body: { status: 'InProgress' } })
    t.match(JSON.parse(receiver.calls[0]?.text ?? ''), { order: { orderForm: { lineItems: [{ imageUrl }] } } }, name)
  }
})

t.test('given Content Reference, when the webhook is sent, then it has the ids of the order and no customer data', async (t) => {
  const step = { name: 'Webhook', properties: [{ key: 'Content', value: 'Reference' }] }
  const { receiver, test } = await calling(t, { step, reply: respond(204) })
  const { id } = await entered(test)
  t.match(JSON.parse(receiver.calls[0]?.text ?? ''), { orderId: id, orderType: 'Online', status: 'InProgress', shipmentId: null })
  t.notMatch(receiver.calls[0]?.text, /kari/i)
})

t.test(
  'given a failing receiver, when the failure passes, then the retry has the same key; a refusal and a timeout are errors',
  async (t) => {
    const again = await calling(t, {
      step: { name: 'Webhook' },
      reply: (response, _call, index) => void response.writeHead(index === 0 ? 503 : 200).end(),
    })
    t.match((await entered(again.test)).result, { actionStatus: 'Success' })
    t.equal(new Set(again.receiver.calls.map(({ headers }) => headers['idempotency-key'])).size, 1)
    t.equal(again.receiver.calls.length, 2)
    const refused = await calling(t, { step: { name: 'Webhook' }, reply: respond(422, 'no') })
    t.match((await entered(refused.test)).result, { actionStatus: 'Error', errorReason: 'It responded with 422: no' })
    t.equal(refused.receiver.calls.length, 1)
    const silent = await calling(t, { step: { name: 'Webhook' }, reply: runOutOfTime })
    t.match((await entered(silent.test)).result, { actionStatus: 'Error', errorReason: /did not respond within 500 ms/ })
    const dying = await calling(t, { step: { name: 'Webhook' }, reply: (response) => void response.destroy() })
    t.match((await entered(dying.test)).result, { actionStatus: 'Error', errorReason: /not reachable/ })
  },
)

t.test('given the time-out of a step, when the connector would try again, then all tries end with it', async (t) => {
  for (const name of ['Webhook', 'ExportOrder']) {
    const { receiver, test } = await calling(t, { step: { name, timeoutMs: 100 }, reply: () => undefined })
    t.match((await entered(test)).result, { actionStatus: 'Error', errorReason: /no response from the receiver within 100 ms/ })
    // None when the machine paused before it arrived.
    t.ok(receiver.calls.length <= 1, 'the connector would have tried again')
  }
})

t.test('given a webhook step without a connector, when it runs, then it is an error', async (t) => {
  const { receiver, test } = await calling(t, { step: { name: 'Webhook', connector: 'nobody' }, reply: respond(200) })
  t.match((await entered(test)).result, { actionStatus: 'Error', errorReason: /There is no webhook connector/ })
  t.same(receiver.calls, [])
})

t.test('given an export step, when it runs, then it sends the order as the export of orders does', async (t) => {
  const { receiver, test } = await calling(t, { step: { name: 'ExportOrder' }, reply: respond(201) })
  const { id, result } = await entered(test)
  t.match(result, { actionStatus: 'Success' })
  t.match(JSON.parse(receiver.calls[0]?.text ?? ''), { order: { id }, returnOrderForm: null, shipment: null })
})

t.test('given an export step that fails, when it has an ErrorStatus, then the order takes that status', async (t) => {
  const properties = [{ key: 'ErrorStatus', value: 'OnHold' }]
  const moved = await calling(t, { step: { name: 'ExportOrder', properties }, reply: respond(400) })
  const first = await entered(moved.test)
  t.match(first.result, { actionStatus: 'Error' })
  t.match((await moved.test.send({ url: `/api/Orders/${first.id}` })).body, { status: 'OnHold' })
  const stays = await calling(t, { step: { name: 'ExportOrder' }, reply: respond(400) })
  const second = await entered(stays.test)
  t.match((await stays.test.send({ url: `/api/Orders/${second.id}` })).body, { status: 'InProgress' })
})

// A dry run reported success for a receiver that would never have been called.
t.test(
  'given a connector that is not ready, when the step runs dry, then it fails like a real run and calls nobody',
  async (t) => {
    const unready: [{ connector?: string }, Partial<Connector>, string][] = [
      [{}, { active: false }, 'The connector "hook" is not active.'],
      [{}, { secretVariable: 'W_HOOK_NO_SECRET' }, 'The secret of connector "hook" is not set (W_HOOK_NO_SECRET).'],
      [{ connector: 'nobody' }, {}, 'connector "nobody".'],
    ]
    for (const name of ['Webhook', 'ExportOrder']) {
      const properties = name === 'ExportOrder' ? [{ key: 'ErrorStatus', value: 'OnHold' }] : []
      const updated = (test: OrdersTest, id: string, dryRun: boolean) =>
        test.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus?dryRun=${dryRun}`, body: { status: 'InProgress' } })
      for (const [chosen, fields, reason] of unready) {
        const { receiver, test } = await calling(t, { step: { name, properties, ...chosen }, fields, reply: respond(200) })
        const { id } = await createdOrder(test)
        const [dry, real] = [await updated(test, id, true), await updated(test, id, false)]
        const dryRunOutcome = ({ body }: typeof dry) => {
          const [{ actionStatus, errorReason }] = body.orderActionExecutionResults
          return { actionStatus, errorReason, status: body.order.status }
        }
        t.match(dryRunOutcome(dry), { actionStatus: 'Error', status: name === 'ExportOrder' ? 'OnHold' : 'InProgress' })
        t.ok(dryRunOutcome(dry).errorReason.endsWith(reason), dryRunOutcome(dry).errorReason)
        t.strictSame(dryRunOutcome(dry), dryRunOutcome(real))
        t.same(receiver.calls, [])
      }
      const { receiver, test } = await calling(t, { step: { name, properties }, reply: respond(400) })
      const { id } = await createdOrder(test)
      t.match((await updated(test, id, true)).body.orderActionExecutionResults, [{ actionStatus: 'Success' }])
      t.same(receiver.calls, [], 'what a receiver would say is not known without asking it')
    }
  },
)
