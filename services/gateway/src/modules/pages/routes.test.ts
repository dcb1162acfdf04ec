import type { OpenApiDocument } from '@open-oms/service-kit/openapi/openapi-document'
import t from 'tap'
import { testGateway } from '../../testing/test-gateway.ts'

t.test('given all services, when the OpenAPI document is fetched, then it has their routes and its own', async (t) => {
  const { app } = await testGateway(t)
  const response = await app.inject('/openapi.json')
  t.match(response.headers['content-type'], /^application\/json/)
  const document = response.json() as OpenApiDocument
  t.equal(document.openapi, '3.1.0')
  for (const path of [
    '/api/Orders/{orderId}',
    '/api/products/{productId}',
    '/api/Accounting/Postings/{id}',
    '/api/Token',
    '/oauth/token',
    '/health',
  ]) {
    t.ok(path in document.paths, path)
  }
  const token = document.paths['/api/Token']?.post as {
    requestBody: { content: object }
    responses: Record<string, { content: object }>
  }
  t.strictSame(Object.keys(token.requestBody.content), ['application/json', 'application/x-www-form-urlencoded'])
  t.strictSame(Object.keys(token.responses['200']?.content ?? {}), ['application/json', 'text/plain'])
})

t.test('given the OpenAPI document, when its operations are looked up, then the gateway has each', async (t) => {
  const { app } = await testGateway(t)
  await app.ready()
  const { paths } = (await app.inject('/openapi.json')).json() as OpenApiDocument
  for (const [path, operations] of Object.entries(paths)) {
    for (const method of Object.keys(operations)) {
      const url = path.replace(/\{(\w+)\}/g, ':$1')
      t.ok(app.hasRoute({ method: method.toUpperCase() as 'GET', url }), `${method} ${path}`)
    }
  }
})

t.test('given the OpenAPI document, when its references are followed, then each has a target', async (t) => {
  const { app } = await testGateway(t)
  const text = (await app.inject('/openapi.json')).body
  const document = JSON.parse(text)
  const references = new Set(Array.from(text.matchAll(/"\$ref":"#\/([^"]+)"/g), (match) => match[1] as string))
  t.ok(references.size > 10)
  for (const reference of references) {
    const target = reference.split('/').reduce((node, key) => node?.[key], document)
    t.ok(target, reference)
  }
})

t.test('given another issuer, when the OpenAPI document is fetched, then it has no token routes', async (t) => {
  const { app } = await testGateway(t, { issuer: null })
  const { paths } = (await app.inject('/openapi.json')).json() as OpenApiDocument
  t.notOk('/api/Token' in paths)
})
