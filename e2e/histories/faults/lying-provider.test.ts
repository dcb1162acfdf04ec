import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { randomFrom } from '../random.ts'
import { startLyingProvider } from './lying-provider.ts'

const ASKED = 60

t.test('given a request that breaks off, then others are answered', async (t) => {
  const provider = await startLyingProvider(randomFrom('provider'), 5)
  t.teardown(provider.stop)
  provider.beHonest()
  const socket = connect({ port: Number(new URL(provider.url).port), host: '127.0.0.1' })
  socket.write('POST / HTTP/1.1\r\nhost: provider\r\ncontent-length: 100\r\n\r\n{"operation"')
  await once(socket, 'connect')
  socket.destroy()
  await once(socket, 'close')
  const body = JSON.stringify({ operation: 'capture', orderId: 'o', amount: 1 })
  const response = await fetch(provider.url, { method: 'POST', headers: { 'idempotency-key': 'k' }, body })
  t.match(await response.json(), { status: 'done' })
})

t.test('given questions and links, then each has a response of its own form', async (t) => {
  const provider = await startLyingProvider(randomFrom('provider'), 5)
  t.teardown(provider.stop)
  provider.beHonest()
  const ask = async (body: object) => {
    const headers = { 'idempotency-key': JSON.stringify(body) }
    return (await fetch(provider.url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }
  t.same(await ask({ operation: 'ask', order: { id: 'o' } }), {
    result: 'done',
    properties: [{ key: 'moved-1', value: 'moved-1' }],
  })
  t.match(await ask({ operation: 'link', orderId: 'o', amount: 5 }), { status: 'done', url: /^https:/ })
  t.match(provider.effects(), [
    { operation: 'ask', orderId: 'o', amount: 0 },
    { operation: 'link', amount: 5 },
  ])
})

t.test('given a provider that lies, when keys are asked for until it responds, then each has one effect or none', async (t) => {
  const provider = await startLyingProvider(randomFrom('provider'), 5)
  t.teardown(provider.stop)
  const ask = async (key: string): Promise<{ status: string; transactionId?: string }> => {
    for (;;) {
      const body = JSON.stringify({ operation: 'capture', orderId: key, amount: 1 })
      const response = await fetch(provider.url, { method: 'POST', headers: { 'idempotency-key': key }, body }).catch(() => null)
      if (response?.ok === true) return await response.json()
      await response?.body?.cancel()
    }
  }
  const keys = Array.from({ length: ASKED }, (_, index) => `k${index}`)
  const said = await Promise.all(keys.map(ask))
  t.same(await Promise.all(keys.map(ask)), said, 'a key gets the same response again')
  const done = said.flatMap(({ transactionId }) => transactionId ?? [])
  t.same(
    provider
      .effects()
      .map(({ transactionId }) => transactionId)
      .sort(),
    done.sort(),
  )
  t.ok(provider.lies() > 0 && done.length < ASKED && new Set(done).size === done.length)
  provider.beHonest()
  const lies = provider.lies()
  await ask('honest')
  t.equal(provider.lies(), lies)
})
