import { randomUUID } from 'node:crypto'
import { defineRoute } from '@open-oms/contracts/route'
import t, { type Test } from 'tap'
import { createDatabase } from '../database/database.ts'
import { createLogger } from '../observability/logger.ts'
import { createMetrics } from '../observability/metrics.ts'
import { register } from '../server/register-route.ts'
import { testDatabase } from '../testing/test-database.ts'
import { eventually } from '../testing/test-events.ts'
import { testServer } from '../testing/test-server.ts'
import { Overloaded } from './error-handler.ts'

const deps = { inTransaction: () => Promise.reject(new Error('no database here')) }
const fail = defineRoute({
  method: 'GET',
  url: '/fail',
  operationId: 'fail',
  summary: 'Fail.',
  tags: ['Test'],
  access: 'public',
  responses: { 200: null },
})

/**
 * Sends requests to a server whose only route raises the given error, and collects what it logs and
 * counts.
 */
async function failing(t: Test, failure: Error | (() => Promise<unknown>)) {
  const lines: string[] = []
  const log = createLogger({ service: 'test', level: 'warn' }, { write: (line) => void lines.push(line) })
  const metrics = createMetrics('test')
  const { app, send } = await testServer(t, { log, metrics })
  register(app, deps, fail, async () => {
    if (failure instanceof Error) throw failure
    await failure()
    return { status: 200 }
  })
  const unavailable = async () =>
    (await metrics.page()).split('\n').filter((line) => line.startsWith('oms_http_unavailable_total{'))
  return { send: () => send({ url: '/fail' }), lines, unavailable }
}

// Found by a trial from outside: under load, and while a service was unreachable, each refused
// request wrote a stack trace.
t.test(
  'given a dependency that refuses connections, when requests get 503, then each logs one line without a stack',
  async (t) => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })
    const { send, lines, unavailable } = await failing(t, refused)
    for (let i = 0; i < 2; i++) t.equal((await send()).status, 503)
    t.equal(lines.length, 2)
    for (const line of lines) {
      t.notMatch(line, /"stack"|error-handler\.test/)
      t.match(JSON.parse(line), { level: 'warn', reason: /ECONNREFUSED.*10\.0\.0\.7/, route: 'GET /fail', traceId: String })
    }
    t.same(await unavailable(), ['oms_http_unavailable_total{reason="dependency",service="test"} 2'])
  },
)

t.test('given an overloaded process, when a request is shed, then it logs one line without a stack and is counted', async (t) => {
  const { send, lines, unavailable } = await failing(t, new Overloaded('The service has too much to do.', 7))
  const response = await send()
  t.match(response, { status: 503, headers: { 'retry-after': '7' }, body: { error: 'Unavailable' } })
  t.equal(lines.length, 1)
  t.notMatch(lines[0], /"stack"|error-handler\.test/)
  t.same(await unavailable(), ['oms_http_unavailable_total{reason="overload",service="test"} 1'])
})

// Found by a trial from outside: a wrong password of the database was 500.
t.test(
  'given a database that refuses the password, when a request needs it, then it is 503 and the log alone names the cause',
  async (t) => {
    const { url, query } = await testDatabase(t)
    const log = createLogger({ service: 'test', level: 'silent' })
    const username = `refused_${randomUUID()}`
    await query({ text: `create role "${username}" login password 'right'` })
    t.teardown(() => query({ text: `drop role "${username}"` }))
    const cases: [Partial<URL>, RegExp][] = [
      [{ username, password: 'wrong' }, /28P01: password authentication failed/],
      [{ username: 'nobody-of-this-name' }, /28P01|28000/],
      [{ pathname: '/no-database-of-this-name' }, /3D000: database .* does not exist/],
    ]
    for (const [user, cause] of cases) {
      const database = createDatabase({ url: Object.assign(new URL(url), user).href, log })
      t.teardown(database.close)
      const uses = [
        () => database.query({ text: 'select 1' }),
        () => database.inTransaction((tx) => tx.query({ text: 'select 1' })),
      ]
      for (const use of uses) {
        const { send, lines, unavailable } = await failing(t, use)
        const message = 'The database is not reachable at the moment.'
        t.match(await send(), { status: 503, headers: { 'retry-after': '1' }, body: { error: 'Unavailable', message } })
        t.match(JSON.parse(lines[0] ?? '{}'), { level: 'warn', reason: cause })
        t.same(await unavailable(), ['oms_http_unavailable_total{reason="dependency",service="test"} 1'])
      }
    }
  },
)

// Seen in a trial from outside: under load the database seemed to be unreachable, because requests
// waited too long for a connection.
t.test(
  'given all database connections are in use, when a request waits too long for one, then the 503 is counted as that',
  async (t) => {
    const { url } = await testDatabase(t)
    const log = createLogger({ service: 'test', level: 'silent' })
    const database = createDatabase({ url, log, applicationName: 'test', poolSizeMax: 1, connectTimeoutMs: 1_000 })
    t.teardown(database.close)
    const ask = () => database.query({ text: 'select 1 as one' })
    await eventually(() => ask().then(Boolean, () => false), 'the only connection is made')
    const { send, unavailable } = await failing(t, ask)
    const response = await database.inTransaction(async (tx) => {
      await tx.query({ text: 'select 1' })
      return send()
    })
    t.match(response, { status: 503, body: { message: 'All connections to the database are in use at the moment.' } })
    t.same(await unavailable(), ['oms_http_unavailable_total{reason="connections",service="test"} 1'])
    t.match(await ask(), [{ one: 1 }])
  },
)

// Found by random histories: a reader that waited for a lock until its time was over got 500.
t.test('given a lock that another holds, when the time of a statement is over, then it is 503, and works later', async (t) => {
  const { url, pool } = await testDatabase(t)
  const log = createLogger({ service: 'test', level: 'silent' })
  const holder = await pool.connect()
  t.teardown(() => holder.release())
  const lock = { text: 'select pg_advisory_xact_lock(159)' }
  for (const limit of [{ statementTimeoutMs: 100 }, { lockTimeoutMs: 100 }]) {
    const database = createDatabase({ url, log, ...limit })
    t.teardown(database.close)
    for (const use of [() => database.query(lock), () => database.inTransaction((tx) => tx.query(lock))]) {
      const { send, lines, unavailable } = await failing(t, use)
      await holder.query(`begin; ${lock.text}`)
      const response = await send()
      await holder.query('rollback')
      t.match(response, { status: 503, headers: { 'retry-after': '1' }, body: { error: 'Unavailable' } })
      t.match(JSON.parse(lines[0] ?? '{}'), { level: 'warn', reason: /(57014|55P03): canceling statement due to/ })
      t.same(await unavailable(), ['oms_http_unavailable_total{reason="dependency",service="test"} 1'])
      t.equal((await send()).status, 200)
    }
  }
})

t.test('given a mistake of the program, when a request gets 500, then the log keeps the stack', async (t) => {
  const { send, lines, unavailable } = await failing(t, new TypeError('x is not a function'))
  t.equal((await send()).status, 500)
  t.match(JSON.parse(lines[0] ?? '{}'), { level: 'error', err: { type: 'TypeError', stack: /error-handler\.test/ } })
  t.same(await unavailable(), [])
})
