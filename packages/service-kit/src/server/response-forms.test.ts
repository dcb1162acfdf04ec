import { Readable } from 'node:stream'
import { DomainError } from '@open-oms/contracts/errors'
import { defineRoute } from '@open-oms/contracts/route'
import { Type } from '@sinclair/typebox'
import t from 'tap'
import { testServer } from '../testing/test-server.ts'
import { type RouteHandler, register } from './register-route.ts'

const deps = { inTransaction: () => Promise.reject(new Error('no database here')) }
const list = defineRoute({
  method: 'GET',
  url: '/api/Things',
  operationId: 'listThings',
  summary: 'List things.',
  tags: ['Things'],
  access: ['OrderRead'],
  responses: { 200: Type.Array(Type.Integer()) },
})
const probe = defineRoute({
  ...list,
  method: 'HEAD',
  url: '/api/Things/:id/Exists',
  operationId: 'probeThing',
  params: Type.Object({ id: Type.String() }),
  responses: { 200: null },
})

async function streaming(make: () => Readable) {
  const test = await testServer(t)
  const handler: RouteHandler<typeof list, typeof deps> = async () => ({ body: make() })
  register(test.app, deps, list, handler)
  return test
}

t.test('given a stream, when it is returned, then it is sent piece by piece, as JSON by default', async (t) => {
  const { send } = await streaming(() => Readable.from(['[1', ',2]']))
  const response = await send({ url: '/api/Things' })
  t.same([response.status, response.body], [200, [1, 2]])
  t.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  t.same((await send({ method: 'HEAD', url: '/api/Things' })).text, '')
})

t.test('given a stream that fails before its first piece, then the response is that of any other failure', async (t) => {
  const failure = new DomainError('Unavailable', 'The database is unreachable.')
  const { send } = await streaming(() => new Readable({ read: () => undefined, construct: (done) => done(failure) }))
  t.match(await send({ url: '/api/Things' }), { status: 503, body: { error: 'Unavailable' }, headers: { 'retry-after': '1' } })
})

t.test('given a stream that fails after its first piece, then the response breaks off and is not complete', async (t) => {
  async function* pieces() {
    yield '[1,'
    throw new Error('lost')
  }
  const { send } = await streaming(() => Readable.from(pieces()))
  await t.rejects(send({ url: '/api/Things' }))
})

t.test('given a route with HEAD only, then the response has no body, and GET of its path is refused', async (t) => {
  const { app, send } = await testServer(t)
  register(app, deps, probe, async (_deps, { params }) => {
    if (params.id === 'none') throw new DomainError('NotFound', 'There is no such thing.')
    return {}
  })
  const head = (id: string) => send({ method: 'HEAD', url: `/api/Things/${id}/Exists`, headers: { 'idempotency-key': 'k' } })
  t.match(await head('7'), { status: 200, text: '' })
  t.match(await head('none'), { status: 404, text: '' })
  t.match(await send({ url: '/api/Things/7/Exists' }), { status: 405, headers: { allow: 'HEAD' } })
})

t.test('given a long text, when it is returned, then it arrives whole, as JSON, with the length of its bytes', async (t) => {
  const { app, send } = await testServer(t)
  const texts = Array.from({ length: 20_000 }, (_, index) => `Ærlig ${index}`)
  register(app, deps, defineRoute({ ...list, responses: { 200: Type.Array(Type.String()) } }), async () => ({ body: texts }))
  const response = await send({ url: '/api/Things' })
  t.same(response.body, texts)
  t.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  t.equal(response.headers['content-length'], String(Buffer.byteLength(JSON.stringify(texts))))
  const head = await send({ method: 'HEAD', url: '/api/Things' })
  t.same([head.text, head.headers['content-length']], ['', response.headers['content-length']])
})

t.test('given a route that can omit empty fields, then its responses name the preference that they apply', async (t) => {
  const { app, send } = await testServer(t)
  const contract = defineRoute({ ...list, query: Type.Object({ isWhole: Type.Optional(Type.Boolean()) }), omitsEmpty: true })
  register(app, deps, contract, async (_deps, { query: { isWhole = false } }) => ({ body: [], isWhole }))
  const preferenceHeaders = async (prefer: string, query = {}) => {
    const { headers } = await send({ url: '/api/Things', query, headers: { prefer } })
    return [headers['preference-applied'], headers.vary]
  }
  t.same(await preferenceHeaders('omit-empty'), ['omit-empty', 'prefer'])
  t.same(await preferenceHeaders('return=minimal'), [undefined, 'prefer'])
  t.same(await preferenceHeaders('omit-empty', { isWhole: 'true' }), [undefined, 'prefer'])
})

t.test('given a read with filters, when a parameter is none of them, then the response names it', async (t) => {
  const { app, send } = await testServer(t)
  const query = Type.Object({ storeId: Type.Optional(Type.String()) })
  register(app, deps, defineRoute({ ...list, query }), async () => ({ body: [] }))
  const change = { ...list, method: 'POST', operationId: 'changeThings', access: ['OrderAdmin'], query } as const
  register(app, deps, defineRoute(change), async () => ({ body: [] }))
  const ignored = async (search: string, method: 'GET' | 'POST' = 'GET') =>
    (await send({ method, url: `/api/Things${search}` })).headers['ignored-parameters']
  t.equal(await ignored('?store=Oslo-01&STOREID=1&a%0Db=2'), 'store, a%0Db')
  t.equal(await ignored('?storeId=Oslo-01'), undefined)
  t.equal(await ignored('?store=Oslo-01', 'POST'), undefined, 'of reads only')
})
