import { createHash, createHmac } from 'node:crypto'
import { stripeDouble } from '@open-oms/connector-stripe/testing/stripe-double'
import { vippsDouble } from '@open-oms/connector-vipps-mobilepay/testing/vipps-double'
import { freePort } from '@open-oms/local-servers/free-port'
import t from 'tap'
import { type ConnectorProgram, checkConnector, connectorProgram, systemWithConnectors } from './connector-program.ts'
import { paidOrder } from './paid-order.ts'
import { eventually } from './system-under-test.ts'

const stripe = await stripeDouble()
t.teardown(() => stripe.stop())
const PORT = String(await freePort())
const url = `http://127.0.0.1:${PORT}/payments`
const vipps = await vippsDouble()
t.teardown(() => vipps.stop())
const VIPPS_PORT = String(await freePort())
const vippsUrl = `http://127.0.0.1:${VIPPS_PORT}/payments`
const { client, system } = await systemWithConnectors(t, [
  { method: 'Card', url },
  { method: 'Vipps', url: vippsUrl },
])
const oms = { OMS_URL: system.gatewayUrl, OMS_CLIENT_ID: 'demo', OMS_CLIENT_SECRET: 'demo-secret' }
const stripeProgram = await connectorProgram(t, 'stripe', {
  ...oms,
  PORT,
  STRIPE_API_URL: stripe.url,
  STRIPE_API_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  RETURN_URL: 'https://shop.example/thanks',
})
const vippsProgram = await connectorProgram(t, 'vipps-mobilepay', {
  ...oms,
  PORT: VIPPS_PORT,
  VIPPS_API_URL: vipps.url,
  VIPPS_CLIENT_ID: 'id',
  VIPPS_CLIENT_SECRET: 'secret',
  VIPPS_SUBSCRIPTION_KEY: 'key',
  VIPPS_MERCHANT_SERIAL_NUMBER: '123456',
  VIPPS_WEBHOOK_SECRET: 'the secret of the webhook',
  VIPPS_WEBHOOK_HOST: 'shop.example',
})

type Seen = { orderForm: { capturedPaymentTotal: number; creditPaymentTotal: number; payments: object[] }; errors: object[] }
const see = async (id: string) => (await client.call<Seen>('GET', `/api/Orders/${id}`)).body
const captured = (id: string, amount: number) =>
  eventually(
    () => see(id),
    ({ orderForm }) => orderForm.capturedPaymentTotal === amount,
  )
const credited = (id: string, amount: number) =>
  eventually(
    () => see(id),
    ({ orderForm }) => orderForm.creditPaymentTotal === amount,
  )

async function orderWith(id: string, transactionId: string, paymentMethodName = 'Card') {
  const order = paidOrder(id, 'Authorization') as { orderForm: { payments: object[] } }
  Object.assign(order.orderForm.payments[0] as object, { transactionId, paymentMethodName })
  await client.call('POST', '/api/Orders', { body: order })
}
const sendBack = (id: string) =>
  client.call('POST', `/api/Returns/${id}/Return`, {
    body: {
      returns: [{ lineItemId: '1', returnQuantity: 1, returnReason: 'Too small' }],
      creditPayment: true,
      status: 'Completed',
    },
  })
const complete = (id: string) => client.call('POST', `/api/Orders/${id}/UpdateStatus`, { body: { status: 'Completed' } })

/** Kills a connector while its provider has carried something out and nobody knows. */
const killing = (provider: Pick<typeof stripe, 'faults' | 'nextEffect'>, program: ConnectorProgram) => {
  return async (act: () => Promise<unknown>) => {
    provider.faults.push('hangs')
    const effect = provider.nextEffect()
    const acting = act()
    await effect
    await program.kill()
    await program.start()
    await acting
  }
}

t.test('given the Stripe connector, when it is checked, then it keeps to the protocol', async (t) => {
  const ids = [stripe.books.authorize({ amount: 10_000 }), stripe.books.authorize({ amount: 10_000 })].map(({ id }) => id)
  const { code, report } = await checkConnector(url, '--kind', 'payment', '--authorization', ...ids)
  t.equal(code, 0, report)
  t.strictSame(stripe.books.totals(), { captured: 10_000, refunded: 5_000 })
})

t.test('given a kill -9 while money moves, when it is over, then the books of both agree to the øre', async (t) => {
  const killedInBetween = killing(stripe, stripeProgram)
  const before = stripe.books.totals()
  await orderWith('stripe-killed', stripe.books.authorize({ amount: 12_500 }).id)
  await killedInBetween(() => complete('stripe-killed'))
  await captured('stripe-killed', 125)
  await killedInBetween(() => sendBack('stripe-killed'))
  await credited('stripe-killed', 125)

  const part = stripe.books.authorize({ amount: 20_000 })
  await orderWith('stripe-part', part.id)
  stripe.faults.push('losesAnswer')
  await complete('stripe-part')
  await captured('stripe-part', 125)
  t.match(stripe.books.intents.get(part.id), { amount_received: 12_500, amount_capturable: 0, status: 'succeeded' })

  const after = stripe.books.totals()
  t.equal(after.captured - before.captured, 25_000)
  t.equal(after.refunded - before.refunded, 12_500)
})

