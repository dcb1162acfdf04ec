import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import t from 'tap'
import { testGateway } from '../../testing/test-gateway.ts'

const files = {
  'index.html': '<h1>Documentation</h1>',
  '404.html': '<h1>Not here</h1>',
  'how-to/monitor.html': '<h1>Monitor the system</h1>',
  'assets/app.Clv34l2l.js': 'console.log(1)',
  'hashmap.json': '{"index.md":"a1"}',
}
const docsFolder = mkdtempSync(join(tmpdir(), 'oms-docs-site-'))
t.teardown(() => rmSync(docsFolder, { recursive: true }))
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(docsFolder, name)), { recursive: true })
  writeFileSync(join(docsFolder, name), text)
}
const { app } = await testGateway(t, { docsFolder })

t.test('given a site that is built, when its pages are opened, then they are sent under the policy of pages', async (t) => {
  for (const [path, name] of [
    ['/docs/site/', 'index.html'],
    ['/docs/site/how-to/monitor.html?a=b', 'how-to/monitor.html'],
  ] as const) {
    const { statusCode, headers, body } = await app.inject(path)
    t.same([statusCode, body], [200, files[name]], path)
    t.match(
      headers['content-security-policy'],
      /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'; .*trusted-types vue$/,
    )
    t.match([headers['content-type'], headers['cache-control']], ['text/html; charset=utf-8', 'no-cache'])
    const again = await app.inject({ url: path, headers: { 'if-none-match': headers.etag as string } })
    t.same([again.statusCode, again.body], [304, ''])
  }
})

t.test('given an address without its last slash or in other letters, when it is opened, then it leads to the site', async (t) => {
  for (const path of ['/docs/site', '/docs/site?a=b', '/Docs/Site/']) {
    const { statusCode, headers } = await app.inject(path)
    t.same([statusCode, headers.location], [302, '/docs/site/'], path)
  }
})

t.test('given a file with a hash in its name, when it is fetched, then it is compressed and kept forever', async (t) => {
  const { headers, rawPayload } = await app.inject({
    url: '/docs/site/assets/app.Clv34l2l.js',
    headers: { 'accept-encoding': 'br' },
  })
  t.match([headers['content-type'], headers['cache-control']], ['text/javascript; charset=utf-8', /immutable/])
  t.equal(brotliDecompressSync(rawPayload).toString(), files['assets/app.Clv34l2l.js'])
})

t.test('given no such file, or one outside of the site, when it is fetched, then it is 404', async (t) => {
  for (const path of ['/docs/site/none.html', '/docs/site/..%2Fpackage.json', '/docs/site/%2e%2e/%2e%2e/package.json'])
    t.equal((await app.inject(path)).statusCode, 404, path)
})

t.test('given a site that is built or not, when the other pages are opened, then they link it where it is', async (t) => {
  const without = await testGateway(t, { docsFolder: mkdtempSync(join(tmpdir(), 'oms-no-site-')) })
  t.equal((await without.app.inject('/docs/site/')).statusCode, 404)
  for (const path of ['/docs', '/docs/guides']) {
    t.match((await app.inject(path)).body, '<a href="/docs/site/">All pages</a>')
    t.notMatch((await without.app.inject(path)).body, '/docs/site')
  }
})
