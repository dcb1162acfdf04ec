import t from 'tap'
import { randomFrom } from '../random.ts'
import { startLyingProvider } from './lying-provider.ts'

const ASKED = 60

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
