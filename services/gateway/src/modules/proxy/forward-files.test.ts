import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { addProductImage, getProductAssets } from '@open-oms/contracts/catalog/asset-routes'
import { fileRoutes, getAssetFile } from '@open-oms/contracts/catalog/file-routes'
import t from 'tap'
import { fetchToken, testGateway } from '../../testing/test-gateway.ts'
import { headersForClient, responseRules } from './response-rules.ts'
import { proxiedRoutes } from './route-table.ts'

const CONTENT = 'x'.repeat(100)

/** Responds like catalog-assets to the usual requests for a file. */
const service = createServer((request, response) => {
  const asked = request.headers
  const headers = {
    etag: '"v1"',
    'content-type': 'image/svg+xml',
    'content-security-policy': 'sandbox',
    'content-disposition': 'attachment; filename=a.svg',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'x-url': request.url,
  }
  if (asked['if-none-match'] === '"v1"') response.writeHead(304, headers).end()
  else if (asked.range === 'bytes=0-9' && asked['if-range'] === '"v1"') {
    response.writeHead(206, { ...headers, 'content-range': 'bytes 0-9/100', 'content-length': '10' }).end(CONTENT.slice(0, 10))
  } else if (asked.range !== undefined) response.writeHead(416, { 'content-range': 'bytes */100' }).end('{}')
  else response.writeHead(200, { ...headers, 'content-length': '100' }).end(request.method === 'HEAD' ? '' : CONTENT)
})
service.listen(0, '127.0.0.1')
await once(service, 'listening')
t.teardown(() => void service.close())

const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
const { app } = await testGateway(t, { services: { 'catalog-assets': url }, routes: proxiedRoutes(fileRoutes) })
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const path = '/assets/a%2Fb/%E7%8F%88.svg?v=1&size=160'
const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(address + path, { method, headers })

t.test('given a file, when it is fetched without a token, then it has the headers of its service', async (t) => {
  const response = await get()
  t.equal(response.status, 200)
  t.match(Object.fromEntries(response.headers), {
    etag: '"v1"',
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'content-disposition': 'attachment; filename=a.svg',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': '100',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
  t.equal(await response.text(), CONTENT)
})

t.test('given any type of a file, when it is fetched, then the gateway says what browsers may do with it', async (t) => {
  const rules = responseRules(getAssetFile)
  const of = (type: string, disposition?: string) => {
    const upstream = { 'content-type': type, 'content-length': '9', ...(disposition && { 'content-disposition': disposition }) }
    const headers = headersForClient({}, { ...upstream, 'content-security-policy': "script-src 'unsafe-inline'" }, rules)
    t.equal(headers['content-security-policy'], "default-src 'none'; sandbox; frame-ancestors 'none'", type)
    t.equal(headers['x-content-type-options'], 'nosniff')
    return [headers['content-type'], headers['content-disposition']]
  }
  t.same(of('image/png', 'inline; filename="a.png"'), ['image/png', 'inline; filename="a.png"'])
  t.same(of('text/plain; charset=UTF-8', 'inline'), ['text/plain; charset=utf-8', 'inline'])
  t.same(of('image/svg+xml', 'inline; filename=a.svg'), ['image/svg+xml', 'attachment; filename=a.svg'])
  t.same(of('application/pdf', 'inline; filename=a.pdf'), ['application/pdf', 'attachment; filename=a.pdf'])
  t.same(of('application/json; charset=utf-8'), ['application/json; charset=utf-8', undefined], 'an error')
  const active =
    'text/html text/javascript application/xhtml+xml text/xml application/vnd.wap.xhtml+xml multipart/x-mixed-replace'
  for (const type of [...active.split(' '), 'TEXT/HTML ; charset=utf-8', 'nonsense', ''])
    t.same(of(type, 'inline; filename=a.html'), ['application/octet-stream', 'attachment; filename=a.html'], type)
  t.same(of('text/html'), ['application/octet-stream', 'attachment'])
})

t.test('given a file, when HEAD is sent, then the response has the headers without the body', async (t) => {
  const response = await get({}, 'HEAD')
  t.same([response.status, response.headers.get('content-length'), await response.text()], [200, '100', ''])
})

t.test('given conditional and range requests, when a file is fetched, then 304, 206 and 416 are passed on', async (t) => {
  const known = await get({ 'if-none-match': '"v1"' })
  t.same([known.status, known.headers.get('etag'), await known.text()], [304, '"v1"', ''])
  const part = await get({ range: 'bytes=0-9', 'if-range': '"v1"' })
  t.same([part.status, part.headers.get('content-range'), (await part.text()).length], [206, 'bytes 0-9/100', 10])
  const none = await get({ range: 'bytes=200-' })
  t.same([none.status, none.headers.get('content-range')], [416, 'bytes */100'])
})

t.test('given a broken connection, when a GET has an effect, then it is sent once, and other reads are repeated', async (t) => {
  const asked: string[] = []
  const breaking = createServer((request) => {
    asked.push(new URL(request.url ?? '', url).pathname)
    request.socket.destroy()
  })
  breaking.listen(0, '127.0.0.1')
  await once(breaking, 'listening')
  t.teardown(() => void breaking.close())
  const services = { 'catalog-assets': `http://127.0.0.1:${(breaking.address() as AddressInfo).port}` }
  const gateway = await testGateway(t, { services, routes: proxiedRoutes([addProductImage, getProductAssets]) })
  const own = await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${await fetchToken(gateway)}` }
  for (const { url: path } of [addProductImage, getProductAssets]) t.equal((await fetch(own + path, { headers })).status, 503)
  t.same(asked, [addProductImage.url, getProductAssets.url, getProductAssets.url], 'another read is repeated once')
})

// Found in a review: one pool served everybody, so that readers without a token who read slowly
// could take every connection to a service. Callers with a token then waited forever, and so did
// the question whether the service is ready.
t.test(
  'given a slow download without a token, when callers and probes come meanwhile, then they have their connections',
  async (t) => {
    const begun = Promise.withResolvers<void>()
    const slow = createServer((request, response) => {
      if (!request.url?.startsWith('/assets/')) return void response.setHeader('content-type', 'application/json').end('[]')
      response.write(Buffer.alloc(32 * 1024 * 1024))
      begun.resolve()
    })
    slow.listen(0, '127.0.0.1')
    await once(slow, 'listening')
    const at = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
    const gateway = await testGateway(t, {
      services: { 'catalog-assets': at, 'orders-workflow': at, 'accounting-read': at },
      routes: proxiedRoutes([...fileRoutes, getProductAssets]),
      upstream: { connectionsMax: 1, timeoutMs: 600_000 },
    })
    const own = new URL(await gateway.app.listen({ port: 0, host: '127.0.0.1' }))
    const reader = connect(Number(own.port), own.hostname)
    t.teardown(() => {
      reader.destroy()
      slow.closeAllConnections()
      slow.close()
    })
    reader.write(`GET /assets/a/b HTTP/1.1\r\nHost: ${own.host}\r\n\r\n`)
    reader.pause()
    await begun.promise

    const headers = { authorization: `Bearer ${await fetchToken(gateway)}` }
    t.equal((await fetch(new URL(getProductAssets.url, own), { headers })).status, 200)
    t.equal((await fetch(new URL('/health/ready', own))).status, 200)
  },
)
