import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector } from '../../connectors/payment/payment-connector.ts'
import {
  authorization,
  createdOrder,
  type OrdersTest,
  orderFormBody,
  outboxEnvelopes,
  sampleConfig,
  testOrders,
  updateStatus,
} from '../../testing/test-orders.ts'
import { resumeAll } from '../../testing/workflow/resuming.ts'

type Request = { method: 'POST'; url: string; body: object; headers: Record<string, string>; as?: { clientId: string } }

type TestRequest = { test: OrdersTest; request: Request }

/** Sends the requests in a process that dies in the middle of all of them. */
async function killedIn(ledger: string, sent: readonly TestRequest[]): Promise<void> {
  const requests = sent.map(({ test, request }) => ({ url: test.database.url, request }))
  const program = fileURLToPath(new URL('../../testing/workflow/dies-in-requests.ts', import.meta.url))
  const [, signal] = await once(fork(program, [ledger, JSON.stringify(requests)]), 'exit')
  if (signal !== 'SIGKILL') throw new Error('The process should have been killed in the middle of the requests.')
}

/** Lets the time pass after which the process that made a claim counts as dead. */
const letClaimsExpire = ({ database }: OrdersTest) =>
  database.query({
    text: `update kit.idempotency_key set claimed = claimed - interval '61 seconds', expires = expires - interval '61 seconds'`,
  })

const keyed = (url: string, body: object): Request => ({
  method: 'POST',
  url,
  body,
  headers: { 'idempotency-key': `key of ${url}` },
})
const fetchOrder = async (test: OrdersTest, id: string) => (await test.send({ url: `/api/Orders/${id}` })).body

/** What the provider is asked for after the death. */
const asked: string[] = []
const linked: string[] = []
const capture: PaymentConnector['capture'] = async (request) => {
  asked.push(request.idempotencyKey)
  return manualPayments.capture(request)
}

async function lineUpdate(): Promise<TestRequest & { id: string }> {
  const test = await testOrders(t)
  const { id } = await createdOrder(test)
  const request = keyed(`/api/Orders/${id}/OrderLinesUpdate`, {
    status: 'Completed',
    lineItemUpdates: [
      { lineItemId: '1', splitQuantity: 1 },
      { lineItemId: '2', deliveredQuantity: 1 },
    ],
  })
  return { test, id, request }
}

async function completedReturn(): Promise<TestRequest & { id: string }> {
  const test = await testOrders(t)
  const { id } = await createdOrder(test)
  await updateStatus(test, id, { body: { status: 'Completed' } })
  const body = { status: 'Completed', returns: [{ lineItemId: '1', returnQuantity: 1 }] }
  return { test, id, request: keyed(`/api/Returns/${id}/Return`, body) }
}

async function completedOrder(): Promise<TestRequest & { id: string }> {
  const test = await testOrders(t, { connectors: { payment: (): PaymentConnector => ({ ...manualPayments, capture }) } })
  const { id } = await createdOrder(test)
  return { test, id, request: keyed(`/api/Orders/${id}/UpdateStatus`, { status: 'Completed' }) }
}

async function linkedOrder(): Promise<TestRequest & { id: string }> {
  const link: PaymentConnector['link'] = async ({ idempotencyKey }) => {
    linked.push(idempotencyKey)
    return { outcome: 'done', transactionId: `tx-${idempotencyKey}`, url: 'https://pay.example/1', expires: null }
  }
  const config = structuredClone(await sampleConfig())
  for (const method of config.paymentMethods) method.paymentLink = true
  const test = await testOrders(t, { config, connectors: { payment: (): PaymentConnector => ({ ...manualPayments, link }) } })
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ payments: [] }) })
  return { test, id, request: keyed(`/api/Orders/${id}/PaymentLink`, { sendEmail: true }) }
}

const [kari, ola] = [{ clientId: 'kari' }, { clientId: 'ola' }]
const refundedByProvider: string[] = []

/** A refund that needs the approval of someone else, and has it. */
async function approvedRefund(): Promise<TestRequest & { id: string }> {
  const sample = await sampleConfig()
  const orderHandling = { ...sample.orderHandling, refundApprovalAbove: [{ currency: 'NOK', amount: 400 }] }
  const refund: PaymentConnector['refund'] = async (request) => {
    refundedByProvider.push(request.idempotencyKey)
    return manualPayments.refund(request)
  }
  const connectors = { payment: (): PaymentConnector => ({ ...manualPayments, refund }) }
  const test = await testOrders(t, { config: { ...sample, orderHandling }, connectors })
  const sale = authorization({ id: 's1', transactionType: 'Sale', transactionId: 's', amount: 498.9, status: 'Processed' })
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ payments: [sale] }) })
  const post = (url: string, body: object, as: object) => test.send({ method: 'POST', url, body, as })
  const { body } = await post('/api/RefundRequests', { orderId: id, amount: 450 }, kari)
  await post(`/api/RefundRequests/${body.id}/Decide`, { approve: true }, ola)
  return { test, id, request: { ...keyed(`/api/Orders/${id}/Refund`, { amount: 450, reason: 'Late' }), as: kari } }
}

