import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { echo, readAll, startPair } from '../../testing/forwarding-pair.ts'
import { SECURITY_HEADERS } from '../security/secure-responses.ts'

const MEBIBYTE = 1024 * 1024

t.test('given a path and query, when they are forwarded, then the service gets them unchanged', async (t) => {
  const { address } = await startPair(t, echo)
  for (const path of ['/api/Orders/a%2Fb%20c%C3%A6?x=1&x=2&y=%26+z', '/API/orders/UPPER/', '/api/Orders/%252F?']) {
    const response = (await (await fetch(address + path)).json()) as { url: string }
    t.equal(response.url, path)
  }
})

t.test('given a request in absolute form, when it is forwarded, then the service gets its path', async (t) => {
  const { address } = await startPair(t, echo)
  const { hostname, port, host } = new URL(address)
  for (const scheme of ['http', 'HTTP']) {
    const socket = connect(Number(port), hostname)
    socket.write(`GET ${scheme}://elsewhere.example/api/Orders/1?x=/2 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    t.match(String(Buffer.concat(await socket.toArray())), /"url":"\/api\/Orders\/1\?x=\/2"/)
  }
})

t.test('given a request of any method, when it is forwarded, then the service gets its body', async (t) => {
  const { address } = await startPair(t, echo)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const headers = { 'content-type': 'application/merge-patch+json' }
    const response = await fetch(address, { method, body: '{"a":"æ"}', headers })
    t.match(await response.json(), { method, body: '{"a":"æ"}', headers: { 'content-type': 'application/merge-patch+json' } })
    t.match(await (await fetch(address, { method })).json(), { method, body: '' })
  }
  const head = await fetch(address, { method: 'HEAD' })
  t.equal(head.headers.get('x-method'), 'HEAD')
  t.ok(Number(head.headers.get('content-length')) > 0)
})

t.test('given headers of connection and client, when a request is forwarded, then only the latter pass', async (t) => {
  const { address } = await startPair(t, echo)
  const { hostname, port, host } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET /x HTTP/1.1\r\nHost: ${host}\r\nConnection: close, X-Private\r\nX-Private: 1\r\nTE: trailers\r\nProxy-Authorization: Basic eA==\r\n` +
      'X-Forwarded-For: 203.0.113.9\r\nForwarded: for=203.0.113.9\r\nAuthorization: Bearer abc\r\ntraceparent: 00-a-b-01\r\n\r\n',
  )
  const text = String(Buffer.concat(await socket.toArray()))
  const { headers } = JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? '') as { headers: Record<string, string> }
  t.match(headers, {
    traceparent: '00-a-b-01',
    'x-request-id': 'request-1',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': host,
    'x-forwarded-proto': 'http',
  })
  for (const name of ['authorization', 'x-private', 'te', 'proxy-authorization', 'forwarded']) t.notOk(name in headers, name)
  t.not(headers.host, host, 'the host is that of the service')
})

