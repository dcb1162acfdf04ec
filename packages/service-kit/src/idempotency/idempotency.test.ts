import { DomainError } from '@open-oms/contracts/errors'
import { Text } from '@open-oms/contracts/primitives'
import { defineRoute } from '@open-oms/contracts/route'
import { Type } from '@sinclair/typebox'
import t, { type Test } from 'tap'
import { type RouteHandler, register } from '../server/register-route.ts'
import { testDatabase } from '../testing/test-database.ts'
import { testServer } from '../testing/test-server.ts'

const Effect = Type.Object({ note: Text })
const add = defineRoute({
  method: 'POST',
  url: '/api/Things/:id/Effects',
  operationId: 'addEffect',
  summary: 'Have an effect.',
  tags: ['Things'],
  access: ['OrderAdmin'],
  params: Type.Object({ id: Text }),
  body: Effect,
  responses: { 200: Effect },
  carriesVersion: true,
  allowsMinimal: true,
})
type Handler = RouteHandler<typeof add, { inTransaction: Awaited<ReturnType<typeof testDatabase>>['inTransaction'] }>

const insert = (note: string) => ({ text: 'insert into effect (note) values ($1)', values: [note] })

const addEffect: Handler = async ({ inTransaction }, { body }) => {
  await inTransaction((tx) => tx.commitWith(insert(body.note)))
  return { body, version: 'v-1' }
}

async function client(t: Test, handler = addEffect, options = {}) {
  const database = await testDatabase(t)
  await database.query({ text: 'create table effect (note text)' })
  const made = await testServer(t, { database })
  register(made.app, { inTransaction: database.inTransaction }, add, handler, options)
  const effects = async () =>
    (await database.query<{ note: string }>({ text: 'select note from effect' })).map(({ note }) => note)
  const keys = async () => (await database.query({ text: 'select key, status from kit.idempotency_key' })).length
  return { ...made, database, effects, keys }
}

const post = (key: string, body: unknown = { note: 'a' }) =>
  ({ method: 'POST', url: '/api/Things/7/Effects', body, headers: { 'idempotency-key': key } }) as const

t.test('given a request with a key, when it is repeated, then it gets the first response and no second effect', async (t) => {
  const { send, effects } = await client(t)
  const first = await send(post('k'))
  const second = await send({ ...post('k', '{ "note" : "a" }'), url: '/API/things/7/effects/' })
  t.equal(first.headers['idempotent-replayed'], undefined)
  t.match(second, { status: 200, text: first.text, headers: { etag: '"v-1"', 'idempotent-replayed': 'true' } })
  t.same(await effects(), ['a'])
})

t.test('given no idempotency key, when a request is sent twice, then it has its effect twice', async (t) => {
  const { send, effects, keys } = await client(t)
  for (let i = 0; i < 2; i++) await send({ ...post('k'), headers: {} })
  t.same(await effects(), ['a', 'a'])
  t.equal(await keys(), 0)
})

t.test('given an idempotency key, when another client or path uses it, then it is another key', async (t) => {
  const { send, effects } = await client(t)
  await send(post('k'))
  await send({ ...post('k'), as: { clientId: 'another' } })
  await send({ ...post('k'), url: '/api/Things/8/Effects' })
  t.equal((await effects()).length, 3)
})

t.test('given a used idempotency key, when it comes with another body or query, then it is 422', async (t) => {
  const { send, effects } = await client(t)
  await send(post('k'))
  t.match(await send(post('k', { note: 'b' })), { status: 422, body: { error: 'IdempotencyKeyReused' } })
  t.match(await send({ ...post('k'), url: '/api/Things/7/Effects?x=1' }), { status: 422 })
  t.same(await effects(), ['a'])
})

/** A handler that has its effect in a transaction which stays open until it is let go. */
function held() {
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const handler: Handler = async ({ inTransaction }, { body }) => {
    await inTransaction(async (tx) => {
      await tx.query(insert(body.note))
      begun.resolve()
      await mayEnd.promise
    })
    return { body, version: 'v-1' }
  }
  return { handler, begun: begun.promise, letGo: mayEnd.resolve }
}

