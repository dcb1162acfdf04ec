import { auditEntry, systemOrigin } from '@open-oms/service-kit/audit/audit-entry'
import { storeEntriesNow } from '@open-oms/service-kit/audit/audit-trail'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { killInTheMiddle } from '../../testing/killed-requests.ts'
import { authorization, createdOrder, testOrders } from '../../testing/test-orders.ts'
import { chainRecords } from './chain-records.ts'
import { removeOldRecords } from './remove-old-records.ts'
import { verifyRecords } from './verify-records.ts'

const database = await testDatabase(t, 'orders-workflow')
const test = await testOrders(t, { database })
const chain = () => chainRecords(database)
const kari = { as: { clientId: 'kari', claims: { person: true, sid: 'session-1' } } }

type Found = { act: string; outcome: string; actor: string; orderId: string; sequence: number; details: Record<string, string> }
async function search(query: Record<string, string>): Promise<Found[]> {
  await chain()
  const { status, body } = await test.send({ url: '/api/Audit/Records', query })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.result
}
const patch = (id: string, body: object, fields: object = {}) =>
  test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body, ...kari, ...fields })

t.test('when a price is overridden, then it is recorded with who did it, from where, and both prices', async (t) => {
  const { id } = await createdOrder(test)
  const headers = { 'x-request-id': `trace-${id}` }
  t.equal((await patch(id, { orderForm: { lineItems: [{ lineItemId: '1', placedPrice: 90 }] } }, { headers })).status, 200)
  t.match(await search({ orderId: id }), [
    {
      act: 'PriceOverride',
      outcome: 'Succeeded',
      actorKind: 'Person',
      session: 'session-1',
      actor: 'kari',
      address: '127.0.0.1',
      operation: 'PatchOrder',
      traceId: `trace-${id}`,
      details: { changes: 'CUP: 100 → 90' },
    },
  ])
})

t.test('when an order is changed otherwise, or only created, then there is no record of it', async (t) => {
  const { id } = await createdOrder(test)
  await patch(id, { customerName: 'Ola' })
  t.strictSame(await search({ orderId: id }), [])
})

t.test(
  'when an order is held, released, refunded, deleted, restored and purged, then each is recorded in its order',
  async (t) => {
    const { id } = await createdOrder(test)
    const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      test.send({ method, url: `/api/Orders/${id}${path}`, ...kari, ...(body && { body }) })
    const held = await send('POST', '/Holds', { reasonCode: 'FraudCheck' })
    const holdId = held.body.holds[0].id
    await send('POST', `/Holds/${holdId}/Release`, {})
    const credit = authorization({ id: 'c', amount: 10, transactionType: 'Credit', transactionId: 'refund-1' })
    t.equal((await send('POST', '/AddPayments', [credit])).status, 200)
    await send('DELETE', '')
    t.equal((await send('POST', '/Restore')).status, 200)
    t.equal((await send('DELETE', '?deletePermanently=true')).status < 300, true)
    const found = await search({ orderId: id })
    t.strictSame(
      found.map(({ act }) => act),
      ['Purge', 'Restoration', 'Deletion', 'Refund', 'HoldRelease', 'Hold'],
    )
    t.match(found[3], { actor: 'kari', details: { amount: '10', method: 'Card', status: 'Processed' } })
    t.match(found[5], { details: { reason: 'FraudCheck' } })
  },
)

t.test('given a program that names an author, when it holds an order, then both are recorded', async (t) => {
  const { id } = await createdOrder(test)
  await test.send({
    method: 'POST',
    url: `/api/Orders/${id}/Holds`,
    body: { reasonCode: 'X', userId: 'Berit' },
    as: { clientId: 'erp' },
  })
  t.match(await search({ orderId: id }), [{ actorKind: 'Client', clientId: 'erp', details: { said: 'Berit' } }])
})

