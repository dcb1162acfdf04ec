import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connector } from '@open-oms/contracts/config/connectors'
import { runWithTraceparent } from '@open-oms/service-kit/observability/tracing'
import t from 'tap'
import { holdTimeouts, runOutOfTime } from '../../testing/payments/held-timeouts.ts'
import { type BreakerChange, onBreakerChange, openBreakers } from './breaker-signals.ts'
import { callConnector } from './call-connector.ts'

type Call = { headers: IncomingMessage['headers']; method: string | undefined; text: string; at: number }
type Reply = (response: ServerResponse, call: Call) => void

const respond =
  (status: number, body = '', headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, headers).end(body)

/** A receiver that sends these responses in sequence, and repeats the last one. */
async function receiver(t: { teardown(end: () => unknown): unknown }, ...replies: Reply[]) {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const call = {
      headers: request.headers,
      method: request.method,
      text: Buffer.concat(chunks).toString(),
      at: performance.now(),
    }
    calls.push(call)
    replies[Math.min(calls.length, replies.length) - 1]?.(response, call)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders` }
}

const connectorTo = (url: string | null, fields: Partial<Connector> = {}): Connector => ({
  id: 'erp',
  name: 'erp',
  kind: 'export',
  type: 'http',
  url,
  urlVariable: null,
  secretVariable: null,
  previousSecretVariable: null,
  sender: null,
  timeoutMs: 120_000,
  retries: 2,
  breakerOpenMs: 15_000,
  active: true,
  ...fields,
})
const call = { body: { order: 'Ærlig' }, idempotencyKey: 'key-1' }

t.test(
  'when a connector is called, then it gets one signed JSON POST with its key, and the response is read as JSON',
  async (t) => {
    const { calls, url } = await receiver(t, respond(201, '{"id":7}'))
    const environment = (name: string) => ({ ERP_SECRET: 's3cret' })[name]
    const response = await callConnector(connectorTo(url, { secretVariable: 'ERP_SECRET' }), { ...call, environment })
    t.same(response, { kind: 'accepted', status: 201, body: { id: 7 } })
    t.equal(calls.length, 1)
    const { headers, method, text } = calls[0] as Call
    t.match(headers, { 'content-type': 'application/json', 'idempotency-key': 'key-1' })
    t.same([method, text], ['POST', '{"order":"Ærlig"}'])
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? []
    t.ok(Math.abs(Number(seconds) - Date.now() / 1_000) < 300)
    t.equal(signature, createHmac('sha256', 's3cret').update(`${seconds}.${text}`).digest('hex'))
  },
)

t.test('given work of a trace, when a connector is called, then it gets the trace; without one it gets none', async (t) => {
  const { calls, url } = await receiver(t, respond(200))
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  await runWithTraceparent(traceparent, 'test', () => callConnector(connectorTo(url), call))
  await callConnector(connectorTo(url), call)
  t.same(
    calls.map(({ headers }) => headers.traceparent),
    [traceparent, undefined],
  )
})

t.test('when a response is not JSON, then it is text, and an empty one is null', async (t) => {
  const { url } = await receiver(t, respond(200, 'fine'), respond(204))
  t.same(await callConnector(connectorTo(url), call), { kind: 'accepted', status: 200, body: 'fine' })
  t.same(await callConnector(connectorTo(url), call), { kind: 'accepted', status: 204, body: null })
})

t.test('given a key that is no header value, when it is sent, then it is hashed, and equal keys stay equal', async (t) => {
  const { calls, url } = await receiver(t, respond(200))
  for (const idempotencyKey of ['Bestilling 1/ø', 'Bestilling 1/ø', 'Bestilling 2/ø']) {
    t.equal((await callConnector(connectorTo(url), { ...call, idempotencyKey })).kind, 'accepted')
  }
  const [first, again, other] = calls.map(({ headers }) => headers['idempotency-key'])
  t.match(first, /^[\x21-\x7e]+$/)
  t.equal(again, first)
  t.not(other, first)
})

t.test(
  'when a receiver responds 5xx or 429, then the call is repeated with the same key until a response is final',
  async (t) => {
    const { calls, url } = await receiver(t, respond(500), respond(429), respond(200, '{}'))
    t.same(await callConnector(connectorTo(url), call), { kind: 'accepted', status: 200, body: {} })
    t.same(
      calls.map(({ headers }) => headers['idempotency-key']),
      ['key-1', 'key-1', 'key-1'],
    )
  },
)

t.test(
  'given no final response after all retries, when the call ends, then it is unreachable with the last response as reason',
  async (t) => {
    const { calls, url } = await receiver(t, respond(503, 'closed\r\nfor today'))
    const response = await callConnector(connectorTo(url, { retries: 1 }), call)
    t.match(response, { kind: 'unreachable', reason: 'It responded with 503: closed for today', reasonClass: 'ServerError' })
    t.equal(calls.length, 2)
  },
)

for (const status of [400, 401, 404, 408, 409, 422, 302]) {
  t.test(`given a receiver that responds ${status}, when it is called, then it is a refusal and not tried again`, async (t) => {
    const { calls, url } = await receiver(t, respond(status, 'no', { location: 'http://127.0.0.1:1/' }), respond(200))
    t.match(await callConnector(connectorTo(url), call), { kind: 'refused', status, reason: `It responded with ${status}: no` })
    t.equal(calls.length, 1)
  })
}

t.test('when a receiver sends Retry-After, then the next try waits for it', async (t) => {
  const { calls, url } = await receiver(t, respond(429, '', { 'retry-after': '1' }), respond(200))
  t.equal((await callConnector(connectorTo(url), call)).kind, 'accepted')
  const [first, second] = calls as [Call, Call]
  t.ok(second.at - first.at >= 990, `waited ${second.at - first.at} ms`)
})

t.test('when Retry-After is long, then the call ends without waiting', async (t) => {
  const later = new Date(Date.now() + 3_600_000).toUTCString()
  const { calls, url } = await receiver(t, respond(429, '', { 'retry-after': later }))
  t.equal((await callConnector(connectorTo(url), call)).kind, 'unreachable')
  t.equal(calls.length, 1)
})

t.test('given a slow receiver, when it is called, then each try ends at the timeout', async (t) => {
  holdTimeouts(t)
  const { calls, url } = await receiver(t, runOutOfTime)
  const response = await callConnector(connectorTo(url, { timeoutMs: 100, retries: 1 }), call)
  t.match(response, { kind: 'unreachable', reason: 'It did not respond within 100 ms.', reasonClass: 'TimedOut' })
  t.equal(calls.length, 2)
})

t.test('given a response that trickles, when it is read, then the timeout applies', async (t) => {
  holdTimeouts(t)
  const { url } = await receiver(t, (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    let drops = 0
    const drip = setInterval(() => {
      response.write(' ')
      if (++drops === 10) runOutOfTime()
    }, 20)
    response.on('close', () => clearInterval(drip))
  })
  const response = await callConnector(connectorTo(url, { timeoutMs: 200, retries: 0 }), call)
  t.match(response, { kind: 'unreachable', reason: 'It did not respond within 200 ms.', reasonClass: 'TimedOut' })
})

t.test('given a receiver that dies in the middle of its response, when it is called, then the call is repeated', async (t) => {
  const dies: Reply = (response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"id":')
    setTimeout(() => response.destroy(), 20)
  }
  const { calls, url } = await receiver(t, dies, respond(200, '{"id":1}'))
  t.same(await callConnector(connectorTo(url), call), { kind: 'accepted', status: 200, body: { id: 1 } })
  t.equal(calls.length, 2)
})

t.test('given an endless response, when it is read, then reading stops and the call is not repeated', async (t) => {
  const { calls, url } = await receiver(t, (response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.writeHead(200).on('drain', more)
    more()
  })
  const response = await callConnector(connectorTo(url), call)
  t.match(response, { kind: 'unreachable', reason: /more than/ })
  t.equal(calls.length, 1)
})

t.test('given no server, when it is called, then it is unreachable', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  const response = await callConnector(connectorTo(`http://127.0.0.1:${port}/`, { retries: 1 }), call)
  t.match(response, { kind: 'unreachable', reason: /ECONNREFUSED/, reasonClass: 'Unreachable' })
})

