import { Readable } from 'node:stream'
import { DomainError } from '@open-oms/contracts/errors'
import { defineRoute, type RouteContract } from '@open-oms/contracts/route'
import { Type } from '@sinclair/typebox'
import t from 'tap'
import type { RouteResponse } from '../http/route-response.ts'
import { register } from '../server/register-route.ts'
import { type SentResponse, undocumentedPart } from './check-responses.ts'
import { testServer } from './test-server.ts'

const deps = { inTransaction: () => Promise.reject(new Error('no database here')) }
const Thing = Type.Object({ id: Type.String() })
const contract: RouteContract = defineRoute({
  method: 'POST',
  url: '/api/Things',
  operationId: 'saveThing',
  summary: 'Saves a thing.',
  tags: ['Products'],
  access: ['ProductAdmin'],
  responses: { 200: Type.Optional(Thing), 201: Thing, 204: null },
  otherTypes: ['text/csv'],
  headers: ['Content-Disposition'],
  carriesVersion: true,
})
const json = { 'content-type': 'application/json; charset=utf-8' }
const error = { message: 'no', error: 'NotFound', errors: null, traceId: 'a' }
const usual = { method: 'POST', status: 200, headers: json, body: '{"id":"a"}' }

t.test('given responses that the document has, when they are checked, then nothing is found', async (t) => {
  const responses: Partial<SentResponse>[] = [
    {},
    { headers: { ...json, etag: '"a"', 'idempotent-replayed': 'true', 'x-request-id': 'a', 'content-length': 10 } },
    { body: Buffer.from('{"id":"a"}') },
    { body: null },
    { headers: { 'content-type': 'text/csv; header=present', 'content-disposition': 'attachment' }, body: 'a;b' },
    { status: 201, headers: { ...json, location: '/api/Things/a' } },
    { status: 204, headers: {}, body: null },
    { status: 409, headers: { ...json, 'retry-after': '1' }, body: JSON.stringify(error) },
  ]
  for (const response of responses) t.equal(undocumentedPart(contract, { ...usual, ...response }), null, JSON.stringify(response))
})

t.test('given a response of which the document lacks something, when it is checked, then that is named', async (t) => {
  const responses: [Partial<SentResponse>, RegExp][] = [
    [{ status: 202 }, /^status 202$/],
    [{ status: 404, body: JSON.stringify(error) }, /^status 404$/],
    [{ headers: { ...json, 'x-secret': '1' } }, /^header x-secret of 200$/],
    [{ headers: { ...json, 'retry-after': '1' } }, /^header retry-after of 200$/],
    [{ status: 503, headers: { ...json, 'retry-after': 'soon' }, body: JSON.stringify(error) }, /^header retry-after: soon$/],
    [{ status: 201 }, /^no header location of 201$/],
    [{ headers: { 'content-type': 'image/png' } }, /^content type image\/png of 200$/],
    [{ body: '{"id":7}' }, /^body of 200: \/id: .* got 7$/],
    [{ status: 400, body: '{"message":"no"}' }, /^body of 400: \/error: /],
    [{ status: 201, headers: { ...json, location: '/' }, body: null }, /^no body of 201$/],
    [{ status: 204, body: '{}' }, /^content type application\/json of 204$/],
  ]
  for (const [response, part] of responses) t.match(undocumentedPart(contract, { ...usual, ...response }), part)
})

/**
 * A server of a test whose only route returns the given response; its closing is part of the tests
 * here.
 */
async function serverThat(respond: () => RouteResponse) {
  const test = await testServer({ teardown: () => undefined })
  register(test.app, deps, contract, async () => respond())
  return test
}

t.test(
  'given a server of a test, when a response is not in the document, then it is 500 and the server does not close well',
  async (t) => {
    const { send, app } = await serverThat(() => ({ body: { id: 7 } }))
    t.equal((await send({ method: 'POST', url: '/api/things' })).status, 500)
    await t.rejects(app.close(), /saveThing: body of 200: \/id/)
  },
)

t.test('given a stream of JSON that breaks off the document, when it ends, then the server does not close well', async (t) => {
  const { send, app } = await serverThat(() => ({ body: Readable.from(['{"id"', ':7}']) }))
  await t.rejects(send({ method: 'POST', url: '/api/Things' }))
  await t.rejects(app.close(), /saveThing: body of 200: \/id/)
})

t.test('given a server of a test, when responses are in the document, then they are sent as they are', async (t) => {
  const { send, app } = await serverThat(() => ({ body: Readable.from(['{"id"', ':"a"}']) }))
  t.match(await send({ method: 'POST', url: '/api/Things' }), { status: 200, body: { id: 'a' } })
  t.equal((await send({ method: 'POST', url: '/api/Things', as: null })).status, 401)
  t.equal((await send({ url: '/api/Nothing' })).status, 404, 'no operation, so nothing is said of it')
  await app.close()
})

t.test('given an error that the document does not have, when it is raised, then the server does not close well', async (t) => {
  const { send, app } = await serverThat(() => {
    throw new DomainError('NotFound', 'There is no thing.')
  })
  await send({ method: 'POST', url: '/api/Things' })
  await t.rejects(app.close(), /saveThing: status 404/)
})