for (const transactions of ['one', 'separate'] as const) {
  t.test(
    `given a request under way (${transactions}), when its key comes again, then it waits and gets the response`,
    async (t) => {
      const { handler, begun, letGo } = held()
      const { send, effects } = await client(t, handler, { transactions })
      const first = send(post('k'))
      await begun
      const others = Array.from({ length: 5 }, () => send(post('k')))
      letGo()
      t.equal((await first).headers['idempotent-replayed'], undefined)
      for (const other of others) t.match(await other, { status: 200, headers: { 'idempotent-replayed': 'true' } })
      t.same(await effects(), ['a'])
    },
  )

  t.test(
    `given a request that takes long (${transactions}), when its key comes again, then that is 409 after a while`,
    async (t) => {
      const { handler, begun, letGo } = held()
      const { send, effects } = await client(t, handler, { transactions })
      const first = send(post('k'))
      await begun
      for (const other of await Promise.all(Array.from({ length: 5 }, () => send(post('k')))))
        t.match(other, { status: 409, body: { error: 'IdempotencyInFlight' }, headers: { 'retry-after': '1' } })
      letGo()
      t.equal((await first).status, 200)
      t.same(await effects(), ['a'])
    },
  )
}

t.test('given a repetition, when its handler would refuse it now, then it gets the first response all the same', async (t) => {
  let isRefused = false
  const { send } = await client(t, async (deps, request) => {
    if (isRefused) throw new DomainError('NotFound', 'gone')
    return addEffect(deps, request)
  })
  const first = await send(post('k'))
  isRefused = true
  t.match(await send(post('k')), { status: 200, text: first.text, headers: { 'idempotent-replayed': 'true' } })
})

t.test('given work that runs after the commit, when it needs a transaction, then it has one of its own', async (t) => {
  const later = Promise.withResolvers<void>()
  const { send, effects } = await client(t, async (deps, { body }) => {
    await deps.inTransaction(async (tx) => {
      tx.afterCommit(() => {
        setImmediate(() => deps.inTransaction((own) => own.query(insert('later'))).then(() => later.resolve(), later.reject))
      })
      await tx.commitWith(insert(body.note))
    })
    return { body, version: 'v-1' }
  })
  t.equal((await send(post('k'))).status, 200)
  await later.promise
  t.same(await effects(), ['a', 'later'])
})

t.test('given a response that cannot be kept, when the request ends, then its effect is rolled back', async (t) => {
  const handler: Handler = async ({ inTransaction }, { body, recordResponse }) => {
    await inTransaction(async (tx) => {
      await tx.query(insert(body.note))
      // Another run took the claim over while this one was stuck.
      await database.query({ text: 'update kit.idempotency_key set token = gen_random_uuid()' })
      await recordResponse(tx, { body })
    })
    return { body }
  }
  const { send, database, effects } = await client(t, handler, { transactions: 'separate' })
  t.match(await send(post('k')), { status: 409, body: { error: 'IdempotencyInFlight' } })
  t.same(await effects(), [])
})

t.test('given a request with a key, when it is refused or fails, then its key can be used again', async (t) => {
  const failures = [new DomainError('VersionConflict', 'stale'), new DomainError('NotFound', 'gone'), new Error('bug'), null]
  const { send, effects, keys } = await client(t, async (deps, request) => {
    const response = await addEffect(deps, request)
    const failure = failures.shift()
    if (failure) throw failure
    return response
  })
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await send(post('k'))).status)
  t.same(statuses, [412, 404, 500, 200])
  t.same(await effects(), ['a'], 'the effects of the failed runs are rolled back')
  t.equal(await keys(), 1)
})

t.test('given a path too long for an index, when it has an idempotency key, then it is replayed like any other', async (t) => {
  const { send, effects } = await client(t)
  const id = Array.from({ length: 1500 }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7919) % 20_000))).join('')
  const long = { ...post('k'), url: `/api/Things/${encodeURIComponent(id)}/Effects` }
  t.equal((await send(long)).status, 200)
  t.match(await send(long), { status: 200, headers: { 'idempotent-replayed': 'true' } })
  t.equal(
    (await send({ ...long, url: `/api/Things/${encodeURIComponent(`${id}x`)}/Effects` })).headers['idempotent-replayed'],
    undefined,
  )
  t.same(await effects(), ['a', 'a'])
})

