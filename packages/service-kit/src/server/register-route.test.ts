import { DomainError } from '@open-oms/contracts/errors'
import { List, Quantity, Text } from '@open-oms/contracts/primitives'
import { BODY_LIMIT_BATCH, defineRoute, MEBIBYTE } from '@open-oms/contracts/route'
import { Type } from '@sinclair/typebox'
import t, { type Test } from 'tap'
import { JsonText } from '../http/route-response.ts'
import { testDatabase } from '../testing/test-database.ts'
import { testServer } from '../testing/test-server.ts'
import { type RouteHandler, register } from './register-route.ts'

const deps = { inTransaction: () => Promise.reject(new Error('no database here')), greeting: 'hello' }
const Thing = Type.Object({ id: Text, quantity: Quantity })
const change = defineRoute({
  method: 'PUT',
  url: '/api/Things/:id',
  operationId: 'changeThing',
  summary: 'Change a thing.',
  tags: ['Things'],
  access: ['OrderAdmin'],
  params: Type.Object({ id: Text }),
  query: Type.Object({ tags: Type.Optional(List(Text)) }),
  body: Type.Object({ quantity: Quantity }),
  responses: { 200: Thing, 201: Thing },
  carriesVersion: true,
  allowsMinimal: true,
})
const read = defineRoute({
  ...change,
  method: 'GET',
  operationId: 'readThing',
  access: ['OrderRead', 'ProductRead'],
  body: undefined as never,
})
const remove = defineRoute({
  method: 'DELETE',
  url: '/api/Things/:id',
  operationId: 'deleteThing',
  summary: 'Delete a thing.',
  tags: ['Things'],
  access: ['OrderAdmin'],
  responses: { 204: null },
})

const changeThing: RouteHandler<typeof change, typeof deps> = async (_deps, { params, body }) => ({
  body: { id: params.id, quantity: body.quantity },
  version: 'v-1',
})

const readOld = defineRoute({
  ...read,
  url: '/api/Things/Old/:id',
  operationId: 'readOldThing',
  deprecated: { since: '2026-01-31', sunset: '2027-01-31', successor: 'GET /api/Things/{id}' },
})

async function client(t: Test, handler = changeThing) {
  const made = await testServer(t)
  register(made.app, deps, change, handler)
  return made
}

const put = { method: 'PUT', url: '/api/Things/7', body: { quantity: 2 } } as const

t.test('given a valid request, when the handler runs, then it has typed input, dependencies and the caller', async (t) => {
  let seen: unknown
  const { send } = await client(t, async ({ greeting }, { params, query, body, caller, ifMatch, traceId }) => {
    seen = {
      greeting,
      params,
      query,
      body,
      client: caller.clientId,
      stores: caller.storeIds,
      versions: ifMatch?.versions,
      traceId,
    }
    return { body: { id: params.id, quantity: body.quantity } }
  })
  const headers = { 'if-match': '"a", W/"b"', 'x-request-id': 'r-1' }
  await send({
    ...put,
    url: '/api/things/7?TAGS=x',
    body: { Quantity: 2, unknown: 1 },
    headers,
    as: { clientId: 'shop', storeIds: ['s'] },
  })
  t.same(seen, {
    greeting: 'hello',
    params: { id: '7' },
    query: { tags: ['x'] },
    body: { quantity: 2 },
    client: 'shop',
    stores: ['s'],
    versions: ['a', 'b'],
    traceId: 'r-1',
  })
})

t.test('given a result without a status, then the response has the first success status, and an ETag', async (t) => {
  const { send } = await client(t)
  const response = await send(put)
  t.equal(response.status, 200)
  t.equal(response.headers.etag, '"v-1"')
  t.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  const created = await client(t, async (_deps, { params }) => ({
    status: 201,
    body: { id: params.id, quantity: 1 },
    headers: { location: '/x' },
  }))
  t.match(await created.send(put), { status: 201, headers: { location: '/x' } })
})

t.test('given stored JSON text, when it is returned, then the response has it unchanged', async (t) => {
  const { send } = await client(t, async () => ({ body: new JsonText('{"id":"7", "quantity":1.50}') }))
  t.equal((await send(put)).text, '{"id":"7", "quantity":1.50}')
})

t.test('given a text of another content type, when it is the response, then it is sent unchanged', async (t) => {
  const { app, send } = await client(t)
  const page = defineRoute({
    ...remove,
    method: 'GET',
    url: '/page',
    operationId: 'page',
    access: 'public',
    responses: { 200: Type.String({ contentMediaType: 'text/csv' }) },
  })
  register(app, deps, page, async () => ({ body: 'a,b', headers: { 'content-type': 'text/csv' } }))
  t.match(await send({ url: '/page' }), { text: 'a,b', headers: { 'content-type': 'text/csv' } })
})

