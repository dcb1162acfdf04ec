import { connect } from 'node:net'
import { List, Text } from '@open-oms/contracts/primitives'
import { defineRoute } from '@open-oms/contracts/route'
import { Type } from '@sinclair/typebox'
import t, { type Test } from 'tap'
import { createLogger } from '../observability/logger.ts'
import { testServer } from '../testing/test-server.ts'
import { register } from './register-route.ts'

const deps = { inTransaction: () => Promise.reject(new Error('no database here')) }
const base = { tags: ['Test'], access: 'public', summary: 'test' } as const
const Echo = Type.Object({ id: Text, note: Type.Union([Text, Type.Null()]) })
const echo = defineRoute({
  ...base,
  method: 'GET',
  url: '/api/Things/:id',
  operationId: 'echo',
  params: Type.Object({ id: Text }),
  responses: { 200: Echo },
})
const deep = defineRoute({
  ...base,
  method: 'PUT',
  url: '/api/Things/:id/Notes',
  operationId: 'deep',
  params: Type.Object({ id: Text }),
  responses: { 200: Echo },
})
const Names = Type.Object({ names: List(Text) })
const post = defineRoute({
  ...base,
  method: 'POST',
  url: '/api/Things',
  operationId: 'post',
  body: Names,
  responses: { 201: Names },
})

async function client(t: Test, options = {}) {
  const made = await testServer(t, options)
  register(made.app, deps, echo, async (_deps, { params }) => ({ body: { id: params.id, note: null } }))
  register(made.app, deps, deep, async (_deps, { params }) => ({ body: { id: params.id, note: 'deep' } }))
  register(made.app, deps, post, async (_deps, { body }) => ({ body, headers: { location: '/api/Things/1' } }))
  return made
}

t.test('given a path in any letter case, when it is called, then it matches and ids keep their case', async (t) => {
  const { send } = await client(t)
  t.same((await send({ url: '/API/things/AbC/' })).body, { id: 'AbC', note: null })
})

t.test('given an id of any 100 characters, when it is in a path, then it is read as it was written', async (t) => {
  const { send } = await client(t)
  for (const id of ['a/b c%2F%', 'İstanbul/İ', 'ÅSS', '漢'.repeat(100), '😀'.repeat(50), '?#&+=;', '..%2e', 'ẞİı', '\uE000']) {
    t.equal((await send({ url: `/api/Things/${encodeURIComponent(id)}` })).body.id, id, id)
    t.equal((await send({ method: 'PUT', url: `/api/Things/${encodeURIComponent(id)}/NOTES` })).body.id, id, id)
  }
})

t.test('given all characters, when they become lower case, then only U+0130 changes its length', async (t) => {
  const growing: number[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code)
    if (character.toLowerCase().length !== character.length) growing.push(code)
  }
  t.same(growing, [0x130])
})

t.test('given an unknown route, when it is called with or without a token, then it is 404 with the one error body', async (t) => {
  const { send } = await client(t)
  for (const as of [null, {}]) {
    const response = await send({ url: '/api/Nothing', as })
    t.equal(response.status, 404)
    t.match(response.body, { message: String, error: 'NotFound', errors: null, traceId: response.headers['x-trace-id'] })
  }
})

t.test('given a known path, when it is called with another method, then it is 405 and names its methods', async (t) => {
  const { send } = await client(t)
  const response = await send({ method: 'DELETE', url: '/api/things/1?x=1', as: null })
  t.equal(response.status, 405)
  t.equal(response.body.error, 'MethodNotAllowed')
  t.equal(response.headers.allow, 'GET, HEAD')
})

t.test('given a route with GET, when it is called with HEAD, then it has the headers and no body', async (t) => {
  const { send } = await client(t)
  const response = await send({ method: 'HEAD', url: '/api/Things/7' })
  t.equal(response.status, 200)
  t.equal(response.text, '')
  t.equal(response.headers['content-length'], String('{"id":"7","note":null}'.length))
})

t.test('given a JSON body, when it has any content type or none, then it is read', async (t) => {
  const { app } = await client(t)
  const types = [
    'application/json',
    'text/json; charset=utf-8',
    'application/json-patch+json',
    'application/vnd.x+json',
    'text/plain',
    'nonsense',
    '',
  ]
  for (const type of types) {
    const headers = { 'content-type': type }
    const response = await app.inject({ method: 'POST', url: '/api/Things', headers, payload: '{"names":["a"]}' })
    t.equal(response.statusCode, 201, type)
  }
  t.equal((await app.inject({ method: 'POST', url: '/api/Things', payload: '{"names":["a"]}' })).statusCode, 201, 'none')
})

t.test('given a malformed, deep, large or missing body, when it is sent, then the error names the reason', async (t) => {
  const { send } = await client(t, { limits: { bodyBytes: 1000 } })
  const cases: [string | undefined, number, string][] = [
    ['{"names":', 400, 'MalformedJson'],
    ['['.repeat(40), 400, 'JsonTooDeep'],
    [JSON.stringify({ names: ['x'.repeat(2000)] }), 413, 'PayloadTooLarge'],
    [undefined, 400, 'ValidationFailed'],
    ['', 400, 'ValidationFailed'],
    ['{"names":"a"}', 400, 'ValidationFailed'],
  ]
  for (const [body, status, error] of cases) {
    const response = await send({ method: 'POST', url: '/api/Things', body })
    t.match({ status: response.status, body: response.body }, { status, body: { error, message: String, traceId: String } })
  }
})

