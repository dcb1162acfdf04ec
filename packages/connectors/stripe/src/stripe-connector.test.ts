import Stripe from 'stripe'
import t, { type Test } from 'tap'
import { stripeConnector } from './stripe-connector.ts'
import { stripeDouble } from './testing/stripe-double.ts'

async function connected(t: Test) {
  const double = await stripeDouble()
  t.teardown(() => double.stop())
  const { hostname, port } = new URL(double.url)
  const stripe = new Stripe('sk_test_1', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, timeout: 1_000 })
  const connector = stripeConnector(stripe, { returnUrl: 'https://shop.example/thanks' })
  const ask = (idempotencyKey: string, operation: string, fields: object) => {
    const base = { orderId: 'O-1', currency: 'NOK', paymentMethodName: 'Card', authorization: null, capture: null }
    const call = { idempotencyKey, signal: new AbortController().signal }
    return connector.answer({ ...base, operation, ...fields }, call)
  }
  const named = (transactionId: string) => ({ transactionId, authorizationCode: null })
  const capture = (key: string, id: string, amount: number) => ask(key, 'capture', { amount, authorization: named(id) })
  const cancel = (key: string, id: string, amount: number) => ask(key, 'cancel', { amount, authorization: named(id) })
  const refund = (key: string, id: unknown, amount: number) => ask(key, 'refund', { amount, capture: named(String(id)) })
  return { ...double, ask, named, capture, cancel, refund }
}

t.test(
  'given a card with one capture, when a part is captured, then the rest is released and cancelling it is done',
  async (t) => {
    const { books, capture, cancel } = await connected(t)
    const { id } = books.authorize({ amount: 25_000 })
    t.match(await capture('k1', id, 98.5), {
      status: 'done',
      transactionId: /^pi_1\.[0-9a-f]{16}$/,
      message: /released the rest/,
    })
    t.match(await capture('k2', id, 10), { status: 'refused' })
    t.match(await cancel('k3', id, 151.5), { status: 'done' })
    t.match(await cancel('k4', id, 151.51), { status: 'refused' })
    t.strictSame(books.totals(), { captured: 9850, refunded: 0 })
  },
)

t.test(
  'given a card with several captures, when parts are captured and given up, then it adds up to the authorisation',
  async (t) => {
    const { books, capture, cancel } = await connected(t)
    const { id } = books.authorize({ amount: 25_000, multicapture: true })
    const first = await capture('k1', id, 100)
    t.match(first, { status: 'done', message: undefined })
    t.match(await cancel('k2', id, 50), { status: 'done' })
    t.match(await capture('k3', id, 100.01), { status: 'refused' }, 'what was given up is not captured')
    const second = await capture('k4', id, 60)
    t.match(second, { status: 'done' })
    t.not((first as { transactionId?: string }).transactionId, (second as { transactionId?: string }).transactionId)
    t.match(await cancel('k5', id, 40), { status: 'done' })
    t.match(books.intents.get(id), { status: 'succeeded', amount_received: 16_000, amount_capturable: 0 })
  },
)

t.test(
  'given an authorisation, when all of it is given up, then Stripe has cancelled it, and a capture is refused',
  async (t) => {
    const { books, capture, cancel, faults } = await connected(t)
    const { id } = books.authorize({ amount: 10_000 })
    faults.push(null, 'losesAnswer')
    t.match(await cancel('k1', id, 100), { status: 'unreachable' })
    t.match(await cancel('k1', id, 100), { status: 'done' })
    t.match(books.intents.get(id), { status: 'canceled' })
    t.match(await capture('k2', id, 1), { status: 'refused' })
  },
)

