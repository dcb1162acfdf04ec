// Own process: it starts two servers.
import pino from 'pino'
import t, { type Test } from 'tap'
import { createDatabase, type QueryRunner } from '../database/database.ts'
import { ConnectionsInUse } from '../database/database-errors.ts'
import { createMetrics, type Metrics } from '../observability/metrics.ts'
import { databaseProxy } from '../testing/database-proxy.ts'
import { testDatabase } from '../testing/test-database.ts'
import { eventually } from '../testing/test-events.ts'
import { testStandby } from '../testing/test-standby.ts'
import { openStandby, type StandbyOptions } from './standby.ts'

const log = pino({ level: 'silent' })
const servers = await testStandby(t)
const database = await testDatabase(t)
await database.query({ text: 'create table note (id integer primary key, detail text)' })
const admin = createDatabase({ url: servers.standbyDatabaseUrl(database.url), log })
t.teardown(() => admin.close())
/** What only the standby has: a test of it. */
const where = { text: 'select pg_is_in_recovery() as "isStandby"' }

type Reads = { reading: QueryRunner; metrics: Metrics; shown(name: string): Promise<number | undefined>; usable(): Promise<void> }

/** The reads of a process; a busy machine must not make its standby late. */
async function opened(t: Test, options: Partial<StandbyOptions> = {}): Promise<Reads> {
  const metrics = createMetrics('test')
  const url = servers.standbyDatabaseUrl(database.url)
  const standby = openStandby({ url, log, primary: database, metrics, lagMsMax: 60_000, poolSizeMax: 10, ...options })
  t.teardown(() => standby.close())
  const shown = async (name: string) => {
    const line = (await metrics.page()).split('\n').find((each) => each.startsWith(name))
    return line === undefined ? undefined : Number(line.split(' ').at(-1))
  }
  const usable = () =>
    eventually(async () => (await shown('oms_standby_usable')) === 1, 'the standby is usable').then(() => undefined)
  await usable()
  return { reading: standby.reading, metrics, shown, usable }
}

const outcome = (name: string) => `oms_standby_reads_total{outcome="${name}"`
const isOnStandby = async (reading: QueryRunner) => (await reading.query<{ isStandby: boolean }>(where))[0]?.isStandby
let notes = 0
async function addNote(): Promise<number> {
  const id = ++notes
  await database.query({ text: 'insert into note values ($1)', values: [id] })
  return id
}
async function has(reading: Pick<QueryRunner, 'query'>, id: number): Promise<boolean> {
  return (await reading.query({ text: 'select from note where id = $1', values: [id] })).length === 1
}

t.test('given a standby, when statements and transactions read, then they run there', async (t) => {
  const { reading, shown } = await opened(t)
  t.equal(await isOnStandby(reading), true)
  t.same((await reading.execute(where)).rows, [{ isStandby: true }])
  const seen = await reading.inTransaction(async (tx) => {
    tx.later({ text: 'set transaction isolation level repeatable read, read only' })
    return [...(await tx.query(where)), ...(await tx.query(where))]
  })
  t.same(seen, [{ isStandby: true }, { isStandby: true }])
  t.equal(await shown(outcome('standby')), 3)
  t.equal(await shown('oms_standby_lag_bytes'), 0)
})

t.test(
  'given two processes and many writers, when each reads immediately what another one wrote, then every read has it',
  async (t) => {
    const [one, other] = [await opened(t), await opened(t)]
    const write = async (_: unknown, turn: number) => {
      for (let n = 0; n < 50; n++) {
        const id = await addNote()
        const { reading } = (turn + n) % 2 === 0 ? one : other
        t.equal(await has(n % 3 === 0 ? { query: (each) => reading.inTransaction((tx) => tx.query(each)) } : reading, id), true)
      }
    }
    await Promise.all(Array.from({ length: 8 }, write))
    const counts = await Promise.all([one, other].map(({ shown }) => shown(outcome('standby'))))
    t.same(counts, [200, 200], 'and all of them came from the standby')
  },
)

t.test(
  'given a standby that stops replaying, when the writer reads, then the primary is read until it has caught up',
  async (t) => {
    const { reading, shown, usable } = await opened(t, { lagMsMax: 500 })
    const bySuperuser = createDatabase({ url: servers.standbyUrl, log })
    t.teardown(() => bySuperuser.close())
    await bySuperuser.query({ text: 'select pg_wal_replay_pause()' })
    const id = await addNote()
    t.equal(await has(reading, id), true)
    t.equal(await isOnStandby(reading), false, 'nobody waits for it again')
    t.equal(await shown(outcome('behind')), 2)
    t.equal(await shown('oms_standby_usable'), 0)
    t.ok(((await shown('oms_standby_lag_bytes')) ?? 0) > 0)
    await bySuperuser.query({ text: 'select pg_wal_replay_resume()' })
    await usable()
    await eventually(() => isOnStandby(reading), 'the standby is read again')
  },
)

