import t from 'tap'
import { composed, messageRows } from '../../testing/messages/test-messages.ts'
import { connectorTo, type Manner, testProvider } from '../../testing/payments/test-provider.ts'
import { createdOrder, orderFormBody, paymentsByType, sampleConfig, testOrders } from '../../testing/test-orders.ts'

const config = structuredClone(await sampleConfig())
const configured = config.connectors.connectors
const test = await testOrders(t, { config })
test.deps.retryPauseMs = 10

/** From now on cards are paid at this provider, which can make links. */
async function provider(t: Parameters<typeof testProvider>[0], manners?: Manner[]) {
  const started = await testProvider(t, manners)
  const card = connectorTo(started.url)
  config.connectors.connectors = [...configured, card]
  for (const method of config.paymentMethods)
    if (method.name === 'Card') Object.assign(method, { connector: card.name, paymentLink: true })
  return started
}

type CallOptions = { query?: Record<string, string>; headers?: Record<string, string>; as?: { storeIds: string[] } }
const post = (path: string, body: object, sending: CallOptions = {}) =>
  test.send({ method: 'POST', url: `/api/Orders/${path}`, body, ...sending })
const link = (id: string, body: object = {}, sending: CallOptions = {}) => post(`${id}/PaymentLink`, body, sending)
const withdraw = (id: string, paymentId: string) => post(`${id}/WithdrawPaymentLink`, { paymentId })
const report = (id: string, payment: object) =>
  post(`${id}/AddPayments`, [{ amount: 498.9, paymentMethodName: 'Card', status: 'Processed', ...payment }] as never)
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const unpaid = (fields: object = {}) => createdOrder(test, { orderForm: orderFormBody({ payments: [] }), ...fields })
const sales = (order: { orderForm: { payments: never[] } }) =>
  paymentsByType(order, 'Sale') as unknown as { id: string; status: string; transactionId: string; paidDate: string | null }[]
const sent = async (id: string) =>
  (await messageRows(test.database)).filter(
    (row) => row.order_id === id && (row as never as { template: string }).template === 'payment-link',
  )
const linksOf = ({ effects }: Awaited<ReturnType<typeof provider>>) =>
  effects.filter(({ body }) => body.operation === 'link').map(({ body }) => body)

