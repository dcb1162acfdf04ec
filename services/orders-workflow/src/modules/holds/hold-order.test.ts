import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { held, released } from '../../testing/orders/holding.ts'
import { authorization, createdOrder, orderBody, outboxEnvelopes, testOrders, updateStatus } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const list = async (id: string) => (await test.send({ url: `/api/Orders/${id}/Holds` })).body.result

t.test('given an order, when it is held, then the hold is on the order, in its list and in its versions', async (t) => {
  const { id, versionId } = await createdOrder(test)
  const until = inAnHour()
  const body = { reasonCode: 'FraudCheck', note: 'Two cards', until, releaseRule: 'PaidInFull', userId: 'ola' }
  const response = await held(test, id, { body })
  t.equal(response.status, 200)
  t.not(response.body.versionId, versionId)
  t.equal(response.headers.etag, `"${response.body.versionId}"`)
  const [hold] = response.body.holds
  t.match(hold, {
    ...{ reasonCode: 'FraudCheck', note: 'Two cards', until, releaseRule: 'PaidInFull' },
    createdBy: 'ola',
    rule: null,
  })
  t.strictSame([hold.released, hold.releasedBy, hold.releaseCause, hold.releaseNote], [null, null, null, null])
  t.strictSame(await list(id), [hold])
  const versions = (await test.send({ url: `/api/Orders/${id}/Versions` })).body
  t.match(versions[0], { operation: 'HoldOrder', createdBy: 'ola', changedFields: ['holds'] })
})

t.test('given a bad request, when an order is held, then it is refused and nothing is written', async (t) => {
  const { id, versionId } = await createdOrder(test)
  const cases: [Record<string, unknown>, string][] = [
    [{}, 'reasonCode'],
    [{ reasonCode: 'no spaces' }, 'reasonCode'],
    [{ reasonCode: 'x'.repeat(65) }, 'reasonCode'],
    [{ reasonCode: 'R', note: 'x'.repeat(1_001) }, 'note'],
    [{ reasonCode: 'R', until: '2020-01-01T00:00:00Z' }, 'until'],
    [{ reasonCode: 'R', until: 'soon' }, 'until'],
    [{ reasonCode: 'R', releaseRule: 'Never' }, 'releaseRule'],
  ]
  for (const [body, path] of cases) {
    const { status, body: error } = await held(test, id, { body })
    t.equal(status, 400, JSON.stringify(body))
    t.ok(error.errors?.[path], `${path} in ${JSON.stringify(error)}`)
  }
  t.equal((await held(test, 'unknown', { body: { reasonCode: 'R' } })).status, 404)
  t.equal((await released(test, [id, 'unknown'])).status, 404)
  t.equal((await read(id)).versionId, versionId)
})

t.test('given orders that take no writes, when they are held or released, then that is refused', async (t) => {
  const deleted = await createdOrder(test)
  const { holds } = (await held(test, deleted.id, { body: { reasonCode: 'R' } })).body
  await test.send({ method: 'DELETE', url: `/api/Orders/${deleted.id}` })
  t.match((await held(test, deleted.id, { body: { reasonCode: 'R' } })).body, { error: 'OrderIsDeleted' })
  t.match((await released(test, [deleted.id, holds[0].id])).body, { error: 'OrderIsDeleted' })
  const readOnly = await createdOrder(test, { isReadOnly: true })
  t.match((await held(test, readOnly.id, { body: { reasonCode: 'R' } })).body, { error: 'OrderIsReadOnly' })
  const paid = await createdOrder(test)
  const payments = [authorization({ transactionType: 'Capture', transactionId: 'c-1' })]
  await test.send({ method: 'POST', url: `/api/Orders/${paid.id}/AddPayments`, body: payments })
  t.match((await held(test, paid.id, { body: { reasonCode: 'R', releaseRule: 'PaidInFull' } })).body.errors, {
    releaseRule: [/paid already/],
  })
})

t.test('given a token of other stores or roles, when it holds, lists or releases, then it is refused', async (t) => {
  const { id } = await createdOrder(test)
  const [hold] = (await held(test, id, { body: { reasonCode: 'R' } })).body.holds
  const others = { storeIds: ['Stockholm-01'] }
  t.equal((await held(test, id, { body: { reasonCode: 'R' }, as: others })).status, 403)
  t.equal((await released(test, [id, hold.id], { as: others })).status, 403)
  t.equal((await test.send({ url: `/api/Orders/${id}/Holds`, as: others })).status, 404)
  t.equal((await held(test, id, { body: { reasonCode: 'R' }, as: { roles: ['OrderRead'] } })).status, 403)
})

t.test('given an idempotency key, when a hold is sent twice, then there is one hold', async (t) => {
  const { id } = await createdOrder(test)
  const headers = { 'idempotency-key': `hold-${id}` }
  const first = await held(test, id, { body: { reasonCode: 'R' }, headers })
  const second = await held(test, id, { body: { reasonCode: 'R' }, headers })
  t.equal(second.text, first.text)
  t.equal((await list(id)).length, 1)
})

t.test('given two concurrent holds, when both are written, then the order is held until both are released', async (t) => {
  const { id } = await createdOrder(test)
  await Promise.all([held(test, id, { body: { reasonCode: 'A' } }), held(test, id, { body: { reasonCode: 'B' } })])
  const [first, second] = await list(id)
  t.strictSame([first.reasonCode, second.reasonCode].sort(), ['A', 'B'])
  const after = (await released(test, [id, first.id], { body: { note: 'fine' } })).body
  t.match(after.holds[0], { releaseCause: 'Call', releaseNote: 'fine', released: String, releasedBy: String })
  t.match((await updateStatus(test, id, { body: { status: 'Shipped' } })).body, {
    error: 'OrderIsHeld',
    holds: [{ holdId: second.id, reasonCode: second.reasonCode }],
  })
  await released(test, [id, second.id])
  t.equal((await updateStatus(test, id, { body: { status: 'Shipped' } })).status, 200)
})