t.test('when data is read in bulk, exported or printed, then it is recorded before it is sent', async (t) => {
  const { id } = await createdOrder(test)
  const as = { as: { clientId: `bulk-${id}` } }
  const search100 = (take: number) => test.send({ method: 'POST', url: '/api/Orders/Search', body: { take }, ...as })
  t.equal((await search100(99)).status, 200)
  t.equal((await search100(100)).status, 200)
  await test.send({ url: `/api/Orders/GetAsPdf/${id}`, query: { templateFile: 'Receipt' }, ...as })
  await test.send({ method: 'POST', url: '/api/Orders/ExportOrders', body: {}, ...as })
  t.equal((await test.send({ method: 'POST', url: '/api/DeadLetters/Orders/999/Replay', ...as })).status, 404)
  t.match(
    (await search({ actor: `BULK-${id}` })).map(({ act, outcome }) => [act, outcome]),
    [
      ['Replay', 'Refused'],
      ['Export', 'Succeeded'],
      ['Print', 'Succeeded'],
      ['BulkRead', 'Succeeded'],
    ],
  )
})

t.test('when a caller is refused, then the refusal is recorded; one without a token is not', async (t) => {
  const { id } = await createdOrder(test)
  const as = { clientId: `reader-${id}`, roles: ['OrderRead'] }
  t.equal((await test.send({ method: 'DELETE', url: `/api/Orders/${id}`, as })).status, 403)
  t.equal((await test.send({ method: 'DELETE', url: `/api/Orders/${id}`, as: null })).status, 401)
  t.match(await search({ orderId: id }), [
    { act: 'Forbidden', outcome: 'Refused', actor: `reader-${id}`, details: { route: 'DELETE /api/Orders/:orderId' } },
  ])
})

t.test('when the audit log is searched, then that is recorded; clients of some stores may not', async (t) => {
  t.equal((await test.send({ url: '/api/Audit/Records', as: { storeIds: ['Oslo-01'] } })).status, 403)
  t.equal((await test.send({ url: '/api/Audit/Records', as: { roles: ['OrderRead'] } })).status, 403)
  await test.send({ url: '/api/Audit/Records', query: { act: 'Refund' }, as: { clientId: 'auditor' } })
  t.match(await search({ actor: 'auditor' }), [{ act: 'AuditRead', details: { act: 'Refund' } }])
  for (const query of [{ after: 'x' }, { act: 'Nothing' }, { from: 'x' }, { take: '1001' }])
    t.equal((await test.send({ url: '/api/Audit/Records', query })).status, 400, JSON.stringify(query))
})

t.test('given many records, when they are read page by page, then each is there once, newest first', async (t) => {
  const origin = systemOrigin('many')
  await storeEntriesNow(
    database,
    Array.from({ length: 1_203 }, (_, index) => auditEntry('test', origin, { act: 'Print', details: { index } })),
  )
  await chain()
  const seen: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const query: Record<string, string> = { actor: 'many', take: '500', ...(after && { after }) }
    const { body }: { body: { result: Found[]; next: string | null } } = await test.send({ url: '/api/Audit/Records', query })
    seen.push(...body.result.map(({ details }) => details.index ?? ''))
    after = body.next
  }
  t.strictSame(
    seen,
    Array.from({ length: 1_203 }, (_, index) => String(1_202 - index)),
  )
})

t.test('given an entry that comes twice, also after it was chained, then it is one record', async (t) => {
  const entry = auditEntry('test', systemOrigin('twice'), { act: 'Print' })
  await Promise.all([storeEntriesNow(database, [entry]), storeEntriesNow(database, [entry])])
  await Promise.all([chain(), chain(), chain()])
  await storeEntriesNow(database, [entry])
  t.equal((await search({ actor: 'twice' })).length, 1)
  t.match(await verifyRecords(database), { difference: null })
})

t.test('given a key of a customer that is an address, then a hash is kept, and found by the key', async (t) => {
  const customerKey = 'email:kari@example.com'
  await storeEntriesNow(database, [auditEntry('test', systemOrigin('customer'), { act: 'BulkRead', customerKey })])
  t.match(await search({ customerKey }), [{ actor: 'customer', customerKey: /^sha256:[0-9a-f]{64}$/ }])
  const text = JSON.stringify(await database.query({ text: 'select * from audit_record' }))
  t.notMatch(text, /kari@example/)
})