t.test('given lost answers, when the same request comes again, then the money has moved once, a day later too', async (t) => {
  const { books, capture, refund, faults, forgetKeys } = await connected(t)
  const { id } = books.authorize({ amount: 25_000 })
  faults.push('losesAnswer')
  t.match(await capture('k1', id, 250), { status: 'unreachable' })
  const found = await capture('k1', id, 250)
  t.match(found, { status: 'done' })
  forgetKeys()
  t.strictSame(await capture('k1', id, 250), found)
  const { transactionId } = found as { transactionId?: string }
  faults.push('losesAnswer')
  t.match(await refund('k2', transactionId, 98.5), { status: 'unreachable' })
  forgetKeys()
  const refunded = await refund('k2', transactionId, 98.5)
  t.match(refunded, { status: 'done', transactionId: 're_1' })
  t.strictSame(await refund('k2', transactionId, 98.5), refunded)
  t.match(await refund('k3', transactionId, 151.51), { status: 'refused' })
  t.match(await refund('k4', transactionId, 151.5), { status: 'done', transactionId: 're_2' })
  t.match(await refund('k5', transactionId, 1), { status: 'refused' })
  t.strictSame(books.totals(), { captured: 25_000, refunded: 25_000 })
})

t.test('given a key, when it comes with another amount, then nothing moves and nobody is told that it did', async (t) => {
  const { books, capture, refund, forgetKeys } = await connected(t)
  const { id } = books.authorize({ amount: 25_000, multicapture: true })
  await capture('k1', id, 100)
  t.match(await capture('k1', id, 50), { status: 'unreachable', message: /another request/ })
  await refund('k2', id, 10)
  t.match(await refund('k2', id, 20), { status: 'unreachable' })
  forgetKeys()
  t.match(await refund('k2', id, 20), { status: 'unreachable' })
  t.strictSame(books.totals(), { captured: 10_000, refunded: 1_000 })
})

t.test('given what Stripe says no to, when it is asked, then it is a refusal; faults are none', async (t) => {
  const { books, ask, named, capture, faults } = await connected(t)
  const intent = books.authorize({ amount: 25_000 })
  t.match(await capture('k1', 'pi_unknown', 1), { status: 'refused' })
  t.match(await capture('k2', 'something else', 1), { status: 'refused' })
  t.match(await capture('k3', intent.id, 250.01), { status: 'refused' })
  t.match(await capture('k4', intent.id, 0), { status: 'refused' })
  t.match(await capture('k5', intent.id, 1.005), { status: 'refused' }, 'an amount that Stripe does not count')
  t.match(await ask('k6', 'capture', { amount: 1, authorization: named(intent.id), currency: 'SEK' }), { status: 'refused' })
  faults.push('fails')
  t.match(await capture('k7', intent.id, 1), { status: 'unreachable' })
  intent.declines = true
  t.match(await capture('k8', intent.id, 1), { status: 'refused', message: /card_declined/ })
  intent.status = 'processing'
  t.match(await capture('k9', intent.id, 1), { status: 'pending' })
  t.equal(books.totals().captured, 0)
})

t.test(
  'given a link, when it is made twice, paid or withdrawn, then there is one page and its payment is captured',
  async (t) => {
    const { books, ask, capture, forgetKeys, faults } = await connected(t)
    const link = (expires: string, transactionId: string | null = null) => ({ amount: 98.5, link: { expires, transactionId } })
    const inThreeDays = link(new Date(Date.now() + 3 * 86_400_000).toISOString())
    faults.push('losesAnswer')
    t.match(await ask('k1', 'link', inThreeDays), { status: 'unreachable' })
    const made = await ask('k1', 'link', inThreeDays)
    t.match(made, { status: 'done', transactionId: 'cs_1', url: 'https://checkout.example/cs_1', expires: String })
    t.equal(books.pages.size, 1)
    const soon = link(new Date(Date.now() + 7_200_000).toISOString())
    t.match(await ask('k2', 'link', soon), { status: 'done', transactionId: 'cs_2' })
    const withdraw = (id: string, key: string) =>
      ask(key, 'unlink', { ...inThreeDays, link: { ...inThreeDays.link, transactionId: id } })
    t.match(await withdraw('cs_2', 'k3'), { status: 'done' })
    t.match(await withdraw('cs_2', 'k3'), { status: 'done' })
    books.pay('cs_1')
    t.match(await withdraw('cs_1', 'k4'), { status: 'refused' })
    forgetKeys()
    t.match(await capture('k5', 'cs_1', 98.5), { status: 'done', transactionId: /^pi_1\./ })
    t.equal(books.totals().captured, 9850)
  },
)
