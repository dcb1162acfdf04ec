import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { errorStatus } from '@open-oms/contracts/errors'
import type { OpenApiDocument } from '@open-oms/service-kit/openapi/openapi-document'
import t from 'tap'
import { testGateway } from '../../testing/test-gateway.ts'
import { textsFolder } from './page-files.ts'

const { app } = await testGateway(t)
const linkedFiles = (html: string) =>
  Array.from(html.matchAll(/(?:src|href|data-document)="(\/docs\/files\/[^"]+)"/g), ([, url]) => url as string)

t.test(
  'given every page, when it and its files are fetched, then they are files of the gateway under a strict policy',
  async (t) => {
    const guides = readdirSync(join(textsFolder, 'guides')).map((file) => `/docs/guides/${file.replace('.html', '')}`)
    t.ok(guides.length >= 7)
    for (const path of ['/docs', '/Docs/', '/docs/errors', '/docs/guides', ...guides]) {
      const page = await app.inject(path)
      t.match([page.statusCode, page.headers['content-type']], [200, /^text\/html/], path)
      t.match(page.headers['content-security-policy'], /default-src 'none'; script-src 'self';.*connect-src 'self'/)
      const isReference = /^\/docs\/?$/i.test(path)
      const trusted = isReference ? /frame-ancestors 'none'$/ : /require-trusted-types-for 'script'; trusted-types 'none'$/
      t.match(page.headers['content-security-policy'], trusted)
      t.notMatch(page.body, /<script(?![^>]* src=)|(?:src|href)="(?:https?:)?\/\//, 'no inline script, nothing from elsewhere')
      t.ok(linkedFiles(page.body).length >= 4)
      for (const url of linkedFiles(page.body)) {
        const file = await app.inject(url)
        t.match([file.statusCode, file.headers['cache-control']], [200, /immutable/], url)
      }
    }
  },
)

t.test('given the links of all pages, when they are followed, then each has a page', async (t) => {
  for (const path of ['/docs/errors', '/docs/guides', '/docs/guides/first-order', '/docs/guides/close-a-day']) {
    const { body } = await app.inject(path)
    for (const [, target = ''] of body.matchAll(/<a href="([^"#]+)[^"]*"/g))
      t.equal((await app.inject(target)).statusCode, 200, target)
  }
})

t.test('given a page that a browser has, when it is asked for again, then it is 304', async (t) => {
  const { etag } = (await app.inject('/docs/errors')).headers
  const again = await app.inject({ url: '/docs/errors', headers: { 'if-none-match': `W/${etag}` } })
  t.same([again.statusCode, again.body], [304, ''])
})

t.test('given what a browser accepts, when a file is sent, then it is compressed so', async (t) => {
  const [url = ''] = linkedFiles((await app.inject('/docs')).body).filter((one) => one.endsWith('openapi.json'))
  const plain = (await app.inject(url)).rawPayload
  const sent = async (accepted: string) => app.inject({ url, headers: { 'accept-encoding': accepted } })
  const [br, gzip] = [await sent('gzip, deflate, br'), await sent('gzip')]
  t.same([br.headers['content-encoding'], gzip.headers['content-encoding']], ['br', 'gzip'])
  t.same([brotliDecompressSync(br.rawPayload), gunzipSync(gzip.rawPayload)], [plain, plain])
  t.match(br.headers.vary, /Accept-Encoding/i)
  t.notOk((await sent('br;q=0')).headers['content-encoding'])
})

t.test('given the document of the page, when it is read, then every operation has a sample for the client', async (t) => {
  const [url = ''] = linkedFiles((await app.inject('/docs')).body).filter((one) => one.endsWith('openapi.json'))
  const { paths } = (await app.inject(url)).json<OpenApiDocument>()
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const [sample] = (operation['x-codeSamples'] ?? []) as { source: string }[]
      if (method !== 'head') t.match(sample?.source, `client.${method}('${path}'`)
    }
  }
  const published = (await app.inject('/openapi.json')).json<OpenApiDocument>()
  t.notOk(JSON.stringify(published).includes('x-codeSamples'), 'only the page has them')
})

t.test('given the table of errors, when it is read, then every code is a row with an address', async (t) => {
  const { body } = await app.inject('/docs/errors')
  for (const [code, status] of Object.entries(errorStatus)) {
    t.match(body, new RegExp(`<tr id="${code}">\\n<td><code>${code}</code></td>\\n<td>${status}</td>`))
  }
})

t.test('given an unknown page or file, when it is fetched, then it is 404', async (t) => {
  const [url = ''] = linkedFiles((await app.inject('/docs')).body)
  for (const path of [
    '/docs/guides/none',
    url.replace(/[^/]+$/, 'none.js'),
    url.replace(/[^/]+$/, '..%2F..%2Fpackage.json'),
    '/docs/files/0/pages.css',
  ]) {
    t.equal((await app.inject(path)).statusCode, 404, path)
  }
})

t.test('given another issuer, when the page is fetched, then nobody can sign in there', async (t) => {
  const other = await testGateway(t, { issuer: null })
  t.notMatch((await other.app.inject('/docs')).body, 'id="sign-in"')
  t.match((await app.inject('/docs')).body, 'id="sign-in"')
})