t.test('given an unpaid order, when a link is asked for, then it is a pending sale that does not count', async (t) => {
  const bank = await provider(t)
  const { id } = await unpaid()
  const trial = await link(id, {}, { query: { dryRun: 'true' } })
  t.match(trial.body, { order: { orderForm: { payments: [{ status: 'Pending' }] } } })
  t.equal(bank.calls.length, 0, 'a dry run asks nobody')
  const { status, body } = await link(id, { validForHours: 5 })
  t.equal(status, 200)
  t.match(body.orderActionExecutionResults, [{ actionType: 'MakePaymentLink', actionStatus: 'Success' }])
  const [effect] = bank.effects
  t.match(effect?.body, { operation: 'link', orderId: id, amount: 498.9, currency: 'NOK', paymentMethodName: 'Card' })
  t.match(body.order, {
    status: 'New',
    remainingPayment: 498.9,
    paymentStatus: 'NotPaid',
    orderForm: { capturedPaymentTotal: 0, authorizedPaymentTotal: 0 },
  })
  t.match(sales(body.order), [{ amount: 498.9, status: 'Pending', transactionId: `tx-${effect?.key}`, isManuallyAdded: true }])
  const [{ properties }] = sales(body.order) as never as [{ properties: { key: string; value: string }[] }]
  const value = (name: string) => properties.find(({ key }) => key === name)?.value
  t.match(value('PaymentLink'), /^https:\/\/pay\.example\//)
  t.equal(value('PaymentLinkExpires'), effect?.body.link.expires)
  t.equal(Date.parse(effect?.body.link.expires) - test.deps.now().getTime() <= 5 * 3_600_000, true)
})

t.test('given a link, when its transaction is reported, then that payment is paid, and on that day', async (t) => {
  await provider(t)
  for (const transactionType of ['Sale', 'Authorization', 'Capture']) {
    const { id } = await unpaid()
    const [made] = sales((await link(id)).body.order)
    const { body } = await report(id, { transactionId: made?.transactionId, transactionType })
    t.match(body.orderForm.payments, [{ id: made?.id, status: 'Processed', transactionType }])
    t.equal(body.orderForm.payments.length, 1)
    t.equal(body.remainingPayment, 0)
    t.equal(body.orderForm.payments[0].paidDate !== null, transactionType !== 'Authorization')
    const again = await report(id, { transactionId: made?.transactionId, transactionType })
    t.equal(again.body.orderForm.payments.length, 1, 'a repeated report is the same payment')
  }
})

t.test('given a link, when a reservation and its capture are reported, then they are two payments', async (t) => {
  await provider(t)
  const { id } = await unpaid()
  const [made] = sales((await link(id)).body.order)
  const common = { amount: 498.9, paymentMethodName: 'Card', transactionId: made?.transactionId, status: 'Processed' }
  const payments = [
    { ...common, transactionType: 'Authorization' },
    { ...common, transactionType: 'Capture' },
  ]
  const { body } = await post(`${id}/AddPayments`, payments as never)
  t.match(body.orderForm, { payments: { length: 2 }, capturedPaymentTotal: 498.9 })
})

t.test('when more is asked for than is due, or by a method without links, then nobody is asked', async (t) => {
  const bank = await provider(t)
  const { id } = await unpaid()
  t.match(await link(id, { amount: 498.91 }), { status: 400, body: { errors: { amount: [/498\.9 /] } } })
  t.match(await link(id, { amount: 0 }), { status: 400 })
  t.match(await link(id, { paymentMethodName: 'Cash' }), { status: 400, body: { errors: { paymentMethodName: [/Card/] } } })
  t.match(await link(id, { validForHours: 0 }), { status: 400 })
  t.match(await link(id, {}, { as: { storeIds: ['Bergen-01'] } }), { status: 403 })
  const { id: paid } = await createdOrder(test)
  t.match(await link(paid), { status: 400, body: { errors: { amount: [/nothing/] } } })
  t.equal(bank.calls.length, 0)
  await link(id, { amount: 400 })
  t.match(await link(id, { amount: 99 }), { status: 400 }, 'what an open link asks for is not asked for twice')
  t.equal((await link(id, { amount: 98.9 })).status, 200)
})

t.test('when two callers ask at once, then there is one link', async (t) => {
  for (const manner of ['isSlow', 'does'] as const) {
    const bank = await provider(t, [manner])
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await unpaid()).id as string))
    await Promise.all(ids.flatMap((id) => [link(id), link(id), link(id)]))
    t.equal(linksOf(bank).length, ids.length, manner)
    for (const id of ids) t.equal(sales(await read(id)).length, 1)
  }
})

t.test('given a key, when the call is repeated, then it is one link', async (t) => {
  const bank = await provider(t)
  const { id } = await unpaid()
  const headers = { 'idempotency-key': `link-${id}` }
  await link(id, {}, { headers })
  t.equal((await link(id, {}, { headers })).headers['idempotent-replayed'], 'true')
  t.equal(linksOf(bank).length, 1)
})

t.test('given a link whose answer was lost, when it is asked for again, then it is the same link, and is sent', async (t) => {
  const bank = await provider(t, ['diesAfter', 'diesAfter', 'diesAfter', 'diesAfter', 'does'])
  const { id } = await unpaid()
  const lost = await link(id, { sendEmail: true })
  t.match(lost.body.orderActionExecutionResults, [{ actionType: 'MakePaymentLink', actionStatus: 'Error' }])
  t.match(sales(lost.body.order), [{ status: 'Failed', transactionId: '' }])
  t.equal((await sent(id)).length, 0, 'nothing is sent without a link')
  const found = await link(id, { sendEmail: true, validForHours: 1 })
  t.match(sales(found.body.order), [{ status: 'Pending' }])
  t.equal(sales(found.body.order).length, 1)
  t.equal(linksOf(bank).length, 1)
  t.equal(new Set(bank.calls.map(({ text }) => text)).size, 1, 'the same request')
  t.equal((await sent(id)).length, 1)
})

