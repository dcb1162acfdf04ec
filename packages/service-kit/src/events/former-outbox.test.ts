import { readdir } from 'node:fs/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import { ensureDatabase, kitProject, migrate } from '../database/migrate.ts'
import { testDatabase, testServerUrl } from '../testing/test-database.ts'
import { readRows } from './outbox-relay.ts'
import { putBackLost, recordPublished } from './published-events.ts'

// What a process of version 1.0 sends, which may run beside one of this version (ADR 166).
const append = `with saved as (select 1), events as (insert into kit.outbox (event_id, type, traceparent, envelope)
    select gen_random_uuid(), 'a', null, name from unnest($1::text[]) with ordinality as new (name, position)
    where exists (select from saved) order by position)
  select from saved`
const read = 'select id, event_id, type, traceparent, envelope, is_repeated from kit.outbox order by id limit $1'
const record = `with published as (delete from kit.outbox where id = any($1) returning id, event_id, type, traceparent, envelope)
  insert into kit.published_event (stream, sequence, id, event_id, type, traceparent, envelope)
  select stream, sequence, published.*
  from published join unnest($1, $2::text[], $3::bigint[]) as acknowledged (id, stream, sequence) using (id)`
const putBack = `with lost as (
    delete from kit.published_event where ctid = any (array (
      select ctid from kit.published_event where stream = $1 and sequence between $2 and $3 order by sequence limit 5000
    )) returning id, event_id, type, traceparent, envelope
  )
  insert into kit.outbox (id, event_id, type, traceparent, envelope, is_repeated)
  select lost.*, true from lost order by id returning 1 as lost`
const purge = `delete from kit.published_event where ctid = any (array (
  select ctid from kit.published_event where published < clock_timestamp() + $1 * interval '1 hour' limit 5000)) returning 1 as deleted`

t.test('given a process of version 1.0 beside one of this version, then both write and publish the same events', async (t) => {
  const database = await testDatabase(t)
  const former = (text: string, ...values: unknown[]) => database.query<Record<string, unknown>>({ text, values })
  const isStored = async () =>
    (
      await former(`select (select count(*) from kit.event)::int as events, (select count(*) from kit.waiting_event)::int as waiting,
      (select count(*) from kit.event_place)::int as places`)
    )[0]
  const names = async () => (await readRows({ database })).map(({ envelope, is_repeated }) => [envelope, is_repeated])

  await former(append, ['first', 'second', 'third'])
  t.same(
    await names(),
    [
      ['first', false],
      ['second', false],
      ['third', false],
    ],
    'this version reads what 1.0 has written',
  )
  const ids = (await former(read, 10)).map(({ id }) => Number(id))
  await recordPublished(database, [{ id: ids[0] as number, stream: 'ORDERS', sequence: 7, isDuplicate: false }])
  t.same(
    (await former(read, 10)).map(({ envelope }) => envelope),
    ['second', 'third'],
    '1.0 does not publish it again',
  )
  await former(record, [ids[1], ids[2]], ['ORDERS', 'ORDERS'], [8, 9])
  t.same(await isStored(), { events: 3, waiting: 0, places: 3 })

  t.equal((await former(putBack, 'ORDERS', 7, 8)).length, 2, '1.0 puts back what either has published')
  t.same(await names(), [
    ['first', true],
    ['second', true],
  ])
  t.equal(await putBackLost(database, 'ORDERS', { from: 9, to: 9 }), 1)
  t.same(
    (await former(read, 10)).map(({ envelope, is_repeated }) => [envelope, is_repeated]),
    [
      ['first', true],
      ['second', true],
      ['third', true],
    ],
  )

  await former(record, ids, ['ORDERS', 'ORDERS', 'ORDERS'], [7, 8, 9])
  t.equal((await former(purge, 1)).length, 3)
  t.same(await isStored(), { events: 0, waiting: 0, places: 0 })
})

const FORMER = 'test_former_outbox'
const migrationsBefore = async (name: string) => (await readdir(kitProject.migrationsFolder)).filter((one) => one < name)

/** A database of version 1.0 with three published events and a user of its own. */
async function formerDatabase(t: Test): Promise<{ client: pg.Client; databaseUrl: string }> {
  const serverUrl = await testServerUrl()
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${FORMER}` }).href
  await ensureDatabase(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  t.teardown(async () => {
    await client.query('reset role')
    await client.query('drop owned by former_service; drop role former_service')
    await client.end()
    const server = new pg.Client({ connectionString: serverUrl })
    await server.connect()
    await server.query(`drop database ${FORMER} with (force)`)
    await server.end()
  })
  await migrate({ databaseUrl, projects: [{ ...kitProject, only: await migrationsBefore('20261201') }] })
  await client.query(`insert into kit.published_event (stream, sequence, id, event_id, type, envelope, published)
    select 'ORDERS', 10 + id, id, gen_random_uuid(), 'a', name, clock_timestamp() - age
    from (values (1, 'old', interval '1 hour'), (2, 'lost', interval '1 hour'), (3, 'purged', interval '30 hours')) as kept (id, name, age)`)
  await client.query(`select setval('kit.outbox_id_seq', 3)`)
  await client.query(`create role former_service; grant usage on schema kit to former_service;
    grant select, insert, update, delete on kit.outbox, kit.published_event to former_service`)
  return { client, databaseUrl }
}

t.test(
  'given a database of version 1.0, when it is migrated while that still runs, then no event is lost or sent twice',
  async (t) => {
    const { client, databaseUrl } = await formerDatabase(t)
    await migrate({ databaseUrl, projects: [{ ...kitProject, only: await migrationsBefore('20261201100001') }] })
    // Between the two migrations 1.0 continues: it writes, publishes, repeats and purges.
    await client.query(append, [['new']])
    await client.query(append, [['waits']])
    const [first] = (await client.query('select id from kit.outbox order by id')).rows
    await client.query(record, [[first.id], ['ORDERS'], [20]])
    await client.query(putBack, ['ORDERS', 12, 12])
    await client.query(`delete from kit.published_event where envelope = 'purged'`)
    await migrate({ databaseUrl, projects: [kitProject] })

    await client.query('set role former_service')
    const stored = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows
    t.same(await stored('select sequence::int, envelope from kit.published_event order by sequence'), [
      [11, 'old'],
      [20, 'new'],
    ])
    t.same(await stored('select envelope, is_repeated from kit.outbox order by envelope'), [
      ['lost', true],
      ['waits', false],
    ])
    t.same(await stored('select count(*)::int from kit.event'), [[4]])
    await client.query(append, [['later']])
    await client.query('insert into kit.event (event_id, type, envelope) values (gen_random_uuid(), $1, $2)', ['a', '{}'])
    t.same(await stored(`select envelope from kit.outbox order by id desc limit 1`), [['later']])
  },
)