const [updating, returning, completing, linking, refunding] = await Promise.all([
  lineUpdate(),
  completedReturn(),
  completedOrder(),
  linkedOrder(),
  approvedRefund(),
])
const ledger = join(t.testdir(), 'ledger')
await killedIn(ledger, [updating, returning, completing, linking, refunding])

// The claim of the dead process expired after a minute, and the request was run a second time:
// units were split off twice.
t.test('given a keyed line update whose process was killed, when it is repeated, then it is not run again', async (t) => {
  const { test, id, request } = updating
  t.equal((await fetchOrder(test, id)).orderForm.shipments.length, 2, 'the effect is stored')
  t.match(await test.send(request), { status: 409, body: { error: 'IdempotencyInFlight' } })
  await letClaimsExpire(test)
  const again = await test.send(request)
  t.match(again, {
    status: 200,
    headers: { 'idempotent-replayed': 'true' },
    body: {
      isAborted: false,
      order: { id },
      orderActionExecutionResults: [{ actionStatus: 'Warning', message: /still under way/i }],
    },
  })
  await resumeAll(test)
  const order = await fetchOrder(test, id)
  t.equal(order.orderForm.shipments.length, 2)
  t.same(
    order.orderForm.shipments.flatMap((shipment: { lineItems: { lineItemId: string; quantity: number }[] }) =>
      shipment.lineItems.filter(({ lineItemId }) => lineItemId === '1').map(({ quantity }) => quantity),
    ),
    [1, 1],
  )
})

t.test('given a keyed return whose process was killed, when it is repeated, then there is one form and one refund', async (t) => {
  const { test, id, request } = returning
  await letClaimsExpire(test)
  const again = await test.send(request)
  t.match(again, { status: 200, headers: { 'idempotent-replayed': 'true' }, body: { returnId: '1' } })
  await resumeAll(test)
  const order = await fetchOrder(test, id)
  t.equal(order.returnOrderForms.length, 1)
  const credits = order.orderForm.payments.filter((payment: { transactionType: string }) => payment.transactionType === 'Credit')
  t.equal(credits.length, 1)
})

t.test(
  'given a process killed during a capture, when it restarts, then nothing is lost and the payment is charged once',
  async (t) => {
    const { test, id } = completing
    t.equal((await fetchOrder(test, id)).status, 'Completed')
    t.equal(await resumeAll(test), 1)
    const order = await fetchOrder(test, id)
    t.equal(order.orderForm.capturedPaymentTotal, 498.9)
    t.ok(order.completed)
    t.equal(asked.length, 1)
    t.ok((await readFile(ledger, 'utf8')).split('\n').includes(asked[0] as string), 'the same key before and after')
    const events = await outboxEnvelopes(test, id)
    t.same(
      events.map((event) => event.sequence),
      events.map((_, index) => index + 1),
    )
  },
)

t.test(
  'given a process killed while a link is made, when it restarts, then it is the same link, which is sent once',
  async (t) => {
    const { test, id } = linking
    t.equal(await resumeAll(test), 1)
    const order = await fetchOrder(test, id)
    t.match(order.orderForm, { payments: [{ transactionType: 'Sale', status: 'Pending' }] })
    t.equal(order.orderForm.payments.length, 1)
    t.ok((await readFile(ledger, 'utf8')).split('\n').includes(linked[0] as string), 'the same key before and after')
    const rows = await test.database.query({ text: `select id from message where template = 'payment-link'` })
    t.equal(rows.length, 1)
  },
)

t.test('given an approved refund whose process was killed at the provider, then approval and money are used once', async (t) => {
  const { test, id, request } = refunding
  const states = async () => {
    const { body } = await test.send({ url: '/api/RefundRequests', query: { orderId: id } })
    return body.result.map(({ state }: { state: string }) => state)
  }
  t.same(await states(), ['Used'], 'the approval is used in the transaction that began it')
  await letClaimsExpire(test)
  t.match(await test.send(request), { status: 200, headers: { 'idempotent-replayed': 'true' } })
  await resumeAll(test)
  t.equal((await test.send({ ...request, headers: {} })).status, 400, 'nothing like it is left')
  t.match((await fetchOrder(test, id)).orderForm, { creditPaymentTotal: 450 })
  t.equal(refundedByProvider.length, 1)
  t.ok((await readFile(ledger, 'utf8')).split('\n').includes(refundedByProvider[0] as string), 'the same key before and after')
})
