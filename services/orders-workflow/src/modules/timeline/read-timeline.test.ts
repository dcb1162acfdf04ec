import t from 'tap'
import { createdOrder, orderFormBody, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithOnlySteps, moneyAndDates } from '../../testing/workflow/only-steps.ts'

const test = await testOrders(t, { config: await configWithOnlySteps(...moneyAndDates) })
const timeline = (id: string, query: Record<string, string> = {}, as: { storeIds?: string[]; roles?: string[] } = {}) =>
  test.send({ url: `/api/Orders/${encodeURIComponent(id)}/Timeline`, query, as })
type Entry = { time: string; kind: string; summary: string; data: Record<string, unknown> }
const entryKinds = (entries: Entry[]) => entries.map(({ kind }) => kind)
const buildNote = (detail: string, created: string) => ({ id: detail, detail, created, creator: 'Kari' })

/** An order with something of every kind. */
async function eventful() {
  const { id } = await createdOrder(test, {
    orderForm: orderFormBody(),
    publicOrderNotes: [buildNote('public', '2020-01-02')],
    orderNotes: [buildNote('internal', '2020-01-01T12:00:00+02:00')],
  })
  await updateStatus(test, id, { body: { status: 'Completed', userId: 'ola' } })
  await test.database.query({
    text: `insert into message (id, order_id, kind, connector, content, state, attempts, created, sent, failure_reason)
      values (gen_random_uuid(), $1, 'email', 'smtp', '{"to":"secret@example.com","text":"hush"}', 'Sent', 2, now(), now(), 'x@example.com')`,
    values: [id],
  })
  await test.database.query({
    text: `insert into webhook_delivery (subscription_id, event_id, event_type, subject, order_id, envelope, state, attempts, created, give_up, last_status, failure_reason)
      values ('erp', 'event of ' || $1, 'orders.order.created.v1', $1, $1, '{}', 'Waiting', 2, now(), now(), 503, 'secret@example.com')`,
    values: [id],
  })
  return id
}

t.test('given an order with entries of every kind, when its timeline is read, then all are there, oldest first', async (t) => {
  const id = await eventful()
  const { status, body } = await timeline(id, {}, { roles: ['OrderRead'] })
  t.equal(status, 200)
  t.equal(body.next, null)
  const times = body.result.map(({ time }: Entry) => time)
  t.strictSame(times, [...times].sort())
  t.match(body.result.slice(0, 2), [
    { time: '2020-01-01T10:00:00.000Z', kind: 'comment', actor: 'Kari', data: { type: 'Internal', detail: 'internal' } },
    { time: '2020-01-02T00:00:00.000Z', kind: 'comment', data: { type: 'Public', detail: 'public' } },
  ])
  const of = (kind: string) => body.result.filter((entry: Entry) => entry.kind === kind)
  t.match(of('version')[0], {
    summary: 'Create.',
    actor: String,
    versionId: String,
    data: { operation: 'Create', changedFields: { length: 0 } },
  })
  t.match(of('version')[1], { summary: /^UpdateStatus changed .*status/, actor: 'ola', data: { operation: 'UpdateStatus' } })
  t.match(of('statusChanged'), [
    { summary: 'The order began as New.', data: { status: 'New', previousStatus: null } },
    { summary: 'The order went from New to Completed.', actor: 'ola', versionId: of('version')[1].versionId },
  ])
  t.match(of('payment'), [
    { summary: 'Authorization of 498.9 by Card: Processed.', data: { transactionType: 'Authorization', amount: 498.9 } },
    { data: { transactionType: 'Capture' } },
  ])
  t.match(of('workflowRun'), [
    { data: { status: 'New', state: 'Finished' } },
    { actor: 'ola', data: { status: 'Completed', state: 'Finished', finished: String, shipmentId: null } },
  ])
  t.match(of('workflowStep').slice(-3), [
    { summary: 'Step CapturePayments: Success.', data: { actionType: 'CapturePayments', actionStatus: 'Success', attempt: 1 } },
    { data: { actionType: 'CompleteShipment' } },
    { data: { actionType: 'SetCompletedDate' } },
  ])
  t.match(of('webhook'), [
    { summary: 'Event orders.order.created.v1 for erp: Waiting.', data: { subscriptionId: 'erp', attempts: 2, lastStatus: 503 } },
  ])
  t.match(of('message'), [{ summary: 'An e-mail: Sent.', data: { type: 'email', state: 'Sent', attempts: 2, sent: String } }])
})

