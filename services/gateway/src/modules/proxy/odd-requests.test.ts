import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import t from 'tap'
import { fetchToken, testGateway } from '../../testing/test-gateway.ts'

/**
 * A gateway over a service that notes what reaches it, and a way to send it bytes that no HTTP
 * client would send.
 */
async function start() {
  const seen: string[] = []
  const service = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => response.end('{}'))
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  t.teardown(() => {
    service.closeAllConnections()
    service.close()
  })
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const gateway = await testGateway(t, { services: { 'orders-workflow': url, 'catalog-assets': url, 'accounting-read': url } })
  const { port } = new URL(await gateway.app.listen({ port: 0, host: '127.0.0.1' }))
  const common = `Host: gateway\r\nAuthorization: Bearer ${await fetchToken(gateway)}\r\nConnection: close\r\n`
  const send = async (line: string, headers = '', body = '') => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(Buffer.from(`${line} HTTP/1.1\r\n${common}${headers}\r\n${body}`, 'latin1'))
    const response = String(Buffer.concat(await socket.toArray()))
    const passed = seen.splice(0)
    return { status: Number(response.split(' ')[1]), passed }
  }
  return send
}

const send = await start()

t.test('given a request with an ambiguous end, when it is sent, then it is refused and reaches no service', async (t) => {
  const smuggled = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'
  for (const headers of [
    'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
    'Transfer-Encoding: xchunked\r\n',
    'Transfer-Encoding: chunked, identity\r\n',
    'Content-Length: 2\r\nContent-Length: 3\r\n',
    'Content-Length: +2\r\n',
    'Transfer-Encoding : chunked\r\n',
  ]) {
    t.strictSame(await send('POST /api/Orders', headers, `0\r\n\r\n${smuggled}`), { status: 400, passed: [] }, headers)
  }
})

t.test('given a GET with a body, when the body looks like a request, then it is not a request of its own', async (t) => {
  const body = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'
  const response = await send('GET /api/Orders/1', `Content-Length: ${body.length}\r\n`, body)
  t.strictSame(response, { status: 200, passed: ['GET /api/Orders/1'] })
})

t.test('given an odd path, when it is matched, then nothing is normalised and a match is passed on unchanged', async (t) => {
  const none = [
    '/api//Orders/1',
    '//api/Orders/1',
    '/api/Orders/../products/1',
    '/health/../api/Orders/1',
    '/api/Orders%2F1',
    '/api/products/1//',
    '*',
  ]
  for (const path of none) t.strictSame(await send(`GET ${path}`), { status: 404, passed: [] }, path)
  for (const path of ['/api/Orders/%FF', '/api/Orders/%', '/api/Orders/%C3']) {
    t.strictSame(await send(`GET ${path}`), { status: 400, passed: [] }, path)
  }
  const one = [
    '/api/Orders/a%2F..%2F..%2Fmetrics',
    '/api/Orders/%2e%2e',
    '/API/orders/1/',
    '/api/Orders/1;v=2',
    '/api/Orders/%C4%B0%F0%9F%98%80?x=%2F..',
  ]
  for (const path of one) t.strictSame(await send(`GET ${path}`), { status: 200, passed: [`GET ${path}`] }, path)
})

t.test('given a method that no route has, when it is sent, then it is 405', async (t) => {
  for (const method of ['TRACE', 'OPTIONS', 'PROPFIND']) {
    t.strictSame(await send(`${method} /api/Orders/1`), { status: 405, passed: [] }, method)
  }
})

t.test('given an upgrade to another protocol, when it is sent, then it is not passed on', async (t) => {
  const response = await send('GET /api/Orders/1', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n')
  t.strictSame(response, { status: 200, passed: ['GET /api/Orders/1'] })
})
