import { join } from 'node:path'
import t from 'tap'
import { killInTheMiddle } from '../../../testing/killed-request.ts'
import { createdOrder, orderBody, testOrders } from '../../../testing/test-orders.ts'

const test = await testOrders(t)
// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape.
type Body = any

/**
 * The last of the new ids is held by another transaction, so that the statement has written the
 * others and waits.
 */
async function kill(file: string, operation: string, rows: readonly Body[]): Promise<void> {
  const held = rows
    .map(({ id }) => id as string)
    .toSorted()
    .at(-1)
  const text = `insert into "order" (id, store_id, version_number, version_id, event_sequence, document)
    values ($1, 'X', 1, gen_random_uuid(), 1, '{}')`
  const url = `/api/Orders/${operation}`
  await killInTheMiddle(test, { url, body: rows, file, hold: { text, values: [held] } })
}

const idsLeft = (rows: readonly Body[]) =>
  test.database.query({ text: 'select id from "order" where id = any($1)', values: [rows.map(({ id }) => id)] })
const traces = async (rows: readonly Body[]) => {
  const [row] = await test.database.query<{ count: number }>({
    text: `select (select count(*) from order_version where order_id = any($1)) + (select count(*) from order_search where order_id = any($1))
      + (select count(*) from order_change_pending where order_id = any($1))
      + (select count(*) from kit.outbox where (envelope::json ->> 'subject') = any($1)) as count`,
    values: [rows.map(({ id }) => id)],
  })
  return row?.count
}
const send = (operation: string, rows: readonly Body[]) =>
  test.send({
    method: 'POST',
    url: `/api/Orders/${operation}`,
    body: rows,
    headers: { 'idempotency-key': 'after', prefer: 'return=representation' },
  })

t.test('given a process killed during a batch, when the batch is sent again, then it is written once', async (t) => {
  const rows = Array.from({ length: 40 }, () => orderBody())
  await kill(join(t.testdir(), 'rows.json'), 'AddMany', rows)
  t.same(await idsLeft(rows), [])
  t.equal(await traces(rows), 0)
  const again = await send('AddMany', rows)
  t.equal(again.status, 200)
  t.ok(again.body.results.every(({ status }: Body) => status === 'created'))
  t.equal((await idsLeft(rows)).length, 40)
})

t.test('given an UpdateMany whose process is killed, when orders are read, then all are unchanged', async (t) => {
  const known = await Promise.all(Array.from({ length: 10 }, () => createdOrder(test)))
  const fresh = Array.from({ length: 10 }, () => orderBody())
  const rows = [...known.map((order) => ({ ...order, customerName: 'Ola' })), ...fresh]
  await kill(join(t.testdir(), 'rows.json'), 'UpdateMany', rows)
  t.same(await idsLeft(fresh), [])
  for (const { id, versionId } of known) t.equal((await test.send({ url: `/api/Orders/${id}` })).body.versionId, versionId)
  const again = await send('UpdateMany', rows)
  t.same(
    again.body.results.map(({ status }: Body) => status),
    [...known.map(() => 'updated'), ...fresh.map(() => 'created')],
  )
})