t.test('given a link whose answer was lost, when the step is retried, then the customer gets the mail', async (t) => {
  await provider(t, ['diesAfter', 'diesAfter', 'diesAfter', 'diesAfter', 'does'])
  const { id } = await unpaid()
  const [result] = (await link(id, { sendEmail: true })).body.orderActionExecutionResults
  const url = `/api/Orders/${id}/WorkflowRuns/${result.runId}/RetryStep`
  t.equal((await test.send({ method: 'POST', url, body: { stepId: result.stepId } })).status, 200)
  t.match(sales(await read(id)), [{ status: 'Pending' }])
  t.equal((await sent(id)).length, 1)
})

t.test('when a provider refuses, then there is no link, and the next request is a new one', async (t) => {
  const bank = await provider(t, ['refuses', 'does'])
  const { id } = await unpaid()
  t.match((await link(id)).body.orderActionExecutionResults, [{ actionStatus: 'Error', errorReason: 'No.' }])
  t.match(sales(await read(id)), [{ status: 'Failed', reason: 'No.' }])
  t.match(sales((await link(id)).body.order), [{ status: 'Failed' }, { status: 'Pending' }])
  t.equal(linksOf(bank).length, 1)
})

t.test('when a link is sent, then the mail has it in the language of the market', async (t) => {
  await provider(t)
  const { id } = await unpaid()
  const { body } = await link(id, { sendEmail: true })
  t.match(body.orderActionExecutionResults, [
    { actionType: 'MakePaymentLink' },
    { actionType: 'Notification', actionStatus: 'Success' },
  ])
  await composed(test)
  const texts = (await sent(id)).map(({ content }) => content)
  t.equal(texts.length, 1)
  for (const text of texts) t.match(text, /https:\/\/pay\.example\/.*Betales innen/s)
})

t.test('given an open link, when it is withdrawn twice at once, then the provider takes it back once', async (t) => {
  const bank = await provider(t)
  const { id } = await unpaid()
  const [made] = sales((await link(id)).body.order)
  const both = await Promise.all([withdraw(id, made?.id ?? ''), withdraw(id, made?.id ?? '')])
  t.ok(both.some(({ status }) => status === 200))
  t.equal(bank.effects.filter(({ body }) => body.operation === 'unlink').length, 1)
  t.match(sales(await read(id)), [{ status: 'Failed', reason: 'Withdrawn' }])
  t.match(bank.effects.at(-1)?.body, { operation: 'unlink', link: { transactionId: made?.transactionId } })
  t.match(await withdraw(id, 'other'), { status: 400 })
  t.equal((await link(id)).status, 200, 'another one may follow')
  t.equal(linksOf(bank).length, 2)
})

t.test('when a link is paid while it is withdrawn, then the payment stays', async (t) => {
  await provider(t, ['does', 'isSlow'])
  const { id } = await unpaid()
  const [made] = sales((await link(id)).body.order)
  const withdrawing = withdraw(id, made?.id ?? '')
  const paid = await report(id, { transactionId: made?.transactionId, transactionType: 'Sale' })
  t.equal(paid.status, 200)
  await withdrawing
  const [after] = sales(await read(id))
  t.equal(after?.status, 'Processed')
})

t.test('given an order on hold, when a link is asked for, then it does not wait for the release', async (t) => {
  await provider(t)
  const { id } = await unpaid()
  await post(`${id}/Holds`, { reasonCode: 'FraudCheck' })
  t.match(sales((await link(id)).body.order), [{ status: 'Pending' }])
})
