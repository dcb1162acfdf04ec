import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { testGateway } from '../../testing/test-gateway.ts'

const { app } = await testGateway(t)
const folder = dirname(fileURLToPath(import.meta.resolve('@open-oms/console/index.html')))
const page = readFileSync(join(folder, 'index.html'), 'utf8')
const linkedFiles = (html: string) => Array.from(html.matchAll(/(?:src|href)="([^"]+)"/g), ([, url]) => url as string)
/** All that the first address loads before it shows anything. */
const firstLoad = linkedFiles(page).filter((url) => url.endsWith('.js'))

t.test('given any address below the console, when it is opened, then it is the page under a strict policy', async (t) => {
  for (const path of ['/console', '/Console/', '/console/orders', '/console/orders/1001?a=b', '/console/no/such/page']) {
    const { statusCode, headers, body } = await app.inject(path)
    t.same([statusCode, body], [200, page], path)
    t.match(
      headers['content-security-policy'],
      /default-src 'none'; script-src 'self';.*connect-src 'self'.*frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default barcode-worker service-worker$/,
    )
    t.match([headers['content-type'], headers['cache-control']], ['text/html; charset=utf-8', 'no-cache'])
    t.equal(headers['cross-origin-opener-policy'], 'same-origin')
    t.match(headers['permissions-policy'], /camera=\(self\).*microphone=\(\)/)
  }
  t.notMatch(page, /<script(?![^>]* src=)|<style|(?:src|href)="(?:https?:)?\/\//, 'nothing inline, nothing from elsewhere')
})

t.test('given a page that a browser has, when it is asked for again, then it is 304', async (t) => {
  const { etag } = (await app.inject('/console/orders')).headers
  const again = await app.inject({ url: '/console', headers: { 'if-none-match': etag as string } })
  t.same([again.statusCode, again.body], [304, ''])
})

t.test('given the files of the page, when they are fetched, then they are compressed and kept forever', async (t) => {
  t.ok(firstLoad.length > 0)
  for (const url of linkedFiles(page)) {
    const plain = await app.inject(url)
    t.match([plain.statusCode, plain.headers['cache-control']], [200, /immutable/], url)
    t.equal(plain.headers['service-worker-allowed'], '/console')
    t.match(
      plain.headers['content-security-policy'],
      /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';.*trusted-types 'none'$/,
    )
    const sent = async (accepted: string) => app.inject({ url, headers: { 'accept-encoding': accepted } })
    const [br, gzip] = [await sent('gzip, deflate, br'), await sent('gzip')]
    t.same([br.headers['content-encoding'], gzip.headers['content-encoding']], ['br', 'gzip'])
    t.same([brotliDecompressSync(br.rawPayload), gunzipSync(gzip.rawPayload)], [plain.rawPayload, plain.rawPayload])
  }
})

t.test('serves the reader of barcodes as WebAssembly, which only workers may compile', async (t) => {
  const [name] = globSync('files/*.wasm', { cwd: folder })
  const { statusCode, headers } = await app.inject({ url: `/console/${name}`, headers: { 'accept-encoding': 'br' } })
  t.match([statusCode, headers['content-type'], headers['content-encoding']], [200, 'application/wasm', 'br'])
  t.notMatch((await app.inject('/console')).headers['content-security-policy'], /wasm/)
})

t.test('given a file that there is not, when it is fetched, then it is 404 and not the page', async (t) => {
  for (const path of ['/console/files/none.js', '/console/files/..%2Findex.html', '/console/files/..%2F..%2Fpackage.json']) {
    const { statusCode, body } = await app.inject(path)
    t.equal(statusCode, 404, path)
    t.notMatch(body, '<html')
  }
})

t.test('given the root, when browsers and API clients ask for it, then only browsers are led to the console', async (t) => {
  const browser = await app.inject({ url: '/', headers: { accept: 'text/html,application/xhtml+xml' } })
  t.match([browser.statusCode, browser.headers.location], [302, '/console'])
  const client = await app.inject({ url: '/', headers: { accept: 'application/json' } })
  t.match([client.statusCode, client.json().error], [404, 'NotFound'])
  t.equal((await app.inject({ method: 'POST', url: '/', headers: { accept: 'text/html' } })).statusCode, 405)
})

t.test(
  'given a console that is not built, when it is opened, then it says so, and the root leads to the documentation',
  async (t) => {
    const other = await testGateway(t, { consoleFolder: mkdtempSync(join(tmpdir(), 'oms-console-')) })
    const response = await other.app.inject('/console/orders')
    t.match([response.statusCode, response.json().message], [404, /not built.*npm start/])
    t.equal((await other.app.inject('/console/files/any.js')).statusCode, 404)
    t.equal((await other.app.inject({ url: '/', headers: { accept: 'text/html' } })).headers.location, '/docs')
  },
)
