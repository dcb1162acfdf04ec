import t from 'tap'
import { manualPayments } from '../../connectors/payment/manual.ts'
import { killInTheMiddle } from '../../testing/killed-requests.ts'
import { createdOrder, sampleConfig, testOrders } from '../../testing/test-orders.ts'
import { configWithOnlySteps } from '../../testing/workflow/only-steps.ts'
import { removeOldNotifications } from './staff-notifications.ts'

const people = ['kari', 'ola', 'berit'].map((name) => ({
  userName: `${name}@example.com`,
  displayName: `${name} Example`,
  passwordHash: 'none',
  roles: ['OrderRead' as const],
  storeIds: name === 'berit' ? ['Bergen-01'] : [],
  isDisabled: false,
  allStores: false,
  mustChangePassword: false,
  needsSecondFactor: false,
  networks: [],
  isDemo: false,
}))
const [kari, ola, berit] = people.map(({ userName }) => userName) as [string, string, string]
const sample = { ...(await configWithOnlySteps('CapturePayments')), users: people }
const refusing = { ...manualPayments, capture: async () => ({ outcome: 'refused' as const, reason: 'Card closed.' }) }
const test = await testOrders(t, { config: sample, connectors: { payment: () => refusing } })

const as = (person: string, fields: object = {}) => ({ as: { clientId: person, ...fields } })
type Page = {
  result: { id: string; kind: string; orderId: string; text: string | null; by: string | null; read: string | null }[]
  next: string | null
}
const list = async (person: string, query: Record<string, string> = {}, fields: object = {}): Promise<Page> =>
  (await test.send({ url: '/api/Notifications', query, ...as(person, fields) })).body
const unread = async (person: string) => (await test.send({ url: '/api/Notifications/Unread', ...as(person) })).body.count
const mark = (person: string, body: object) =>
  test.send({ method: 'POST', url: '/api/Notifications/MarkRead', body, ...as(person) })
const note = (orderId: string, mentions: string[], fields: object = {}) =>
  test.send({
    method: 'POST',
    url: '/api/Orders/AddComment',
    body: { orderId, commentText: 'Please\ncall the customer.', commentType: 'Internal', mentions },
    ...as(kari),
    ...fields,
  })
const change = (path: string, body: object, person = kari) =>
  test.send({ method: 'PATCH', url: `/api/Orders/${path}`, body, ...as(person) })
const assign = (orderId: string, name: string, person = kari) =>
  test.send({
    method: 'PATCH',
    url: `/api/Orders/${orderId}/PatchOrder`,
    body: { properties: [{ key: 'Picker', value: name }] },
    ...as(person),
  })
t.beforeEach(() => test.database.query({ text: 'delete from staff_notification' }))

t.test('when a note names colleagues, then each is told once, and its author is not', async (t) => {
  const { id } = await createdOrder(test)
  const { status, body } = await note(id, ['OLA@example.com', kari, ola])
  t.equal(status, 200)
  t.strictSame(body.mentions, [ola, kari], 'names as the people write them')
  const { result } = await list(ola)
  t.match(result, [{ kind: 'Mention', orderId: id, text: 'Please call the customer.', by: kari, read: null }])
  t.equal(result.length, 1)
  t.strictSame((await list(kari)).result, [])
  t.equal(await unread(ola), 1)
})

t.test('given a key, when a note is sent twice, then it is one notification', async (t) => {
  const { id } = await createdOrder(test)
  const headers = { 'idempotency-key': `note-${id}` }
  await Promise.all([note(id, [ola], { headers }), note(id, [ola], { headers })])
  await note(id, [ola], { headers })
  t.equal(await unread(ola), 1)
})

t.test('when nobody has the name, or the customer may see the note, then it is refused whole', async (t) => {
  const { id } = await createdOrder(test)
  t.match(await note(id, [ola, 'nobody']), { status: 400, body: { errors: { 'mentions[1]': [/nobody/] } } })
  const open = { orderId: id, commentText: 'Hello', mentions: [ola] }
  t.match(await test.send({ method: 'POST', url: '/api/Orders/AddComment', body: open }), { status: 400 })
  t.match((await test.send({ url: `/api/Orders/${id}` })).body, { orderNotes: { length: 0 }, publicOrderNotes: { length: 0 } })
  t.equal(await unread(ola), 0)
})

t.test('given a note, when its author changes it, then only who is new in it is told', async (t) => {
  const { id } = await createdOrder(test)
  const { body } = await note(id, [ola])
  t.match(await change(`${id}/Comments/${body.id}`, { commentText: 'Mine' }, ola), { status: 403 })
  const changed = await change(`${id}/Comments/${body.id}`, { commentText: 'Please write', mentions: [ola, berit] })
  t.match(changed, { status: 200, body: { detail: 'Please write', mentions: [ola, berit], edited: String } })
  t.equal(await unread(ola), 1)
  t.equal(await unread(berit), 1)
  t.match(await change(`${id}/Comments/${body.id}`, { isPinned: true }, ola), {
    status: 200,
    body: { isPinned: true, detail: 'Please write' },
  })
  t.match(await change(`${id}/Comments/other`, { isPinned: true }), { status: 404 })
  t.match(await change(`${id}/Comments/${body.id}`, { commentText: ' ' }), { status: 400 })
})

t.test('when an order is given to a person, then they are told, and not when they take it', async (t) => {
  const { id } = await createdOrder(test)
  t.equal((await assign(id, ola)).status, 200)
  await assign(id, ola)
  t.match((await list(ola)).result, [{ kind: 'Assignment', orderId: id, by: kari }])
  t.equal((await list(ola)).result.length, 1, 'the same again is no news')
  await assign(id, kari)
  t.equal(await unread(kari), 0)
})