t.test('when a call is cancelled, then it ends immediately', async (t) => {
  const nobodyWaits = new AbortController()
  const { calls, url } = await receiver(t, (response) => {
    response.on('close', () => setTimeout(() => nobodyWaits.abort(), 100))
    response.writeHead(503, { 'retry-after': '20' }).end()
  })
  const response = await callConnector(connectorTo(url), { ...call, signal: nobodyWaits.signal })
  t.match(response, { kind: 'unreachable', reason: 'The call was cancelled.' })
  t.equal(calls.length, 1)
})

t.test('given an address in the environment, when it is called, then its credentials are sent as a header', async (t) => {
  const { calls, url } = await receiver(t, respond(200))
  const secretUrl = url.replace('http://', 'http://kari:p%40ss%zz@')
  const environment = (name: string) => ({ ERP_URL: secretUrl })[name]
  t.equal((await callConnector(connectorTo(null, { urlVariable: 'ERP_URL' }), { ...call, environment })).kind, 'accepted')
  const expected = Buffer.from('kari:p%40ss%zz').toString('base64')
  t.equal(calls[0]?.headers.authorization, `Basic ${expected}`)
})

t.test(
  'given a connector that is not ready, when it is called, then it refuses without a call or an address in the reason',
  async (t) => {
    const { calls, url } = await receiver(t, respond(200))
    const environment = (name: string) => ({ BAD_URL: 'ftp://kari:secret@host/' })[name]
    const cases: [Partial<Connector>, RegExp][] = [
      [{ active: false }, /not active/],
      [{ url: null, urlVariable: 'NO_URL' }, /NO_URL/],
      [{ url: null, urlVariable: 'BAD_URL' }, /BAD_URL/],
      [{ secretVariable: 'NO_SECRET' }, /NO_SECRET/],
    ]
    for (const [fields, reason] of cases) {
      const response = await callConnector(connectorTo(url, fields), { ...call, environment })
      t.match(response, { kind: 'refused', status: null, reason })
      t.notMatch(JSON.stringify(response), /kari|127\.0\.0\.1/)
    }
    t.equal(calls.length, 0)
  },
)

