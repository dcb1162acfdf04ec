import { Text } from '@open-oms/contracts/primitives'
import { defineRoute } from '@open-oms/contracts/route'
import { Type } from '@sinclair/typebox'
import pino from 'pino'
import t, { type Test } from 'tap'
import { createDatabase } from '../database/database.ts'
import { type RegisterOptions, type RouteHandler, register } from '../server/register-route.ts'
import { databaseProxy } from '../testing/database-proxy.ts'
import { testDatabase } from '../testing/test-database.ts'
import { eventually } from '../testing/test-events.ts'
import { testServer } from '../testing/test-server.ts'

const Effect = Type.Object({ note: Text })
const add = defineRoute({
  method: 'POST',
  url: '/api/Effects',
  operationId: 'addEffect',
  summary: 'Have an effect.',
  tags: ['Effects'],
  access: ['OrderAdmin'],
  body: Effect,
  responses: { 200: Effect },
})
type Handler = RouteHandler<typeof add, { inTransaction: ReturnType<typeof createDatabase>['inTransaction'] }>

const insert = (note: string) => ({ text: 'insert into effect (note) values ($1)', values: [note] })
const post = (key: string) =>
  ({ method: 'POST', url: '/api/Effects', body: { note: key }, headers: { 'idempotency-key': key } }) as const

/** A server whose connections to the database can be cut; `direct` bypasses the proxy. */
async function start(t: Test, handler: Handler, options: RegisterOptions = {}) {
  const direct = await testDatabase(t)
  await direct.query({ text: 'create table effect (note text)' })
  const proxy = await databaseProxy(t, direct.url)
  const patient = { connectTimeoutMs: 240_000, statementTimeoutMs: 240_000 }
  const database = createDatabase({ url: proxy.url, log: pino({ level: 'silent' }), ...patient })
  t.teardown(() => database.close())
  const { app, send } = await testServer(t, { database })
  register(app, { inTransaction: database.inTransaction }, add, handler, options)
  const effects = async () => {
    const rows = await direct.query<{ note: string }>({ text: 'select note from effect order by note' })
    return rows.map(({ note }) => note)
  }
  const claims = async () => {
    const [row] = await direct.query<{ count: number }>({
      text: 'select count(*)::int as count from kit.idempotency_key where status is null',
    })
    return row?.count
  }
  return { send, proxy, effects, claims }
}

/** A handler whose first calls wait, with their effect in an open transaction, until released. */
function pausing(calls: number) {
  const [allWait, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let waiting = 0
  const handler: Handler = ({ inTransaction }, { body }) =>
    inTransaction(async (tx) => {
      await tx.query(insert(body.note))
      waiting += 1
      if (waiting === calls) allWait.resolve()
      if (waiting <= calls) await mayGo.promise
      await tx.query({ text: 'select 1' })
      return { body }
    })
  return { handler, allWait: allWait.promise, letGo: mayGo.resolve }
}

const keys = Array.from({ length: 8 }, (_, i) => `key-${i}`)

/** Sends all keyed requests, and cuts the database off while they are in flight. */
async function interruptAll(t: Test, transactions: 'one' | 'separate') {
  const { handler, allWait, letGo } = pausing(keys.length)
  const test = await start(t, handler, { transactions })
  const responses = keys.map((key) => test.send(post(key)))
  await allWait
  await test.proxy.cut()
  letGo()
  for (const response of responses) t.equal((await response).status, 503)
  return test
}

// Regression: after a short outage, live processes refused hundreds of repeats
// with 409 for up to a minute.
for (const [transactions, left] of [
  ['one', 0],
  ['separate', keys.length],
] as const)
  t.test(
    `given requests that failed in an outage (${transactions}), when the database is back, then each key runs once, immediately`,
    async (t) => {
      const { send, proxy, effects, claims } = await interruptAll(t, transactions)
      t.equal((await send(post('key-0'))).status, 503, 'the database is still unreachable')
      t.equal(await claims(), left)
      await proxy.restore()
      for (const key of keys) {
        const response = await send(post(key))
        t.match(response, { status: 200, headers: { 'idempotent-replayed': undefined } }, key)
      }
      t.same(await effects(), keys)
      t.match(await send(post('key-3')), { status: 200, headers: { 'idempotent-replayed': 'true' } })
    },
  )

t.test('given requests that failed in an outage, when they are not repeated, then their claims are released too', async (t) => {
  const { proxy, claims } = await interruptAll(t, 'separate')
  await proxy.restore()
  await eventually(async () => (await claims()) === 0, 'no claim is left')
  t.pass('another process can run the requests')
})

t.test(
  'given a claim whose result was lost with its connection, when the database is back, then the key runs immediately',
  async (t) => {
    const handler: Handler = ({ inTransaction }, { body }) =>
      inTransaction(async (tx) => {
        await tx.commitWith(insert(body.note))
        return { body }
      })
    const { send, proxy, effects, claims } = await start(t, handler, { transactions: 'separate' })
    t.equal((await send(post('warm-up'))).status, 200)
    proxy.holdResults()
    const response = send(post('lost'))
    await eventually(async () => (await claims()) === 1, 'the claim is stored')
    await proxy.cut()
    t.equal((await response).status, 503)
    await proxy.restore()
    t.match(await send(post('lost')), { status: 200, headers: { 'idempotent-replayed': undefined } })
    t.same(await effects(), ['lost', 'warm-up'])
  },
)

t.test('given a commit whose result was lost, when the key comes again, then the kept response is replayed', async (t) => {
  const handler: Handler = async ({ inTransaction }, { body, recordResponse }) => {
    await inTransaction(async (tx) => {
      await tx.query(insert(body.note))
      await recordResponse(tx, { body })
      proxy.holdResults()
    })
    return { body }
  }
  const { send, proxy, effects } = await start(t, handler, { transactions: 'separate' })
  const response = send(post('committed'))
  await eventually(async () => (await effects()).length === 1, 'the effect is committed')
  await proxy.cut()
  t.equal((await response).status, 503)
  await proxy.restore()
  t.match(await send(post('committed')), { status: 200, headers: { 'idempotent-replayed': 'true' } })
  t.same(await effects(), ['committed'])
})

t.test(
  'given an interim response before an outage, when the database is back, then it is replayed and nothing runs again',
  async (t) => {
    const [recorded, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const handler: Handler = async ({ inTransaction }, { body, recordInterim }) => {
      await inTransaction(async (tx) => {
        await tx.query(insert(body.note))
        await recordInterim?.(tx, { body: { note: 'under way' } })
      })
      recorded.resolve()
      await mayGo.promise
      await inTransaction((tx) => tx.query({ text: 'select 1' }))
      return { body }
    }
    const { send, proxy, effects } = await start(t, handler, { transactions: 'separate' })
    const response = send(post('k'))
    await recorded.promise
    await proxy.cut()
    mayGo.resolve()
    t.equal((await response).status, 503)
    await proxy.restore()
    t.match(await send(post('k')), { status: 200, body: { note: 'under way' }, headers: { 'idempotent-replayed': 'true' } })
    t.same(await effects(), ['k'])
  },
)
