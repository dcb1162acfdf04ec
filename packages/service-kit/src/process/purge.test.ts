import t from 'tap'
import { testDatabase } from '../testing/test-database.ts'
import { purgeKitTables } from './purge.ts'

t.test('given old and new rows of inbox and keys, when they are purged, then all old ones go and others stay', async (t) => {
  const database = await testDatabase(t)
  await database.query({
    text: `insert into kit.inbox select 'c', 'old-' || n, timestamptz '2026-01-01' from generate_series(1, 12000) n
      union all select 'c', 'new', timestamptz '2026-02-01'`,
  })
  await database.query({
    text: `insert into kit.idempotency_key select 'c', 'POST', '/', 'key-' || n, 'h', gen_random_uuid(), timestamptz '2026-01-01',
        case when n = 1 then timestamptz '2026-02-02 00:00:01Z' else timestamptz '2026-01-03' end
      from generate_series(1, 6001) n`,
  })
  const keeping = { publishedHours: 24, now: new Date('2026-02-02T00:00:00Z') }
  t.match(await purgeKitTables(database, keeping), { inbox: 12000, idempotencyKeys: 6000, publishedEvents: 0 })
  t.same(await database.query({ text: 'select event_id from kit.inbox' }), [{ event_id: 'new' }])
  t.same(await database.query({ text: 'select key from kit.idempotency_key' }), [{ key: 'key-1' }])
  t.match(await purgeKitTables(database, keeping), { inbox: 0, idempotencyKeys: 0, publishedEvents: 0 })
})

t.test('given published events, when they are purged, then those beyond the kept hours are deleted', async (t) => {
  const database = await testDatabase(t)
  await database.query({
    text: `with written as (
        insert into kit.event (event_id, type, envelope) select gen_random_uuid(), 'a', '{}' from generate_series(1, 6002) returning id
      )
      insert into kit.event_place (stream, sequence, id, published)
      select 'ORDERS', id, id, timestamptz '2026-02-01Z' + (id - 6001) * interval '1 s' from written`,
  })
  const now = new Date('2026-02-02T00:00:00Z')
  t.match(await purgeKitTables(database, { publishedHours: 48, now }), { publishedEvents: 0 })
  t.match(await purgeKitTables(database, { publishedHours: 24, now }), { publishedEvents: 6000 })
  t.same(await database.query({ text: 'select sequence from kit.event_place order by sequence' }), [
    { sequence: 6001 },
    { sequence: 6002 },
  ])
  t.same(await database.query({ text: 'select id from kit.event order by id' }), [{ id: 6001 }, { id: 6002 }])
})

t.test('given positions that cannot be noted, then published events stay, and everything else is deleted', async (t) => {
  const database = await testDatabase(t)
  await database.query({ text: `insert into kit.inbox values ('c', 'old', timestamptz '2026-01-01')` })
  await database.query({ text: `insert into kit.known_stream values ('ORDERS', 'made')` })
  await database.query({
    text: `with written as (
        insert into kit.event (event_id, type, envelope) values (gen_random_uuid(), 'a', 'no JSON') returning id
      )
      insert into kit.event_place (stream, sequence, id, published) select 'ORDERS', 1, id, timestamptz '2026-01-01' from written`,
  })
  await t.rejects(purgeKitTables(database, { publishedHours: 24, now: new Date('2026-02-02T00:00:00Z') }))
  t.same(await database.query({ text: 'select from kit.inbox' }), [])
  t.equal((await database.query({ text: 'select from kit.event' })).length, 1)
})
