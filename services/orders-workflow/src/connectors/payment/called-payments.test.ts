import { createHmac } from 'node:crypto'
import { paymentOperations } from '@open-oms/contracts/connectors/payment-protocol'
import t from 'tap'
import { connectorTo, type Manner, testProvider } from '../../testing/payments/test-provider.ts'
import { respond, testReceiver } from '../../testing/webhooks/test-receiver.ts'
import { calledPayments } from './called-payments.ts'
import type { PaymentRequest } from './payment-connector.ts'

const request: PaymentRequest = {
  idempotencyKey: 'key-1',
  orderId: 'O-1',
  amount: 498.9,
  currency: 'NOK',
  paymentMethodName: 'Card',
  authorization: { transactionId: 'auth-1', authorizationCode: null },
  capture: null,
}
const done = { outcome: 'done', transactionId: 'tx-key-1', authorizationCode: 'A1' }
const none = () => undefined

t.test('when an operation is requested, then the provider gets one signed POST of the documented body', async (t) => {
  const provider = await testProvider(t)
  const environment = (name: string) => ({ PAY_SECRET: 's3cret' })[name]
  const payments = calledPayments(connectorTo(provider.url, { secretVariable: 'PAY_SECRET' }), environment)
  for (const operation of paymentOperations) {
    const idempotencyKey = `key-${operation}`
    t.match(await payments[operation]({ ...request, idempotencyKey }), { outcome: 'done', transactionId: `tx-key-${operation}` })
  }
  t.same(
    provider.effects.map(({ key, body }) => [key, body.operation]),
    paymentOperations.map((operation) => [`key-${operation}`, operation]),
  )
  t.same(provider.effects[1]?.body, {
    operation: 'capture',
    orderId: 'O-1',
    amount: 498.9,
    currency: 'NOK',
    paymentMethodName: 'Card',
    authorization: { transactionId: 'auth-1', authorizationCode: null },
    capture: null,
  })
  for (const { headers, text } of provider.calls) {
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? []
    t.equal(signature, createHmac('sha256', 's3cret').update(`${seconds}.${text}`).digest('hex'))
  }
})

t.test('given no secret, when a request is repeated, then nothing is sent and it is unreachable, not refused', async (t) => {
  const provider = await testProvider(t)
  const payments = calledPayments(connectorTo(provider.url, { secretVariable: 'PAY_SECRET' }), none)
  t.match(await payments.capture(request), { outcome: 'unreachable', reason: /PAY_SECRET/ })
  t.equal(provider.calls.length, 0)
})

const outcomes: [Manner, string, number][] = [
  ['does', 'done', 1],
  ['isSlow', 'done', 1],
  ['repeatsItself', 'done', 1],
  ['refuses', 'refused', 0],
  ['rejects', 'refused', 0],
  ['fails', 'unreachable', 0],
  ['failsAfter', 'unreachable', 1],
  ['isSilent', 'unreachable', 0],
  ['isSilentAfter', 'unreachable', 1],
  ['dies', 'unreachable', 0],
  ['diesAfter', 'unreachable', 1],
  ['talksNonsense', 'unreachable', 1],
]
for (const [manner, outcome, effects] of outcomes) {
  t.test(`given a provider that ${manner}, when a capture is repeated, then it is ${outcome}, but never doubled`, async (t) => {
    const provider = await testProvider(t, [manner, 'does'])
    const connector = connectorTo(provider.url)
    const payments = calledPayments(connector, none)
    t.match(await payments.capture(request), { outcome, ...(outcome === 'done' ? {} : { connector: connector.name }) })
    t.equal(provider.effects.length, effects)
    const again = await payments.capture(request)
    if (outcome === 'refused') t.match(again, { outcome: 'refused' })
    else t.same(again, done)
    t.equal(provider.effects.length, outcome === 'refused' ? 0 : 1)
    t.equal(new Set(provider.calls.map(({ headers }) => headers['idempotency-key'])).size, 1)
  })
}

