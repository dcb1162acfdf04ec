import pg from 'pg'
import t from 'tap'
import { testDatabase } from './test-database.ts'

const tables = {
  text: "select schemaname || '.' || tablename as name from pg_tables where schemaname = 'kit' and tablename !~ 'migrations$'",
}
const event = {
  text: "insert into kit.outbox (event_id, type, envelope) values (gen_random_uuid(), 'x', '{}') returning id::int",
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
