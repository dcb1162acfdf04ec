import { randomUUID } from 'node:crypto'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { versionsOverwritten } from './overwritten-versions.ts'

const database = await testDatabase(t, 'orders-workflow')
const versions = Array.from({ length: 300 }, () => randomUUID())
await database.query({
  text: `insert into "order" (id, store_id, version_number, version_id, event_sequence, document)
    values ('O-1', 'Oslo-01', 300, $1::uuid, 1, '{}')`,
  values: [versions.at(-1)],
})
await database.query({
  text: `insert into order_version (order_id, version_number, version_id, created, operation, changed_fields, document)
    select 'O-1', place, id, now(), 'Update', '{}', '{}' from unnest($1::uuid[]) with ordinality as v (id, place)`,
  values: [versions],
})
const overwritten = (since: string, before: number) =>
  database.inTransaction((tx) => versionsOverwritten(tx, { orderId: 'O-1', since, before }))

t.test('given a version of the client, when overwritten ones are read, then they are those between, oldest first', async (t) => {
  t.same(await overwritten(versions[9] as string, 14), versions.slice(10, 13))
  t.same(await overwritten((versions[9] as string).toUpperCase(), 12), versions.slice(10, 11))
  t.same(await overwritten(versions[9] as string, 11), [])
})

t.test('given very many versions, when overwritten ones are read, then they are the newest 200', async (t) => {
  t.same(await overwritten(versions[0] as string, 300), versions.slice(99, 299))
})

t.test('given a version that the order never had, when overwritten ones are read, then there are none', async (t) => {
  for (const since of [randomUUID(), 'mine', "'; drop table order_version; --", '']) t.same(await overwritten(since, 300), [])
})
