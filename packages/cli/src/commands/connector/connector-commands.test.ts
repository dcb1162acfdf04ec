import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AnsweringConnector, connectorHandler } from '@open-oms/client/connectors'
import { definePaymentConnector, defineShippingConnector } from '@open-oms/extend'
import t, { type Test } from 'tap'
import { callOms } from '../../testing/call-oms.ts'

const environment = { SECRET: 'a secret' }

async function check(t: Test, connector: AnsweringConnector, { kind = 'payment', secret = 'a secret' as string | null } = {}) {
  const kept = new Map<string, string>()
  const keys = {
    get: async (key: string) => kept.get(key) ?? null,
    set: async (key: string, text: string) => void kept.set(key, text),
  }
  const handler = connectorHandler(connector, { secret, keys })
  const server = createServer((request, response) => void handler(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const args = ['connector', 'check', url, '--kind', kind, '--secret-variable', 'SECRET', '--wait', '1000', '--timeout', '2000']
  return await callOms(args, { environment })
}

/** A provider that follows the protocol; a test overrides single responses. */
function bank() {
  const captured = new Map<unknown, number>()
  const authorized = new Map<unknown, number>()
  let made = 0
  return definePaymentConnector({
    name: 'bank',
    authorize: async ({ amount }) => {
      authorized.set(`a${++made}`, amount)
      return { status: 'done', transactionId: `a${made}` }
    },
    capture: async ({ amount, authorization: { transactionId } }) => {
      if ((authorized.get(transactionId) ?? 0) < amount) return { status: 'refused', message: 'There is no such authorisation.' }
      authorized.delete(transactionId)
      captured.set(`c${++made}`, amount)
      return { status: 'done', transactionId: `c${made}` }
    },
    cancel: async () => ({ status: 'done', transactionId: `v${++made}` }),
    refund: async ({ amount, capture: { transactionId } }) => {
      const left = (captured.get(transactionId) ?? 0) - amount
      if (left < 0) return { status: 'refused', message: 'So much was not captured.' }
      captured.set(transactionId, left)
      return { status: 'done', transactionId: `r${++made}` }
    },
  })
}

t.test('given connectors that follow the protocol, when they are checked, then every rule passes', async (t) => {
  const paid = await check(t, bank())
  t.equal(paid.code, 0, paid.stdout)
  t.match(paid.stderr, /2\d passed, 0 failed/)
  const carrier = defineShippingConnector({
    name: 'carrier',
    book: async (_request, { idempotencyKey }) => ({ status: 'done', trackingNumber: `T-${idempotencyKey}` }),
  })
  const booked = await check(t, carrier, { kind: 'shipping' })
  t.equal(booked.code, 0, booked.stdout)
})

t.test('given a connector that breaks a rule, when it is checked, then that rule is named and it ends with 1', async (t) => {
  const unsigned = await check(t, bank(), { secret: null })
  t.equal(unsigned.code, 1)
  t.match(unsigned.stdout, /not ok 1 - a request without a signature is turned away/)
  const good = bank()
  let answers = 0
  const forgetful: AnsweringConnector = {
    answer: async (request, call) => {
      const answer = await good.answer(request, call)
      // A refund of each request, as of a provider without keys.
      return answer.status === 'done' ? { ...answer, status: 'pending', ...(++answers % 2 === 0 && { status: 'done' }) } : answer
    },
  }
  const twice = await check(t, forgetful)
  t.equal(twice.code, 1)
  t.match(twice.stdout, /not ok \d+ - capture: five at once are one, and done/)
})

t.test('given an address where nobody listens, when it is checked, then each rule says so and it ends with 1', async (t) => {
  const { code, stdout } = await callOms([
    'connector',
    'check',
    'http://127.0.0.1:1/',
    '--kind',
    'payment',
    '--authorization',
    'a',
    'b',
  ])
  t.equal(code, 1)
  t.match(stdout, /not ok .*\n[\s\S]*ECONNREFUSED/)
})

t.test('given a wrong command line, when it is called, then nothing is sent', async (t) => {
  t.match(await callOms(['connector', 'check', 'ftp://x', '--kind', 'payment']), { code: 2 })
  const wrong = (...args: string[]) => callOms(['connector', 'check', 'http://127.0.0.1:1/', '--kind', ...args])
  t.match(await wrong('sms'), { code: 2, stderr: /--to is missing/ })
  t.match(await wrong('webhook'), { code: 2, stderr: /--kind is payment, shipping, ask, sms, not "webhook"/ })
  t.match(await wrong('ask', '--order', '/no/such/file'), { code: 2, stderr: /cannot be read/ })
  t.match(await wrong('ask', '--order', import.meta.filename), { code: 2, stderr: /cannot be read/ })
  for (const given of [['a'], ['a', 'a']])
    t.match(await wrong('payment', '--authorization', ...given), { code: 2, stderr: /two different authorisations of 100/ })
  t.match(await callOms(['connector', 'check', 'http://127.0.0.1:1/', '--kind', 'payment', '--secret-variable', 'UNSET_ONE']), {
    code: 2,
  })
})
