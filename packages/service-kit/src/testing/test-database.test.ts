import pg from 'pg'
import t from 'tap'
import { type OwnedTestDatabase, testDatabase } from './test-database.ts'

const tables = {
  text: "select schemaname || '.' || tablename as name from pg_tables where schemaname = 'kit' and tablename !~ 'migrations$'",
}
const event = {
  text: "insert into kit.event (event_id, type, envelope) values (gen_random_uuid(), 'x', '{}') returning id::int",
}

t.test('given a test that writes, when the next one gets a database, then nothing of it is there, nor a way back', async (t) => {
  const urls: string[] = []
  for (const turn of ['first', 'second']) {
    await t.test(`given the ${turn} test, when it begins, then its database is new`, async (t) => {
      const database = await testDatabase(t)
      const names = await database.query<{ name: string }>(tables)
      t.ok(names.length > 5)
      for (const { name } of names) t.same(await database.query({ text: `select from ${name} limit 1` }), [], name)
      t.same(await database.query(event), [{ id: 1 }], 'ids begin again')
      urls.push(database.url)
    })
  }
  const [first, second] = urls
  t.not(first, second)
  const late = new pg.Client({ connectionString: first })
  await t.rejects(late.connect(), { code: '3D000' }, 'what the first one has left running does not find it')
})

t.test(
  'given a test that asks for no address, when the next one gets a database, then it has the same connections, reset',
  async (t) => {
    const backend = { text: 'select pg_backend_pid() as pid' }
    const setting = { text: "select current_setting('lock_timeout') as value" }
    const pids: unknown[] = []
    let first: OwnedTestDatabase | undefined
    await t.test('given a test, when it changes its session, then that holds for it', async (t) => {
      first = await testDatabase(t)
      await first.query({ text: "set lock_timeout = '7s'" })
      t.same(await first.query(setting), [{ value: '7s' }])
      pids.push(await first.query(backend))
    })
    const next = await testDatabase(t)
    pids.push(await next.query(backend))
    t.same(pids[0], pids[1])
    t.same(await next.query(setting), [{ value: '0' }])
    for (const use of [() => first?.query(backend), () => first?.inTransaction((tx) => tx.query(backend))])
      await t.rejects(async () => use(), /has ended/, 'what the first one has left running cannot use them')
  },
)

t.test('given a test that changes a table, when the next one begins, then it has another database', async (t) => {
  let changed: unknown
  const named = { text: 'select current_database() as name' }
  await t.test('given a test, when it adds a column, then the table has it', async (t) => {
    const { owner } = await testDatabase(t)
    changed = await owner.query(named)
    t.same(await owner.query({ text: 'alter table kit.event add column note text' }), [])
  })
  t.notSame(await (await testDatabase(t)).query(named), changed)
})

t.test('given a process that a test has left connected, when the next test begins, then that database is dropped', async (t) => {
  let left: pg.Client | undefined
  await t.test('given a test, when it begins, then it has a database', async (t) => {
    const { url } = await testDatabase(t)
    left = new pg.Client({ connectionString: url, application_name: 'a process that was left' })
    left.on('error', () => undefined)
    await left.connect()
    t.same((await left.query('select 1 as one')).rows, [{ one: 1 }])
  })
  await testDatabase(t)
  await t.rejects(async () => left?.query('select 1'))
})