t.test('given Prefer: return=minimal, when a write succeeds, then the response is 204 with the ETag', async (t) => {
  const { send } = await client(t)
  const response = await send({ ...put, headers: { prefer: 'respond-async, return=minimal' } })
  t.equal(response.status, 204)
  t.equal(response.text, '')
  t.match(response.headers, { etag: '"v-1"', 'preference-applied': 'return=minimal' })
  t.equal((await send({ ...put, headers: { prefer: 'return=representation' } })).status, 200)
})

t.test('given Prefer: return=minimal, when a command has a result, then the response has the whole result', async (t) => {
  const { app, send } = await client(t)
  const { allowsMinimal: _, ...rest } = change
  const use = defineRoute({ ...rest, url: '/api/Things/:id/Use', operationId: 'useThing' })
  register(app, deps, use, async (_deps, { params }) => ({ body: { id: params.id, quantity: 1 }, version: 'v-1' }))
  const response = await send({ ...put, url: '/api/Things/7/Use', headers: { prefer: 'return=minimal' } })
  t.match(response, { status: 200, body: { id: '7' }, headers: { etag: '"v-1"' } })
  t.equal(response.headers['preference-applied'], undefined)
})

t.test('given a body limit of the contract or 2 MiB, when a longer body is sent, then it is 413', async (t) => {
  const { app, send } = await testServer(t)
  const Names = Type.Object({ names: List(Text) })
  const few = defineRoute({
    ...remove,
    method: 'POST',
    url: '/few',
    operationId: 'few',
    body: Names,
    responses: { 201: Names },
  })
  const many = defineRoute({ ...few, url: '/many', operationId: 'many', bodyLimit: BODY_LIMIT_BATCH })
  register(app, deps, few, async (_deps, { body }) => ({ body, headers: { location: '/few/1' } }))
  register(app, deps, many, async (_deps, { body }) => ({ body, headers: { location: '/many/1' } }))
  const bodyOfSize = (bytes: number) => `{"names":["${'x'.repeat(bytes - 14)}"]}`
  const sendBodyOfSize = async (url: string, bytes: number) =>
    (await send({ method: 'POST', url, body: bodyOfSize(bytes) })).status
  t.equal(bodyOfSize(100).length, 100)
  t.equal(await sendBodyOfSize('/few', 2 * MEBIBYTE), 201)
  t.equal(await sendBodyOfSize('/few', 2 * MEBIBYTE + 1), 413)
  t.equal(await sendBodyOfSize('/many', 2 * MEBIBYTE + 1), 201)
  t.equal(await sendBodyOfSize('/many', 20 * MEBIBYTE + 1), 413)
})

t.test('given any Accept header, when a request is made, then the response is JSON', async (t) => {
  const { send } = await client(t)
  for (const accept of ['text/html', 'application/xml;q=0.1', 'nonsense', '*/*;q=0']) {
    t.match(await send({ ...put, headers: { accept } }), { status: 200, headers: { 'content-type': /json/ } }, accept)
  }
})

t.test('given a malformed If-Match, when a request is made, then it is 400', async (t) => {
  const { send } = await client(t)
  t.match(await send({ ...put, headers: { 'if-match': 'v-1' } }), {
    status: 400,
    body: { error: 'ValidationFailed', errors: { 'If-Match': [String] } },
  })
})

t.test('given a bad token or role, when the body is malformed too, then the response is 401 or 403', async (t) => {
  const { send, issuer } = await client(t)
  const nobody = await send({ ...put, body: '{{{', as: null })
  t.match(nobody, { status: 401, body: { error: 'Unauthorized' }, headers: { 'www-authenticate': 'Bearer' } })
  for (const [fault, token] of Object.entries(await issuer.badTokens())) {
    const response = await send({ ...put, as: null, headers: { authorization: `Bearer ${token}` } })
    t.match(response, { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }, fault)
  }
  t.match(await send({ ...put, body: '{{{', as: { roles: ['OrderRead', 'ProductAdmin'] } }), {
    status: 403,
    body: { error: 'Forbidden' },
  })
})

t.test('given several wanted roles, when the caller has one or its Admin role, then the request is allowed', async (t) => {
  const { app, send } = await client(t)
  register(app, deps, read, async (_deps, { params }) => ({ body: { id: params.id, quantity: 1 } }))
  for (const role of ['OrderRead', 'OrderAdmin', 'ProductRead', 'Product Admin']) {
    t.equal((await send({ url: '/api/Things/7', as: { roles: [role] } })).status, 200, role)
  }
  t.equal((await send({ url: '/api/Things/7', as: { roles: ['AccountingRead'] } })).status, 403)
  t.equal((await send({ method: 'HEAD', url: '/api/Things/7', as: { roles: ['AccountingRead'] } })).status, 403, 'HEAD too')
})