t.test('given a card that is declined, when the order is completed, then the order says so and nothing moves', async (t) => {
  const before = stripe.books.totals()
  const intent = stripe.books.authorize({ amount: 12_500 })
  intent.declines = true
  await orderWith('stripe-declined', intent.id)
  await complete('stripe-declined')
  const { errors } = await eventually(
    () => see('stripe-declined'),
    (order) => order.errors.length > 0,
  )
  t.match(JSON.stringify(errors), /card_declined/)
  t.strictSame(stripe.books.totals(), before)
})

t.test('given webhooks of Stripe, when they come late, twice and forged, then the payment is reported once', async (t) => {
  await client.call('POST', '/api/Orders', { body: { ...paidOrder('stripe-shop'), orderForm: { lineItems: lines } } })
  const metadata = { oms_order: 'stripe-shop', oms_method: 'Card' }
  const intent = stripe.books.authorize({ amount: 12_500, metadata })
  const event = (type: string, object: object) => JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
  const post = async (body: string, secret = 'whsec_1') => {
    const at = Math.floor(Date.now() / 1_000)
    const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    const headers = { 'stripe-signature': `t=${at},v1=${v1}` }
    return (await fetch(`http://127.0.0.1:${PORT}/webhooks`, { method: 'POST', body, headers })).status
  }
  // The event was made before anything was authorised: what it says is old.
  const old = event('payment_intent.amount_capturable_updated', { ...intent, amount: 1, status: 'requires_action' })
  t.equal(await post(event('payment_intent.succeeded', intent)), 200)
  t.equal(await post(old), 200)
  t.equal(await post(old), 200)
  t.equal(await post(old, 'another secret'), 401)
  const { orderForm } = await see('stripe-shop')
  t.match(orderForm.payments, [{ amount: 125, transactionId: intent.id, transactionType: 'Authorization' }])
  t.equal(orderForm.payments.length, 1)
  await complete('stripe-shop')
  await captured('stripe-shop', 125)
})

t.test('given the Vipps MobilePay connector, when it is checked, then it keeps to the protocol', async (t) => {
  for (const reference of ['check-0001', 'check-0002']) vipps.books.authorize(reference, 10_000)
  const { code, report } = await checkConnector(vippsUrl, '--kind', 'payment', '--authorization', 'check-0001', 'check-0002')
  t.equal(code, 0, report)
  t.strictSame(vipps.books.totals(), { captured: 10_000, refunded: 5_000 })
})

t.test('given a kill -9 of the Vipps MobilePay connector, when it is over, then the books of both agree', async (t) => {
  const killedInBetween = killing(vipps, vippsProgram)
  const payment = vipps.books.authorize('vipps-killed--1', 20_000)
  await client.call('POST', '/api/Orders', { body: { ...paidOrder('vipps-killed'), orderForm: { lineItems: lines } } })
  const body = JSON.stringify({ name: 'AUTHORIZED', reference: payment.reference, success: true })
  const date = new Date().toUTCString()
  const hash = createHash('sha256').update(body).digest('base64')
  const post = async (secret: string) => {
    const signature = createHmac('sha256', secret).update(`POST\n/webhooks\n${date};shop.example;${hash}`).digest('base64')
    const authorization = `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`
    const headers = { 'x-ms-date': date, 'x-ms-content-sha256': hash, authorization }
    return (await fetch(`http://127.0.0.1:${VIPPS_PORT}/webhooks`, { method: 'POST', body, headers })).status
  }
  t.equal(await post('another secret'), 401)
  t.equal(await post('the secret of the webhook'), 200)
  t.equal(await post('the secret of the webhook'), 200)
  const { orderForm } = await see('vipps-killed')
  t.match(orderForm.payments, [{ amount: 200, transactionId: 'vipps-killed--1', transactionType: 'Authorization' }])
  t.equal(orderForm.payments.length, 1)

  await killedInBetween(() => complete('vipps-killed'))
  await captured('vipps-killed', 125)
  await eventually(
    async () => payment.cancelled,
    (cancelled) => cancelled === 7_500,
  )
  await killedInBetween(() => sendBack('vipps-killed'))
  await credited('vipps-killed', 125)
  t.match(vipps.books.payments.get(payment.reference), { captured: 12_500, cancelled: 7_500, refunded: 12_500 })
})

const lines = [{ lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 1, placedPrice: 125, taxRate: 25 }]
