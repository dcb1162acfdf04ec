import Fastify from 'fastify'
import t from 'tap'
import { testGateway } from '../../testing/test-gateway.ts'
import { keepFilesApart } from './asset-host.ts'

const path = '/assets/a%2Fb/cup.svg?v=1&size=160'

async function start() {
  const app = Fastify({ routerOptions: { caseSensitive: false } })
  keepFilesApart(app, 'https://files.example.com')
  const routes = ['/assets/:assetId/:fileName', '/health/live', '/session', '/console/*', '/']
  for (const url of routes) app.get(url, async () => 'there')
  return (host: string, url: string) => app.inject({ url, headers: { host } })
}

t.test('given a host of files, when it is asked for anything else, then it is 404', async (t) => {
  const at = await start()
  for (const url of [path, path.replace('assets', 'ASSETS'), path.replace('assets', '%61ssets'), '/health/live'])
    t.equal((await at('FILES.example.com', url)).statusCode, 200, url)
  for (const url of ['/session', '/console/orders', '/', '/assets', '/session?x=/assets/'])
    t.not((await at('files.example.com', url)).statusCode, 200, url)
})

t.test('given another host, when it is asked for a file, then the client is led to the host of files', async (t) => {
  const at = await start()
  const led = await at('orders.example.com', path)
  t.same([led.statusCode, led.headers.location], [308, `https://files.example.com${path}`])
  for (const url of ['/session', '/console/orders', '/health/live', '/'])
    t.equal((await at('orders.example.com', url)).statusCode, 200, url)
})

t.test('given a host of files, when a page is sent, then it may show images of that host', async (t) => {
  const contentSecurityPolicy = async (assetUrl?: string) =>
    (await (await testGateway(t, { assetUrl })).app.inject('/docs')).headers['content-security-policy']
  t.match(await contentSecurityPolicy('https://files.example.com'), /img-src 'self' data: https:\/\/files\.example\.com;/)
  t.match(await contentSecurityPolicy(), /img-src 'self' data:;/)
})