t.test('when a step of an order fails, then who works on it is told once', async (t) => {
  const { id } = await createdOrder(test)
  await assign(id, ola, ola)
  const complete = { method: 'POST' as const, url: `/api/Orders/${id}/UpdateStatus`, body: { status: 'Completed' } }
  await test.send(complete)
  await test.background.idle()
  const failed = (await list(ola)).result
  t.match(failed, [{ kind: 'StepFailed', orderId: id, text: /Card closed/, by: null }])
  t.equal(failed.length, 1)
  await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: { customerName: 'Ola' } })
  t.equal((await list(ola)).result.length, 1)
})

t.test('given many notifications, when they are read page by page, then each is seen once', async (t) => {
  const { id } = await createdOrder(test)
  for (let count = 0; count < 5; count++) await note(id, [ola])
  const first = await list(ola, { take: '2' })
  await note(id, [ola])
  const second = await list(ola, { take: '2', cursor: first.next as string })
  const third = await list(ola, { take: '2', cursor: second.next as string })
  const ids = [first, second, third].flatMap(({ result }) => result.map((one) => one.id))
  t.equal(new Set(ids).size, 5)
  t.equal(third.next, null)
  t.match(await test.send({ url: '/api/Notifications', query: { cursor: 'x' }, ...as(ola) }), { status: 400 })
})

t.test('when a person marks what they have read, then those of others stay unread', async (t) => {
  const { id } = await createdOrder(test)
  for (let count = 0; count < 3; count++) await note(id, [ola, berit])
  const { result } = await list(ola)
  const [newest, , oldest] = result as [{ id: string }, unknown, { id: string }]
  const others = (await list(berit)).result.map((one) => one.id)
  t.match(await mark(ola, { ids: [oldest.id, ...others] }), { status: 200, body: { count: 2 } })
  t.equal(await unread(berit), 3)
  t.match((await list(ola, { isUnread: 'true' })).result, { length: 2 })
  t.match(await mark(ola, { until: newest.id }), { body: { count: 0 } })
  t.match(await mark(ola, {}), { status: 400 })
  t.match(await mark(ola, { ids: ['-1'] }), { status: 400 })
})

t.test('given an order of another store, when its note names a person, then they do not see it', async (t) => {
  const { id } = await createdOrder(test)
  await note(id, [berit])
  t.strictSame((await list(berit, {}, { storeIds: ['Bergen-01'] })).result, [])
})

t.test('given a write that is refused, when it would tell someone, then it tells nobody', async (t) => {
  const { id } = await createdOrder(test)
  const headers = { 'if-match': '"0192f0c1-2345-7abc-8def-0123456789ab"' }
  t.match(await note(id, [ola], { headers }), { status: 412 })
  t.equal(await unread(ola), 0)
})

t.test('given a process that is killed in the middle, when the note is sent again, then it tells once', async (t) => {
  const { id } = await createdOrder(test)
  const body = { orderId: id, commentText: 'Call', commentType: 'Internal', mentions: [ola] }
  const hold = { text: 'select from "order" where id = $1 for update', values: [id] }
  const file = `${t.testdir()}/requests`
  const usual = (await sampleConfig()).users.map(({ userName }) => userName)
  const known = usual[0] as string
  await killInTheMiddle(test, file, [{ url: '/api/Orders/AddComment', body: { ...body, mentions: [known] }, hold }])
  t.equal(await unread(known), 0)
  await note(id, [ola])
  t.equal(await unread(ola), 1)
})

t.test('given an order that is purged, when its people look, then nothing of it is left', async (t) => {
  const { id } = await createdOrder(test)
  await note(id, [ola])
  await test.send({ method: 'DELETE', url: `/api/Orders/${id}` })
  t.equal(
    (await test.send({ method: 'DELETE', url: `/api/Orders/${id}`, query: { deletePermanently: 'true' } })).status < 300,
    true,
  )
  t.strictSame((await list(ola)).result, [])
})

t.test('given notifications of more than 90 days, when they are removed, then the newer ones stay', async (t) => {
  const { id } = await createdOrder(test)
  await note(id, [ola])
  await note(id, [ola])
  await test.database.query({
    text: `update staff_notification set created = now() - interval '91 days' where id = (select min(id) from staff_notification)`,
  })
  t.equal(await removeOldNotifications({ query: test.database.query, now: () => new Date() }), 1)
  t.equal(await unread(ola), 1)
})

t.test('given a note about a customer, when it names a colleague, then they are told', async (t) => {
  await createdOrder(test, { customerId: 'named-customer' })
  const url = '/api/Customers/id:named-customer/Notes'
  const added = await test.send({ method: 'POST', url, body: { text: 'Prefers mail.', mentions: [ola] }, ...as(kari) })
  t.match(added, { status: 200, body: { author: kari, mentions: [ola], isPinned: false, edited: null } })
  t.match((await list(ola)).result, [{ kind: 'Mention', orderId: null, customerKey: 'id:named-customer', text: 'Prefers mail.' }])
  const patch = (body: object, person: string) =>
    test.send({ method: 'PATCH', url: `${url}/${added.body.id}`, body, ...as(person) })
  t.match(await patch({ text: 'Mine' }, ola), { status: 403 })
  t.match(await patch({ isPinned: true }, ola), { status: 200, body: { isPinned: true, text: 'Prefers mail.' } })
  t.match(await patch({ text: 'Prefers calls.' }, kari), { status: 200, body: { text: 'Prefers calls.', edited: String } })
  t.equal(await unread(ola), 1)
})
