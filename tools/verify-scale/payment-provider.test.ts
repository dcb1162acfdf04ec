import t from 'tap'
import { startPaymentProvider } from './payment-provider.ts'

t.test(
  'given a key that was carried out, when it is asked for again, then nothing more is moved and the response is the same',
  async (t) => {
    const provider = await startPaymentProvider()
    t.teardown(() => provider.stop())
    const capture = async (key: string) => {
      const body = JSON.stringify({ operation: 'capture', orderId: 'o', amount: 125 })
      const response = await fetch(provider.urlFor('orders 1'), { method: 'POST', headers: { 'idempotency-key': key }, body })
      const { transactionId } = (await response.json()) as { transactionId: string }
      return transactionId
    }
    const [first, again] = await Promise.all([capture('k'), capture('k')])
    t.equal(again, first)
    t.not(await capture('another'), first)
    t.match(provider.effects(), [
      { operation: 'capture', orderId: 'o', amount: 125, transactionId: first, requests: 2 },
      { orderId: 'o', requests: 1 },
    ])
  },
)

t.test(
  'given a caller who is waited for, when something is carried out for it, then that is known before its response',
  async (t) => {
    const provider = await startPaymentProvider()
    t.teardown(() => provider.stop())
    const seen: string[] = []
    const call = async (caller: string) => {
      const body = JSON.stringify({ operation: 'capture', orderId: 'o', amount: 125 })
      await fetch(provider.urlFor(caller), { method: 'POST', headers: { 'idempotency-key': caller }, body })
      seen.push(caller)
    }
    const waited = provider.nextFor('orders 1').then(() => seen.push('waited'))
    await call('orders 2')
    await Promise.all([call('orders 1'), waited])
    t.same(seen, ['orders 2', 'waited', 'orders 1'])
  },
)