t.test('given a caller with more roles, when the handler runs, then it has those that its contract names', async (t) => {
  const { app, send } = await testServer(t)
  const seen: unknown[] = []
  for (const contract of [
    read,
    { ...read, url: '/api/More/:id', operationId: 'readMore', optionalRoles: ['OrderAdmin'] as const },
  ]) {
    register(app, deps, contract, async (_deps, { params, caller }) => {
      seen.push(caller.roles)
      return { body: { id: params.id, quantity: 1 } }
    })
  }
  for (const roles of [
    ['OrderAdmin', 'AccountingRead'],
    ['OrderRead', 'ProductAdmin'],
  ])
    for (const url of ['/api/Things/7', '/api/More/7']) await send({ url, as: { roles } })
  t.same(seen, [['OrderRead'], ['OrderRead', 'OrderAdmin'], ['OrderRead', 'ProductRead'], ['OrderRead', 'ProductRead']])
})

t.test('given a domain error with further fields, then the response has its status and these fields', async (t) => {
  const { send } = await client(t, async () => {
    throw new DomainError('VersionConflict', 'Someone was faster.', {
      fields: { currentVersionId: 'v-2', changedFields: ['status'] },
    })
  })
  t.match(await send(put), {
    status: 412,
    body: {
      message: 'Someone was faster.',
      error: 'VersionConflict',
      errors: null,
      currentVersionId: 'v-2',
      changedFields: ['status'],
    },
  })
})

t.test('given a failed call to another system, then its status does not become the status of the response', async (t) => {
  const { send } = await client(t, async () => {
    throw Object.assign(new Error('upstream refused the key hunter2'), { statusCode: 401, code: 20 })
  })
  const response = await send(put)
  t.match(response, { status: 500, body: { error: 'InternalError' } })
  t.notMatch(response.text, /hunter2/)
})

t.test('given a success without a body, when it is sent, then it is 204', async (t) => {
  const { app, send } = await client(t)
  register(app, deps, remove, async () => ({}))
  t.match(await send({ method: 'DELETE', url: '/api/Things/7' }), { status: 204, text: '' })
})

t.test('given a server without authentication, when a route for roles is registered, then it is refused', async (t) => {
  const { app } = await testServer(t, { tokens: null })
  t.throws(() => register(app, deps, change, changeThing), /verifies no tokens/)
})

t.test(
  'given a standby, when routes are called, then only those whose contract allows it read from it, and none with a key',
  async (t) => {
    const database = await testDatabase(t)
    const [standby, deps] = [{ ...database }, { ...database, reading: database }]
    const { app, send } = await testServer(t, { database, standby })
    const seen: unknown[] = []
    const search = defineRoute({ ...change, method: 'POST', url: '/api/Search/:id', operationId: 'search', reads: 'standby' })
    for (const contract of [search, { ...change, operationId: 'changeToo' }]) {
      register(app, deps, contract, async ({ reading, inTransaction }) => {
        seen.push(reading === standby ? 'standby' : reading.inTransaction === inTransaction ? 'as all else' : 'elsewhere')
        await reading.inTransaction((tx) => tx.query({ text: 'select 1' }))
        return { body: { id: '7', quantity: 1 } }
      })
    }
    const searching = { ...put, method: 'POST', url: '/api/Search/7' } as const
    t.equal((await send(searching)).status, 200)
    t.equal((await send(put)).status, 200)
    t.equal((await send({ ...searching, headers: { 'idempotency-key': 'k' } })).status, 200)
    t.same(seen, ['standby', 'as all else', 'as all else'])
  },
)

t.test(
  'given a call that clients are to give up, when it is called, then every response says since when and until when',
  async (t) => {
    const { app, send } = await testServer(t)
    register(app, deps, read, async (_deps, { params }) => ({ body: { id: params.id, quantity: 1 } }))
    register(app, deps, readOld, async (_deps, { params }) => ({ body: { id: params.id, quantity: 1 } }))
    const announced = { deprecation: '@1769817600', sunset: 'Sun, 31 Jan 2027 00:00:00 GMT' }
    const get = { method: 'GET', url: '/api/Things/Old/7' } as const
    t.match(await send(get), { status: 200, headers: announced })
    t.match(await send({ ...get, as: { roles: ['AssetAdmin'] } }), { status: 403, headers: announced })
    t.notOk('deprecation' in (await send({ ...get, url: '/api/Things/7' })).headers)
  },
)