t.test(
  'given a read that conflicts with what the standby replays, when it is ended, then the primary does all of it',
  async (t) => {
    const { reading, shown } = await opened(t)
    const id = await addNote()
    const runs: boolean[] = []
    const [isBegun, isRemoved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const read = reading.inTransaction(async (tx) => {
      tx.later({ text: 'set transaction isolation level repeatable read, read only' })
      const [row] = await tx.query<{ isStandby: boolean }>(where)
      runs.push(row?.isStandby ?? false)
      isBegun.resolve()
      await isRemoved.promise
      return has(tx, id)
    })
    await isBegun.promise
    await database.query({ text: 'delete from note where id = $1', values: [id] })
    await database.query({ text: 'vacuum note' })
    const replayed = 'select from pg_stat_database_conflicts where datname = current_database() and confl_snapshot > 0'
    await eventually(async () => (await admin.query({ text: replayed })).length === 1, 'the standby ends the read')
    isRemoved.resolve()
    t.equal(await read, false)
    t.same(runs, [true, false])
    t.equal(await shown(outcome('ended')), 1)
  },
)

/** Waits on the standby only. */
const slow = 'select pg_is_in_recovery() as "isStandby", case when pg_is_in_recovery() then pg_sleep(600) end'
const ending = (end: string) =>
  `select ${end}(pid) from pg_stat_activity where query like '%pg_sleep(600)%' and pid <> pg_backend_pid()`

t.test('given a read that an administrator ends on the standby, then the primary does it', async (t) => {
  for (const end of ['pg_cancel_backend', 'pg_terminate_backend']) {
    const { reading, shown } = await opened(t)
    let rows: { isStandby: boolean }[] | undefined
    const read = reading.query<{ isStandby: boolean }>({ text: slow }).then((found) => {
      rows = found
    })
    await eventually(async () => (await admin.query({ text: ending(end) })) && rows, `${end} ends the read`)
    await read
    t.match(rows, [{ isStandby: false }])
    t.equal(await shown(outcome('ended')), 1)
  }
})

t.test('given a statement that is wrong, when it is read, then its error is raised and the primary is not asked', async (t) => {
  const { reading, shown } = await opened(t)
  await t.rejects(reading.query({ text: 'select nothing from note' }), { code: '42703' })
  await t.rejects(reading.query({ text: 'insert into note values (-1)' }), { code: '25006' })
  t.equal(await shown(outcome('standby')), undefined)
})

t.test(
  'given connections to the standby that are all in use, when more is read, then it waits, and is no read of the primary',
  async (t) => {
    const { reading, shown } = await opened(t, { poolSizeMax: 1, connectTimeoutMs: 300 })
    const [isBegun, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = reading.inTransaction(async (tx) => {
      await tx.query(where)
      isBegun.resolve()
      await isOver.promise
    })
    await isBegun.promise
    await t.rejects(reading.query(where), ConnectionsInUse)
    t.equal(await shown('oms_standby_usable'), 1, 'it is busy, and not unreachable')
    const waiting = isOnStandby(reading)
    isOver.resolve()
    await holding
    t.equal(await waiting, true)
  },
)

t.test(
  'given a standby that does not respond any more, when orders are read, then the primary is read after the longest wait',
  async (t) => {
    const proxy = await databaseProxy(t, servers.standbyDatabaseUrl(database.url))
    const { reading, shown } = await opened(t, { url: proxy.url, lagMsMax: 200 })
    t.equal(await isOnStandby(reading), true)
    proxy.holdResults()
    t.equal(await isOnStandby(reading), false)
    t.equal(await shown(outcome('away')), 1)
  },
)

t.test('given a primary that is unreachable, when something is read, then it is unavailable, as without a standby', async (t) => {
  const proxy = await databaseProxy(t, database.url)
  const primary = createDatabase({ url: proxy.url, log })
  t.teardown(() => primary.close())
  const { reading, usable } = await opened(t, { primary })
  await proxy.cut()
  await t.rejects(reading.query(where), { code: 'Unavailable' })
  await proxy.restore()
  await usable()
  t.equal(await isOnStandby(reading), true)
})

t.test('given an address of no standby, or a wrong password, when something is read, then the primary is read', async (t) => {
  const wrong = Object.assign(new URL(servers.standbyDatabaseUrl(database.url)), { password: 'wrong' }).href
  for (const url of [database.url, servers.primaryUrl, wrong]) {
    const metrics = createMetrics('test')
    const standby = openStandby({ url, log, primary: database, metrics, lagMsMax: 60_000, poolSizeMax: 1 })
    t.teardown(() => standby.close())
    t.match(await metrics.page(), /oms_standby_usable\S* 0/)
    t.equal(await isOnStandby(standby.reading), false)
    t.match(await metrics.page(), /oms_standby_reads_total\{outcome="away"\S* 1/)
  }
})

t.test('given a standby that is killed, when something is read, then the primary is read until it is back', async (t) => {
  const { reading, shown, usable } = await opened(t, { lagMsMax: 1_000 })
  t.equal(await isOnStandby(reading), true)
  await servers.kill()
  t.equal(await has(reading, await addNote()), true)
  t.equal(await isOnStandby(reading), false)
  t.equal(await shown('oms_standby_usable'), 0)
  t.equal(await shown('oms_standby_lag_bytes'), undefined)
  await servers.start()
  await usable()
  t.equal(await isOnStandby(reading), true)
})

t.test(
  'given a standby that is promoted, when something is read, then the primary is read, and nothing of the new server',
  async (t) => {
    const { reading, shown } = await opened(t, { lagMsMax: 60_000 })
    const promoted = createDatabase({ url: servers.standbyUrl, log })
    t.teardown(() => promoted.close())
    await promoted.query({ text: 'select pg_promote()' })
    await admin.query({ text: 'insert into note values (-1)' })
    t.equal(await has(reading, -1), false)
    const id = await addNote()
    t.equal(await has(reading, id), true)
    t.equal(await shown(outcome('away')), 2)
    t.equal(await shown('oms_standby_usable'), 0)
  },
)
