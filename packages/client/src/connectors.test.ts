import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { type AnsweringConnector, type ConnectorKeys, connectorHandler } from './connectors.ts'

const secret = 'a secret of the connector'

async function serve(t: Test, connector: AnsweringConnector, keys?: ConnectorKeys) {
  const handler = connectorHandler(connector, { secret, ...(keys === undefined ? {} : { keys }) })
  const server = createServer((request, response) => void handler(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const post = async (body: string, headers: Record<string, string> = {}, at = Math.floor(Date.now() / 1_000)) => {
    const signature = `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body,
      headers: { 'idempotency-key': 'k1', 'x-signature': signature, ...headers },
    })
    return { status: response.status, body: await response.json() }
  }
  return { post, port }
}

t.test('given a connector, when signed requests come, then each outcome has the response of the protocol', async (t) => {
  const { post } = await serve(t, { answer: async (request) => request as never })
  for (const status of ['done', 'refused', 'pending'])
    t.strictSame(await post(JSON.stringify({ status })), { status: 200, body: { status } })
  t.match(await post('{"status":"unreachable"}'), { status: 503 })
})

t.test('given requests that are not the protocol, when they come, then the connector is not asked', async (t) => {
  let asked = 0
  const { post, port } = await serve(t, {
    answer: async () => {
      asked += 1
      return { status: 'done' }
    },
  })
  t.match(await post('{}', { 'x-signature': 't=1,v1=00' }), { status: 401 })
  t.match(await post('{}', {}, 1), { status: 401 })
  t.match(await post('{"a":'), { status: 400 })
  t.match(await post('{}', { 'idempotency-key': '' }), { status: 400 })
  t.match(await post(JSON.stringify('x'.repeat(1024 * 1024))), { status: 413 })
  t.match(await fetch(`http://127.0.0.1:${port}/`), { status: 405 })
  t.equal(asked, 0)
})

t.test('given a key that is at work or answered, when it comes again, then the first answer comes back', async (t) => {
  let [asked, atWork, mostAtWork] = [0, 0, 0]
  const kept = new Map<string, string>()
  const keys = {
    get: async (key: string) => kept.get(key) ?? null,
    set: async (key: string, text: string) => void kept.set(key, text),
  }
  const states = ['pending', 'done', 'refused'] as const
  const connector: AnsweringConnector = {
    answer: async () => {
      mostAtWork = Math.max(mostAtWork, ++atWork)
      const status = states[asked++] ?? 'refused'
      await new Promise((resolve) => setTimeout(resolve, 20))
      atWork -= 1
      return { status, transactionId: asked } as never
    },
  }
  const { post } = await serve(t, connector, keys)
  await Promise.all([post('{}'), post('{}'), post('{}')])
  t.equal(mostAtWork, 1, 'one at a time')
  t.match(await post('{}'), { body: { status: 'done', transactionId: 2 } })
  t.match(await post('{}'), { body: { status: 'done', transactionId: 2 } })
  const again = await serve(t, connector, keys)
  t.match(await again.post('{}'), { body: { status: 'done', transactionId: 2 } }, 'after a restart too')
  t.match(await post('{}', { 'idempotency-key': 'k2' }), { body: { status: 'refused' } })
})

t.test('given a caller who goes, when the connector is at work, then its signal is aborted', async (t) => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const connector: AnsweringConnector = {
    answer: (_request, { signal }) =>
      new Promise((done) => {
        signal.addEventListener('abort', () => {
          resolve(true)
          done({ status: 'unreachable' })
        })
      }),
  }
  const { port } = await serve(t, connector)
  const at = Math.floor(Date.now() / 1_000)
  const signature = `t=${at},v1=${createHmac('sha256', secret).update(`${at}.{}`).digest('hex')}`
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'idempotency-key': 'k', 'x-signature': signature },
  })
  request.on('error', () => undefined)
  request.end('{}', () => setTimeout(() => request.destroy(), 50))
  t.equal(await promise, true)
})