t.test('given a lost response, when the call retries, then it gets the result of the one effect', async (t) => {
  for (const manner of ['failsAfter', 'diesAfter', 'isSilentAfter'] as const) {
    const provider = await testProvider(t, [manner, 'does'])
    const payments = calledPayments(connectorTo(provider.url, { retries: 1 }), none)
    t.same(await payments.capture(request), done)
    t.equal(provider.effects.length, 1)
  }
})

t.test('when a response violates the protocol, then the payment is unreachable', async (t) => {
  const bodies = [
    '',
    'null',
    '[]',
    '"done"',
    '{}',
    '{"status":"done"}',
    '{"status":"done","transactionId":""}',
    '{"status":"done","transactionId":7}',
    '{"status":"done","transactionId":"a\\nb"}',
    `{"status":"done","transactionId":"${'x'.repeat(201)}"}`,
    '{"status":"Done","transactionId":"x"}',
    '{"status":true,"transactionId":"x"}',
    '{"status":"done","transactionId":',
  ]
  for (const body of bodies) {
    const { url } = await testReceiver(t, respond(200, body))
    const response = await calledPayments(connectorTo(url), none).capture(request)
    t.match(response, { outcome: 'unreachable', reason: /not understood/ }, body.slice(0, 60))
  }
})

t.test('when a provider is still pending, then the payment is unreachable', async (t) => {
  const { url } = await testReceiver(t, respond(202, '{"status":"pending","message":"Wait for\\nthe bank"}'))
  const connector = connectorTo(url)
  const waiting = { outcome: 'unreachable', reason: 'Wait for the bank', connector: connector.name }
  t.same(await calledPayments(connector, none).capture(request), waiting)
})

t.test('when a provider refuses, then the reason is its message', async (t) => {
  const { url } = await testReceiver(t, respond(200, `{"status":"refused","message":"No funds.\\u0007${'x'.repeat(600)}"}`))
  const response = await calledPayments(connectorTo(url), none).capture(request)
  t.match(response, { outcome: 'refused', reason: /^No funds\. x+$/ })
  t.ok('reason' in response && response.reason.length <= 500)
})

t.test('when a provider responds 4xx, then it is a refusal, except statuses that leave the effect open', async (t) => {
  for (const status of [400, 402, 403, 404, 410, 422]) {
    const { url } = await testReceiver(t, respond(status, 'no'))
    t.match(await calledPayments(connectorTo(url), none).capture(request), { outcome: 'refused', reason: /no/ }, String(status))
  }
  for (const status of [401, 407, 408, 409, 425, 429]) {
    const { url } = await testReceiver(t, respond(status, 'no', { 'retry-after': '0' }))
    t.match(await calledPayments(connectorTo(url), none).capture(request), { outcome: 'unreachable' }, String(status))
  }
})

t.test('when an authorisation has an expiry, then it is read, and an invalid date is left out', async (t) => {
  const response = (expires: string) => respond(200, `{"status":"done","transactionId":"x","authorizationExpires":"${expires}"}`)
  const good = await testReceiver(t, response('2026-04-01T12:00:00+02:00'))
  t.same(await calledPayments(connectorTo(good.url), none).authorize(request), {
    outcome: 'done',
    transactionId: 'x',
    authorizationExpires: '2026-04-01T10:00:00.000Z',
  })
  const bad = await testReceiver(t, response('soon'))
  t.same(await calledPayments(connectorTo(bad.url), none).authorize(request), { outcome: 'done', transactionId: 'x' })
})

t.test('when a call is aborted, then it ends early', async (t) => {
  const nobodyWaits = new AbortController()
  const provider = await testReceiver(t, () => nobodyWaits.abort())
  const payments = calledPayments(connectorTo(provider.url, { retries: 5 }), none)
  t.match(await payments.capture(request, nobodyWaits.signal), { outcome: 'unreachable' })
  t.equal(provider.calls.length, 1)
})
