import { createHash, createHmac } from 'node:crypto'
import t, { type Test } from 'tap'
import { isSignedByVipps } from './report-payments.ts'
import { vippsDouble } from './testing/vipps-double.ts'
import { vippsApi } from './vipps-api.ts'
import { vippsConnector } from './vipps-connector.ts'

async function connected(t: Test) {
  const double = await vippsDouble()
  t.teardown(() => double.stop())
  const account = { clientId: 'id', clientSecret: 'secret', subscriptionKey: 'sub', merchantSerialNumber: '123456' }
  const connector = vippsConnector(vippsApi({ apiUrl: double.url, ...account }))
  const ask = (idempotencyKey: string, operation: string, fields: object) => {
    const base = { orderId: 'O-1', currency: 'NOK', paymentMethodName: 'Vipps', authorization: null, capture: null }
    return connector.answer({ ...base, operation, ...fields }, { idempotencyKey, signal: new AbortController().signal })
  }
  const named = (transactionId: unknown) => ({ transactionId: String(transactionId), authorizationCode: null })
  const capture = (key: string, id: string, amount: number) => ask(key, 'capture', { amount, authorization: named(id) })
  const cancel = (key: string, id: string, amount: number) => ask(key, 'cancel', { amount, authorization: named(id) })
  const refund = (key: string, id: unknown, amount: number) => ask(key, 'refund', { amount, capture: named(id) })
  return { ...double, ask, named, capture, cancel, refund }
}

t.test('given a reservation, when parts are captured, paid back and the rest given up, then it adds up', async (t) => {
  const { books, capture, cancel, refund } = await connected(t)
  books.authorize('order-0001', 25_000)
  const first = await capture('k1', 'order-0001', 98.5)
  t.match(first, { status: 'done', transactionId: /^order-0001\.[0-9a-f]{16}$/ })
  t.match(await capture('k2', 'order-0001', 50), { status: 'done' })
  t.match(await cancel('k3', 'order-0001', 1), { status: 'refused', message: /as a whole/ })
  t.match(await cancel('k4', 'order-0001', 101.5), { status: 'done' })
  t.match(await cancel('k4', 'order-0001', 101.5), { status: 'done' })
  t.match(await capture('k5', 'order-0001', 1), { status: 'refused' })
  const { transactionId } = first as { transactionId?: string }
  t.match(await refund('k6', transactionId, 148.51), { status: 'refused' })
  t.match(await refund('k7', transactionId, 148.5), { status: 'done' })
  t.match(books.payments.get('order-0001'), { captured: 14_850, cancelled: 10_150, refunded: 14_850 })
})

t.test('given lost answers and lost keys, when the same request comes again, then the money has moved once', async (t) => {
  const { books, capture, cancel, refund, faults, forgetKeys, forgetTokens } = await connected(t)
  books.authorize('order-0002', 25_000)
  faults.push('losesAnswer', 'losesAnswer', 'losesAnswer')
  t.match(await capture('k1', 'order-0002', 100), { status: 'unreachable' })
  forgetKeys()
  const found = await capture('k1', 'order-0002', 100)
  t.match(found, { status: 'done' })
  t.match(await refund('k2', 'order-0002.x', 50), { status: 'unreachable' })
  forgetKeys()
  t.match(await refund('k2', 'order-0002.x', 50), { status: 'done' })
  t.match(await cancel('k3', 'order-0002', 150), { status: 'unreachable' })
  forgetKeys()
  t.match(await cancel('k3', 'order-0002', 150), { status: 'done' })
  forgetTokens()
  t.match(await capture('k1', 'order-0002', 100), { status: 'unreachable' }, 'a token that is not valid any more')
  t.strictSame(await capture('k1', 'order-0002', 100), found)
  t.match(await capture('k1', 'order-0002', 99), { status: 'unreachable', message: /another amount/ })
  t.match(books.payments.get('order-0002'), { captured: 10_000, cancelled: 15_000, refunded: 5_000 })
})

t.test('given what Vipps MobilePay says no to, when it is asked, then it is a refusal; faults are none', async (t) => {
  const { books, ask, named, capture, faults } = await connected(t)
  const payment = books.authorize('order-0003', 25_000)
  t.match(await capture('k1', 'order-unknown', 1), { status: 'refused' })
  t.match(await capture('k2', '../../accesstoken/get', 1), { status: 'refused' })
  t.match(await capture('k3', 'order-0003', 250.01), { status: 'refused' })
  t.match(await capture('k4', 'order-0003', 1.005), { status: 'refused' })
  t.match(await ask('k5', 'capture', { amount: 1, authorization: named('order-0003'), currency: 'DKK' }), { status: 'refused' })
  faults.push('fails')
  t.match(await capture('k6', 'order-0003', 1), { status: 'unreachable' })
  payment.state = 'EXPIRED'
  t.match(await capture('k7', 'order-0003', 1), { status: 'refused' })
  t.strictSame(books.totals(), { captured: 0, refunded: 0 })
})

t.test('given a webhook, when it is signed as the documentation says, then it is genuine, and nothing else is', async (t) => {
  const body = Buffer.from('{"name":"AUTHORIZED"}')
  const [secret, host, path] = ['the secret', 'shop.example', '/webhooks?a=1']
  const signed = (at = Date.now(), by = secret) => {
    const date = new Date(at).toUTCString()
    const hash = createHash('sha256').update(body).digest('base64')
    const signature = createHmac('sha256', by).update(`POST\n${path}\n${date};${host};${hash}`).digest('base64')
    return {
      'x-ms-date': date,
      'x-ms-content-sha256': hash,
      authorization: `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`,
    }
  }
  const check = (headers: Record<string, string>, change: object = {}, as: object = {}) =>
    isSignedByVipps({ path, headers, body, ...change }, { secret, host, ...as })
  t.equal(check(signed()), true)
  t.equal(check(signed(Date.now() - 600_000)), false)
  t.equal(check(signed(Date.now(), 'another')), false)
  t.equal(check(signed(), { body: Buffer.from('{"name":"CAPTURED"}') }), false)
  t.equal(check(signed(), { path: '/webhooks?a=2' }), false)
  t.equal(check(signed(), {}, { host: 'another.example' }), false)
  t.equal(check({}), false)
})