t.test('given a full list of holds, when one more is placed, then the oldest released one is dropped', async (t) => {
  const { id } = await createdOrder(test)
  const [first] = (await held(test, id, { body: { reasonCode: 'First' } })).body.holds
  await held(test, id, { body: { reasonCode: 'Second' } })
  await released(test, [id, first.id])
  const text = `update "order" as o set document = jsonb_set(o.document::jsonb, '{holds}', (o.document::jsonb -> 'holds') || more.holds)::json
    from (select jsonb_agg(s.document::jsonb -> 'holds' -> 1) as holds from "order" as s, generate_series(1, 248) where s.id = $1) as more
    where o.id = $1`
  await test.database.query({ text, values: [id] })
  t.equal((await list(id)).length, 250)
  t.equal((await held(test, id, { body: { reasonCode: 'Last' } })).status, 200)
  const holds = await list(id)
  t.strictSame([holds.length, holds[0].reasonCode, holds.at(-1).reasonCode], [250, 'Second', 'Last'])
  t.equal((await held(test, id, { body: { reasonCode: 'TooMany' } })).status, 400)
})

t.test('given held orders, when orders are searched, then flag and reasons find them until they are released', async (t) => {
  const mark = `held-${process.pid}`
  const { id } = await createdOrder(test, { tags: [mark] })
  await createdOrder(test, { tags: [mark] })
  const [hold] = (await held(test, id, { body: { reasonCode: 'CreditLimit' } })).body.holds
  const found = async (filter: object) => {
    const { body } = await test.send({ method: 'POST', url: '/api/Orders/Search', body: { tags: [mark], ...filter } })
    return body.result.map((order: { id: string }) => order.id)
  }
  t.strictSame(await found({ hasHolds: true }), [id])
  t.strictSame(await found({ holdReasons: ['CreditLimit', 'Other'] }), [id])
  t.strictSame(await found({ holdReasons: ['Other'] }), [])
  await released(test, [id, hold.id])
  t.strictSame([await found({ hasHolds: true }), await found({ holdReasons: ['CreditLimit'] })], [[], []])
})

t.test(
  'given a hold and its release, when events and timeline are read, then both name them, and no note is published',
  async (t) => {
    const { id } = await createdOrder(test)
    const [hold] = (await held(test, id, { body: { reasonCode: 'FraudCheck', note: 'secret' } })).body.holds
    await released(test, [id, hold.id], { body: { note: 'hush' } })
    const events = (await outboxEnvelopes(test, id)).filter(({ type }) => type.startsWith('orders.hold.'))
    t.match(events, [
      { type: 'orders.hold.placed.v1', data: { holdId: hold.id, reasonCode: 'FraudCheck', isHeld: true, releaseCause: null } },
      { type: 'orders.hold.released.v1', data: { holdId: hold.id, isHeld: false, releaseCause: 'Call' } },
    ])
    t.notMatch(JSON.stringify(events), /secret|hush/)
    const { result } = (await test.send({ url: `/api/Orders/${id}/Timeline` })).body
    t.match(
      result.filter(({ kind }: { kind: string }) => kind === 'hold'),
      [
        { summary: 'The order was held: FraudCheck.', data: { event: 'Placed', note: 'secret' } },
        { summary: 'Hold FraudCheck was released: Call.', data: { event: 'Released', releaseNote: 'hush' } },
      ],
    )
  },
)

t.test('given a held order with a secret key, when a guest follows it, then holds are not shown', async (t) => {
  const { id, secretKey } = await createdOrder(test, { secretKey: `guest-${process.pid}` })
  await held(test, id, { body: { reasonCode: 'FraudCheck' } })
  await eventually(async () => (await read(id)).holds.length === 1, 'the order is held')
  const { status, body } = await test.send({ url: `/api/Orders/secret/${secretKey}`, as: null })
  t.equal(status, 200)
  t.notOk('holds' in body)
})

t.test('given a held order, when it is replaced or patched, then its holds stay', async (t) => {
  const order = await createdOrder(test)
  const { holds } = (await held(test, order.id, { body: { reasonCode: 'R' } })).body
  const put = await test.send({ method: 'PUT', url: '/api/Orders/Update', body: orderBody({ id: order.id, holds: [] }) })
  t.equal(put.status, 200)
  const patch = { holds: [], forceUpdate: ['holds'], customerName: 'New' }
  t.equal((await test.send({ method: 'PATCH', url: `/api/Orders/${order.id}/PatchOrder`, body: patch })).status, 200)
  t.strictSame(await list(order.id), holds)
  const sent = await createdOrder(test, { holds: [{ id: 'x', reasonCode: 'R' }] })
  t.strictSame(sent.holds, [], 'a client does not create an order with holds')
})

t.test(
  'given an order that was stored before there were holds, when it is read, held and replaced, then it is as any other',
  async (t) => {
    const { id } = await createdOrder(test)
    const text = `update "order" set document = (document::jsonb - 'holds')::json where id = $1`
    await test.database.query({ text, values: [id] })
    t.strictSame(await list(id), [])
    const { versionId, ...order } = await read(id)
    const same = await test.send({ method: 'PUT', url: '/api/Orders/Update', body: order })
    t.equal(same.body.order.versionId, versionId, 'what is sent back as it was read changes nothing')
    t.equal((await held(test, id, { body: { reasonCode: 'R' } })).status, 200)
    t.equal((await list(id)).length, 1)
  },
)