t.test('given an invalid request, when it has an idempotency key, then the key is not used up', async (t) => {
  const { send, keys } = await client(t)
  t.equal((await send(post('k', { note: 1 }))).status, 400)
  t.equal(await keys(), 0)
})

t.test('given an empty, over-long or unprintable idempotency key, when it is sent, then it is 400', async (t) => {
  const { send } = await client(t)
  for (const key of ['', 'x'.repeat(256), 'k\u00e6']) {
    t.match(
      await send(post(key)),
      { status: 400, body: { error: 'ValidationFailed', errors: { 'Idempotency-Key': [String] } } },
      key,
    )
  }
  t.equal((await send(post('x'.repeat(255)))).status, 200)
})

t.test('given Prefer: return=minimal, when the request is repeated, then it gets the same minimal response', async (t) => {
  const { send } = await client(t)
  const minimal = { ...post('k'), headers: { 'idempotency-key': 'k', prefer: 'return=minimal' } }
  t.equal((await send(minimal)).status, 204)
  t.match(await send(post('k')), { status: 204, text: '', headers: { etag: '"v-1"', 'idempotent-replayed': 'true' } })
})

t.test('given a handler with several transactions, then it records its response in the last one', async (t) => {
  let mustFail = true
  const handler: Handler = async ({ inTransaction }, { body, recordResponse }) => {
    await inTransaction((tx) => tx.query(insert('first')))
    await inTransaction(async (tx) => {
      await tx.query(insert('last'))
      await recordResponse(tx, { body, version: 'v-2' })
    })
    if (mustFail) throw new Error('the process died before it responded')
    return { body, version: 'v-2' }
  }
  const { send, effects } = await client(t, handler, { transactions: 'separate' })
  t.equal((await send(post('k'))).status, 500)
  t.match(await send(post('k')), { status: 200, headers: { etag: '"v-2"', 'idempotent-replayed': 'true' } })
  t.same(await effects(), ['first', 'last'])
  mustFail = false
  t.equal((await send({ ...post('k'), headers: {} })).status, 200, 'and without a key nothing is recorded')
})

// What becomes of it when the process dies is tested with a process that is killed
// (killed-request.long.test.ts of orders-workflow).
t.test('given an interim response and a request that then failed, when the key comes again, then it is replayed', async (t) => {
  const runs: string[] = []
  const failing: Handler = async ({ inTransaction }, { body, recordInterim }) => {
    runs.push(body.note)
    await inTransaction(async (tx) => {
      await tx.query(insert(body.note))
      await recordInterim?.(tx, { body: { note: 'under way' } })
    })
    throw new DomainError('Unavailable', 'a dependency is unreachable')
  }
  const { send, effects } = await client(t, failing, { transactions: 'separate' })
  t.equal((await send(post('k'))).status, 503)
  const later = await send(post('k'))
  t.match(later, { status: 200, body: { note: 'under way' }, headers: { 'idempotent-replayed': 'true' } })
  t.equal((await send(post('k', { note: 'b' }))).status, 422)
  t.same([runs, await effects()], [['a'], ['a']])
})

t.test('given an interim response, when the final one is recorded, then a repetition gets the final one', async (t) => {
  const slow: Handler = async ({ inTransaction }, { body, recordInterim, recordResponse }) => {
    await inTransaction(async (tx) => {
      await tx.query(insert(body.note))
      await recordInterim?.(tx, { body: { note: 'under way' } })
    })
    await inTransaction((tx) => recordResponse(tx, { body: { note: 'done' } }))
    return { body: { note: 'done' } }
  }
  const { send } = await client(t, slow, { transactions: 'separate' })
  t.match(await send(post('k')), { status: 200, body: { note: 'done' } })
  t.match(await send(post('k')), { status: 200, body: { note: 'done' }, headers: { 'idempotent-replayed': 'true' } })
})

t.test('given a handler with several transactions that records nothing, then its response is kept afterwards', async (t) => {
  const { send, effects } = await client(t, addEffect, { transactions: 'separate' })
  await send(post('k'))
  t.match(await send(post('k')), { status: 200, headers: { 'idempotent-replayed': 'true' } })
  t.same(await effects(), ['a'])
})