t.test('given a process that is killed in the middle, then there is no record without its act, and none is lost', async (t) => {
  const { id } = await createdOrder(test)
  const hold = { text: 'select from "order" where id = $1 for update', values: [id] }
  await killInTheMiddle(test, `${t.testdir()}/requests`, [
    { url: `/api/Orders/${id}/Holds`, body: { reasonCode: 'FraudCheck' }, hold },
  ])
  const order = (await test.send({ url: `/api/Orders/${id}` })).body
  t.equal((await search({ orderId: id })).length, (order.holds ?? []).length)
})

t.test(
  'given records that were changed or removed behind the back of the system, then the verification names the place',
  async (t) => {
    await storeEntriesNow(
      database,
      Array.from({ length: 5 }, () => auditEntry('test', systemOrigin('tampered'), { act: 'Print' })),
    )
    const [last] = await search({ actor: 'tampered' })
    const place = (last as Found).sequence - 2
    const asOwner = (text: string) => database.owner.query({ text: `alter table audit_record disable trigger user; ${text}` })
    t.match(await verifyRecords(database), { difference: null })
    await asOwner(`update audit_record set actor = 'nobody' where sequence = ${place}`)
    t.match(await verifyRecords(database), { difference: new RegExp(`^Record ${place} `) })
    await asOwner(`update audit_record set actor = 'tampered' where sequence = ${place}`)
    t.match(await verifyRecords(database), { difference: null })
    await asOwner(
      `create table kept as select * from audit_record where sequence >= ${place}; delete from audit_record where sequence = ${place}`,
    )
    t.match(await verifyRecords(database), { difference: new RegExp(`^Record ${place} is missing`) })
    await asOwner(`delete from audit_record where sequence >= ${place}`)
    t.match(await verifyRecords(database), { difference: /are missing at the end/ })
    await asOwner('insert into audit_record select * from kept; drop table kept; alter table audit_record enable trigger user')
    t.match(await verifyRecords(database), { difference: null })
  },
)

t.test('given the rights of the service, and the owner too, when they change the log, then the database refuses', async (t) => {
  await storeEntriesNow(database, [auditEntry('test', systemOrigin('kept'), { act: 'Print' })])
  await chain()
  for (const text of ['update audit_record set actor = null', 'delete from audit_record', 'delete from audit_checkpoint']) {
    await t.rejects(database.query({ text }), { code: '42501' }, text)
  }
  for (const text of ['update audit_record set actor = null', 'delete from audit_record', 'truncate audit_record'])
    await t.rejects(database.owner.query({ text }), { code: '23001' }, text)
  await t.rejects(database.query({ text: 'update audit_end set sequence = 1' }), { code: '23001' })
})

t.test('when old records are removed, then the rest still follows the chain, and nothing young is removed', async (t) => {
  const remove = (days: number) => {
    const settings = { ...test.deps.config().settings, audit: { retentionDays: days } }
    return removeOldRecords({ query: database.query, now: () => new Date(), config: () => ({ settings }) })
  }
  t.equal(await remove(0), 0, 'the database keeps the last 90 days whatever is asked')
  // New records are the end of the chain: time goes back for what is there.
  const before = await verifyRecords(database)
  const old = new Date(Date.now() - 100 * 86_400_000)
  const other = await testOrders(t)
  await storeEntriesNow(other.database, [
    ...Array.from({ length: 3 }, () => auditEntry('test', systemOrigin('old'), { act: 'Print', time: old })),
  ])
  await chainRecords(other.database)
  await storeEntriesNow(other.database, [auditEntry('test', systemOrigin('young'), { act: 'Print' })])
  await chainRecords(other.database)
  const settings = { ...test.deps.config().settings, audit: { retentionDays: 90 } }
  const deps = { query: other.database.query, now: () => new Date(), config: () => ({ settings }) }
  t.equal(await removeOldRecords(deps), 3)
  t.equal(await removeOldRecords(deps), 0)
  await chainRecords(other.database)
  t.match(await verifyRecords(other.database), { records: 2, removedUpTo: 3, difference: null })
  const { body } = await other.send({ url: '/api/Audit/Records' })
  t.match(body.result, [{ act: 'AuditRemoval', details: { records: '3' } }, { actor: 'young' }])
  t.equal(before.difference, null)
})
