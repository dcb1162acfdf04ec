import t from 'tap'
import { fetchExplanation, reasonCodes, requireReason } from '../../testing/orders/explaining.ts'
import { connectorTo, testProvider } from '../../testing/payments/test-provider.ts'
import { createdOrder, orderFormBody, paymentsByType, sampleConfig, testOrders } from '../../testing/test-orders.ts'

const config = structuredClone(await sampleConfig())
const provider = await testProvider(t)
const card = connectorTo(provider.url)
config.connectors.connectors.push(card)
for (const method of config.paymentMethods)
  if (method.name === 'Card') Object.assign(method, { connector: card.name, paymentLink: true })
const test = await testOrders(t, { config })

const post = (path: string, body: object) => test.send({ method: 'POST', url: `/api/Orders/${path}`, body })
const link = (id: string, body: object = {}) => post(`${id}/PaymentLink`, body)
const unpaid = () => createdOrder(test, { orderForm: orderFormBody({ payments: [] }) })

t.test('when an order has a link, then Why says until when it waits, and what can be done', async (t) => {
  const { id } = await unpaid()
  const missing = requireReason(await fetchExplanation(test, id), 'PaymentMissing')
  const [sending] = missing.actions
  t.match(sending, { code: 'SendPaymentLink', sentence: 'Send payment link', url: `/api/Orders/${id}/PaymentLink` })
  await link(id)
  const waiting = await fetchExplanation(test, id)
  t.match(requireReason(waiting, 'PaymentLinkOpen'), {
    waitsFor: 'Person',
    sentence: /^Waiting for the customer to pay .*498.90 by link until /,
    next: { code: 'PaymentLinkExpires' },
    actions: [{ code: 'WithdrawPaymentLink' }, { code: 'ConfirmPayment' }],
  })
  t.notOk(reasonCodes(waiting).includes('PaymentMissing'))
  const cash = { amount: 498.9, paymentMethodName: 'Cash', transactionId: 'cash-1', transactionType: 'Sale', status: 'Processed' }
  await post(`${id}/AddPayments`, [cash])
  const paid = requireReason(await fetchExplanation(test, id), 'PaymentLinkUnneeded')
  const [withdrawing] = paid.actions
  t.equal((await post(`${id}/WithdrawPaymentLink`, withdrawing?.body as object)).status, 200)
  t.notOk(reasonCodes(await fetchExplanation(test, id)).includes('PaymentLinkUnneeded'))
  const [withdrawn] = paymentsByType((await test.send({ url: `/api/Orders/${id}` })).body, 'Sale') as unknown as [{ id: string }]
  t.strictSame(reasonCodes(await fetchExplanation(test, id, { paymentId: withdrawn.id })), ['PaymentLinkWithdrawn'])
})

t.test('given a link that has expired, when the order is explained, then another one can be sent', async (t) => {
  const { id } = await unpaid()
  await link(id, { validForHours: 1 })
  const now = test.deps.now
  t.teardown(() => Object.assign(test.deps, { now }))
  test.deps.now = () => new Date(now().getTime() + 2 * 3_600_000)
  const expired = requireReason(await fetchExplanation(test, id), 'PaymentLinkExpired')
  t.match(expired.actions, [{ code: 'SendPaymentLink' }, { code: 'WithdrawPaymentLink' }])
  t.equal((await link(id)).status, 200)
})