t.test(
  'given repeated failures, when the receiver is called again, then the circuit breaker is open, and says for how long',
  async (t) => {
    const { calls, url } = await receiver(t, ...Array(5).fill(respond(500)), respond(200))
    const changes: BreakerChange[] = []
    t.teardown(onBreakerChange((change) => changes.push(change)))
    const connector = connectorTo(url, { name: 'flaky', retries: 0, breakerOpenMs: 300 })
    for (let i = 0; i < 5; i++) await callConnector(connector, call)
    const response = await callConnector(connector, call)
    t.match(response, {
      kind: 'unreachable',
      reason: /is not called/,
      reasonClass: 'BreakerOpen',
      connector: 'flaky',
      isUnsent: true,
    })
    const { waitMs = null } = response as { waitMs?: number | null }
    t.ok(waitMs !== null && waitMs > 0 && waitMs <= 300, `${waitMs} ms`)
    t.equal(calls.length, 5)
    t.same(openBreakers(), ['flaky'])
    await sleep(waitMs ?? 0)
    t.match(await callConnector(connector, call), { kind: 'accepted' })
    t.same(
      changes.map(({ state }) => state),
      ['open', 'closed'],
    )
    t.same(openBreakers(), [])
  },
)

for (const [reasonClass, reply] of [
  ['ServerError', respond(503)],
  ['TooManyRequests', respond(429, '', { 'retry-after': '3600' })],
] as const)
  t.test(
    `given a receiver that does not say yes, when its response is ${reasonClass}, then the failure is of that class`,
    async (t) => {
      const { url } = await receiver(t, reply)
      const response = await callConnector(connectorTo(url, { retries: 0 }), call)
      t.match(response, { kind: 'unreachable', reasonClass, connector: 'erp' })
      t.equal((response as { waitMs?: number | null }).waitMs, reasonClass === 'TooManyRequests' ? 3_600_000 : null)
    },
  )