t.test('given a badly encoded path or NUL, when it is called, then it is 400', async (t) => {
  const { send } = await client(t)
  for (const id of ['%zz', '%', 'a%00b']) {
    const response = await send({ url: `/api/Things/${id}` })
    t.equal(response.status, 400, id)
    t.match(response.body, { error: 'ValidationFailed', traceId: String })
  }
})

t.test('given a path part too long for any id, when it is called, then it is 414', async (t) => {
  const { send } = await client(t)
  t.match(await send({ url: `/api/Things/${'x'.repeat(3000)}` }), { status: 414, body: { error: 'UriTooLong' } })
})

t.test('given an X-Request-Id, when it is well formed, then it is used, else replaced', async (t) => {
  const { send } = await client(t)
  const sane = await send({ url: '/api/Things/1', headers: { 'x-request-id': 'abc-1' } })
  t.equal(sane.headers['x-request-id'], 'abc-1')
  t.equal(sane.headers['x-trace-id'], 'abc-1')
  const strange = await send({ url: '/api/Things/1', headers: { 'x-request-id': 'a b"<script>' } })
  t.match(strange.headers['x-request-id'], /^[0-9a-f-]{36}$/)
})

t.test('given a request with a trace, when it fails, then the error has the trace id', async (t) => {
  const { send } = await client(t)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const response = await send({ url: '/nothing', headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } })
  t.equal(response.body.traceId, traceId)
})

t.test('given an unexpected failure, when a request fails, then it is 500 without inner detail', async (t) => {
  const { app, send } = await client(t)
  const fails = defineRoute({ ...base, method: 'GET', url: '/fails', operationId: 'fails', responses: { 200: null } })
  register(app, deps, fails, async () => {
    throw new TypeError('the password is hunter2')
  })
  const response = await send({ url: '/fails' })
  t.equal(response.status, 500)
  t.match(response.body, { error: 'InternalError', errors: null })
  t.notMatch(response.text, /hunter2|TypeError/)
})

t.test('given a lost database, when a request fails, then it is 503 with Retry-After and no inner detail', async (t) => {
  const { app, send } = await client(t)
  const lost = defineRoute({ ...base, method: 'GET', url: '/lost', operationId: 'lost', responses: { 200: null } })
  register(app, deps, lost, async () => {
    throw Object.assign(new Error('connect refused 10.0.0.7'), { code: 'ECONNREFUSED' })
  })
  const response = await send({ url: '/lost' })
  t.equal(response.status, 503)
  t.equal(response.headers['retry-after'], '1')
  t.notMatch(response.text, /10\.0\.0\.7/)
})

function rawResponse(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('close', () => resolve(received)).on('error', reject)
  })
}

async function listening(t: Test) {
  const made = await client(t, { limits: { requestMs: 1_000 } })
  await made.app.listen({ port: 0, host: '127.0.0.1' })
  const address = made.app.server.address()
  return { ...made, port: typeof address === 'object' && address !== null ? address.port : 0 }
}

t.test('given bytes that are not HTTP or large headers, when they are sent, then there is the one error body', async (t) => {
  const { port } = await listening(t)
  t.match(await rawResponse(port, 'NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 .*"error":"ValidationFailed"/s)
  const large = `GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`
  t.match(await rawResponse(port, large), /^HTTP\/1\.1 431 .*"error":"HeadersTooLarge"/s)
})

t.test('given a request that does not arrive in time, when the time is over, then it is 408', async (t) => {
  const { port } = await listening(t)
  const unfinished = 'POST /api/Things HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"na'
  t.match(await rawResponse(port, unfinished), /^HTTP\/1\.1 408 .*"error":"RequestTimeout"/s)
})

t.test('given a client that leaves in the middle of its body, when others send, then they are served', async (t) => {
  const { port, send } = await listening(t)
  await new Promise<void>((resolve) => {
    const head = 'POST /api/Things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"na'
    const socket = connect(port, '127.0.0.1', () => socket.write(head, () => setTimeout(() => socket.destroy(), 50)))
    socket.on('close', () => resolve())
  })
  t.equal((await send({ url: '/api/Things/1' })).status, 200)
})

t.test('given the log level debug, when a request is made, then it is logged by its route without query and ids', async (t) => {
  let text = ''
  const log = createLogger(
    { service: 'test', level: 'debug' },
    {
      write: (line: string) => {
        text += line
      },
    },
  )
  const { send } = await client(t, { log })
  await send({ url: '/api/Things/7?phone=12345678', headers: { 'x-request-id': 'r-9' } })
  const record = text.split('\n').find((line) => line.includes('"msg":"request"'))
  t.match(JSON.parse(record ?? '{}'), { method: 'GET', route: '/api/Things/:id', status: 200, traceId: 'r-9', ms: Number })
  t.notMatch(text, /12345678/)
})

t.test('given a body that is not UTF-8, when it is sent, then it is refused', async (t) => {
  const { app } = await client(t)
  const body = Buffer.concat([Buffer.from('{"names":["Kj'), Buffer.from([0xe6]), Buffer.from('rsti"]}')])
  const response = await app.inject({ method: 'POST', url: '/api/Things', headers: { 'content-type': 'application/json' }, body })
  t.equal(response.statusCode, 400)
  t.match(response.json(), { error: 'MalformedJson' })
})
