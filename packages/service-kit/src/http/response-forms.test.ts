import { Readable } from 'node:stream'
import { DomainError } from '@oms/contracts/errors'
import { defineRoute } from '@oms/contracts/route'
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

t.test('a stream is answered piece by piece, as JSON unless it says otherwise', async (t) => {
  const { send } = await streaming(() => Readable.from(['[1', ',2]']))
  const answer = await send({ url: '/api/Things' })
  t.same([answer.status, answer.body], [200, [1, 2]])
  t.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  t.same((await send({ method: 'HEAD', url: '/api/Things' })).text, '')
})

t.test('a stream that fails before its first piece is answered like any other failure', async (t) => {
  const failure = new DomainError('Unavailable', 'The database is away.')
  const { send } = await streaming(() => new Readable({ read: () => undefined, construct: (done) => done(failure) }))
  t.match(await send({ url: '/api/Things' }), { status: 503, body: { error: 'Unavailable' }, headers: { 'retry-after': '1' } })
})

t.test('a stream that fails later breaks the answer off, so that nobody takes it for the whole', async (t) => {
  async function* pieces() {
    yield '[1,'
    throw new Error('lost')
  }
  const { send } = await streaming(() => Readable.from(pieces()))
  await t.rejects(send({ url: '/api/Things' }))
})

t.test('a route of HEAD alone answers without a body, and its path takes no GET', async (t) => {
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