t.test('given sent and failed messages, when the timeline is read, then it has no recipient, text or reason', async (t) => {
  t.notMatch((await timeline(await eventful())).text, /example\.com|hush/)
})

t.test('given pages of any size, when all are read, then the entries are the same', async (t) => {
  const id = await eventful()
  const whole = (await timeline(id)).body.result
  for (const take of [1, 2, 3, 7]) {
    const read: Entry[] = []
    let after = ''
    for (let pages = 0; pages <= whole.length; pages++) {
      const { body } = await timeline(id, { take: String(take), after })
      t.ok(body.result.length <= take)
      read.push(...body.result)
      if (body.next === null) break
      t.match(body.next, /^[\w-]+$/)
      after = body.next
    }
    t.strictSame(read, whole, `in pages of ${take}`)
  }
})

t.test('given a page, when something happens after it, then it is on the next page', async (t) => {
  const { id } = await createdOrder(test)
  const whole = (await timeline(id)).body.result
  const { next } = (await timeline(id, { take: String(whole.length - 1) })).body
  await test.send({ method: 'DELETE', url: `/api/Orders/${id}` })
  const { result } = (await timeline(id, { after: next })).body
  t.strictSame(result[0], whole.at(-1))
  t.strictSame(entryKinds(result.slice(1)), ['version', 'statusChanged'])
  t.match(result.at(-1), { data: { status: 'Deleted', previousStatus: 'New' } })
})

t.test('given entries of the same time, when they are read, then they are by kind, and steps by their plan', async (t) => {
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ payments: [] }) })
  await updateStatus(test, id, { body: { status: 'Cancelled' } })
  const { result } = (await timeline(id)).body
  const last = result.filter(({ time }: Entry) => time === result.at(-1).time)
  t.strictSame(entryKinds(last), ['version', 'statusChanged', 'workflowRun', 'workflowStep', 'workflowStep'])
  t.match(last.slice(-2), [{ data: { actionType: 'CancelPayments' } }, { data: { actionType: 'SetCanceledDate' } }])
})

t.test('when a cursor is invalid or the count is out of range, then the request fails', async (t) => {
  const { id } = await createdOrder(test)
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const time = '2026-01-01T00:00:00.000Z'
  const places = ['nonsense', '!', encoded([time]), encoded([time, 7]), encoded(['yesterday', '']), encoded([time, '\0'])]
  places.push(encoded(['2026-13-01T00:00:00.000Z', '']), encoded(['0000-01-01T00:00:00.000Z', '']), `${encoded([time, ''])}==`)
  places.push(encoded({ time }), 'x'.repeat(10_001))
  for (const after of places) {
    t.match(await timeline(id, { after }), { status: 400, body: { errors: { after: [String] } } }, after.slice(0, 60))
  }
  t.equal((await timeline(id, { after: encoded([time, '']) })).status, 200)
  for (const take of ['0', '251']) t.match(await timeline(id, { take }), { status: 400, body: { errors: { take: [String] } } })
})

t.test('given an unknown, foreign or deleted order, when its timeline is read, then only the deleted one has it', async (t) => {
  const { id } = await createdOrder(test, { status: 'Deleted' })
  t.equal((await timeline(id)).status, 200)
  t.equal((await timeline('no such order')).status, 404)
  t.equal((await timeline(id, {}, { storeIds: ['Bergen-01'] })).status, 404)
})