t.test('given a trusted proxy, when a request is forwarded, then the chain grows as far as it is trusted', async (t) => {
  const { address } = await startPair(t, echo, { trustProxy: 'loopback' })
  const headers = {
    'x-forwarded-for': '192.0.2.1, 203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'shop.example',
  }
  const response = await fetch(address, { headers })
  const passed = { 'x-forwarded-for': '203.0.113.9, 127.0.0.1', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example' }
  t.match(await response.json(), { headers: passed })
})

t.test('given a response of the service, when it is forwarded, then its status and the headers of the route pass', async (t) => {
  const { address } = await startPair(t, (_request, response) => {
    const headers = {
      etag: '"v1"',
      location: '/api/Orders/1',
      'x-from-gateway': 'no',
      vary: 'Accept',
      connection: 'close, x-hop',
      'x-hop': '1',
    }
    response.writeHead(418, headers).end('short')
  })
  const response = await fetch(address)
  t.equal(response.status, 418)
  const { headers } = response
  t.same([headers.get('etag'), headers.get('location'), headers.get('x-from-gateway')], ['"v1"', '/api/Orders/1', 'yes'])
  t.same([headers.get('x-hop'), headers.get('vary')], [null, 'Accept, Origin, Authorization, Cookie'])
  t.equal(await response.text(), 'short')
})

t.test('given headers that work on the origin of the console, when a service sets them, then they do not pass', async (t) => {
  const dangerous = {
    'content-security-policy': "default-src *; script-src 'unsafe-inline' *",
    'set-cookie': ['oms-session=stolen; Path=/', '__Host-oms-session=stolen; Secure; Path=/'],
    'access-control-allow-origin': 'https://evil.example',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': '*',
    'clear-site-data': '"*"',
    'strict-transport-security': 'max-age=0',
    'service-worker-allowed': '/',
    refresh: '0; url=https://evil.example',
    link: '<https://evil.example/x.js>; rel=preload; as=script',
    'x-frame-options': 'ALLOWALL',
    'x-content-type-options': 'sniff',
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'unsafe-url',
    'www-authenticate': 'Basic realm="Sign in again"',
    'alt-svc': 'h3="evil.example:443"',
    nel: '{}',
    'report-to': '{}',
    sourcemap: 'https://evil.example/map',
    'x-request-id': 'another',
  }
  const locations = ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'evil']
  for (const location of locations) {
    const { address } = await startPair(t, (_request, response) =>
      response.writeHead(302, { ...dangerous, location, 'content-type': 'text/html' }).end('<script>1</script>'),
    )
    const { headers, status } = await fetch(address, { redirect: 'manual' })
    t.equal(status, 302)
    const expected: Record<string, string | null> = {
      ...Object.fromEntries(Object.keys(dangerous).map((name) => [name, null])),
      ...SECURITY_HEADERS,
      location: null,
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
    }
    for (const [name, value] of Object.entries(expected)) t.equal(headers.get(name), value, name)
  }
})

t.test('given an upload of 25 MiB, when it is forwarded, then the service reads while the client sends', async (t) => {
  let firstByteAt = 0
  const { address } = await startPair(t, async (request, response) => {
    let length = 0
    for await (const chunk of request) {
      if (firstByteAt === 0) firstByteAt = Date.now()
      length += (chunk as Buffer).length
    }
    response.end(String(length))
  })
  const upload = httpRequest(address, { method: 'POST', headers: { 'content-length': 25 * MEBIBYTE } })
  const responded = once(upload, 'response') as Promise<[IncomingMessage]>
  const chunk = Buffer.alloc(MEBIBYTE, 'x')
  upload.write(chunk)
  while (firstByteAt === 0) await wait(5)
  t.pass('the first bytes arrived before the others were sent')
  for (let count = 1; count < 25; count++) if (!upload.write(chunk)) await once(upload, 'drain')
  upload.end()
  const [response] = await responded
  t.equal(String(await readAll(response)), String(25 * MEBIBYTE))
})

t.test('given a download of 25 MiB, when the client reads slowly, then the service is slowed down', async (t) => {
  let written = 0
  const { address } = await startPair(t, async (_request, response) => {
    const chunk = Buffer.alloc(MEBIBYTE, 'y')
    for (let count = 0; count < 25; count++) {
      const hasRoom = response.write(chunk)
      written += chunk.length
      if (!hasRoom) await once(response, 'drain')
    }
    response.end()
  })
  const download = httpRequest(address).end()
  const [response] = (await once(download, 'response')) as [IncomingMessage]
  await wait(300)
  t.ok(written < 20 * MEBIBYTE, `only ${written} bytes were sent while nobody read`)
  t.equal((await readAll(response)).length, 25 * MEBIBYTE)
})

t.test('given Expect: 100-continue, when a body is sent, then the gateway itself responds 100', async (t) => {
  const { address } = await startPair(t, echo)
  const upload = httpRequest(address, { method: 'POST', headers: { expect: '100-continue', 'content-length': 2 } })
  await once(upload, 'continue')
  upload.end('ok')
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  t.match(JSON.parse(String(await readAll(response))), { body: 'ok' })
})
