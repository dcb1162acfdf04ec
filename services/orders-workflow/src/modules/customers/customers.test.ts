import t from 'tap'
import { listEarlierCustomers } from '../../order/store/index-customers.ts'
import { searchTableFaults } from '../../testing/orders/search-tables.ts'
import { returning } from '../../testing/returning.ts'
import { createdOrder, testOrders, updateStatus } from '../../testing/test-orders.ts'

const test = await testOrders(t)
type CallOptions = {
  query?: Record<string, string>
  as?: { storeIds?: string[]; roles?: ['OrderRead']; claims?: { sub: string } }
}
const find = (query: Record<string, string> = {}, more: CallOptions = {}) => test.send({ url: '/api/Customers', query, ...more })
const keysFor = async (searchText: string) => (await find({ searchText })).body.result.map(({ key }: { key: string }) => key)
const customerUrl = (key: string) => `/api/Customers/${encodeURIComponent(key)}`
const read = (key: string, more: CallOptions = {}) => test.send({ url: customerUrl(key), ...more })
const ordersOf = (key: string, more: CallOptions = {}) => test.send({ url: `${customerUrl(key)}/Orders`, ...more })
const write = (key: string, text: unknown, more: CallOptions = {}) =>
  test.send({ method: 'POST', url: `${customerUrl(key)}/Notes`, body: { text }, ...more })
const purge = (id: string) => test.send({ method: 'DELETE', url: `/api/Orders/${id}?deletePermanently=true` })

const nobody = { customerId: null, customerNumber: null, customerEmail: null, customerPhone: null, customerName: null }
/** An order of a customer that is known by what the fields say only. */
const orderOf = async (fields: Record<string, unknown>) => {
  const order = await createdOrder(test, { ...nobody, ...fields })
  await test.background.idle()
  return order
}

t.test(
  'when a customer is searched for by parts of its fields, or its phone number in any spelling, then it is found',
  async (t) => {
    await orderOf({
      customerId: 'C-4711',
      customerNumber: '20017',
      customerName: 'Solveig Østby',
      customerEmail: 'Solveig.Ostby@example.com',
      customerPhone: '+47 411 22 333',
      contactPerson: { firstName: 'Per', lastName: 'Kontakt', email: 'per@firma.example' },
    })
    for (const text of ['solveig', 'ØSTBY solv', 'Østby, Solveig', 'ostby@exam', '20017', 'c-4711', 'kontakt', 'per@firma'])
      t.same(await keysFor(text), ['id:C-4711'], text)
    for (const text of ['41122333', '+47 411 22 333', '004741122333', '4741122333'])
      t.same(await keysFor(text), ['id:C-4711'], text)
    t.same(await keysFor('solveig hansen'), [], 'every word must be found')
    t.same(await keysFor('cup'), [], 'goods are not searched')
    t.equal((await find({ searchText: Array.from({ length: 21 }, (_, at) => `word${at}`).join(' ') })).status, 400)
  },
)

t.test(
  'given orders, when they name a customer by id, number, e-mail address or phone number, then that is its key',
  async (t) => {
    await orderOf({ customerId: 'K-1', customerNumber: 'N-1', customerEmail: 'known@example.com', customerName: 'Keyed One' })
    await orderOf({ customerNumber: 'N-1', customerEmail: 'known@example.com', customerName: 'Keyed Two' })
    await orderOf({ customerEmail: 'Known@Example.com', customerName: 'Keyed Three' })
    await orderOf({ customerEmail: 'known@example.com', customerName: 'Keyed Four' })
    await orderOf({ customerPhone: '900 99 888', customerName: 'Keyed Five' })
    await orderOf({ customerName: 'Keyed Nobody' })
    t.same(await keysFor('keyed'), ['phone:+4790099888', 'email:known@example.com', 'number:N-1', 'id:K-1'])
    t.match((await read('EMAIL:KNOWN@example.com')).body, { name: 'Keyed Four', orderCount: 2 })
    for (const key of ['id:nobody', 'nobody', 'id:', 'name:Keyed', ''])
      t.equal((await read(key === '' ? ' ' : key)).status, 404, key)
  },
)

t.test('given deleted, cancelled and returned goods, when a customer is read, then its figures leave them out', async (t) => {
  const customer = { customerId: 'figures', customerName: 'Figured' }
  const returned = await orderOf(customer)
  await updateStatus(test, returned.id, { body: { status: 'Completed' } })
  await test.background.idle()
  const returns = [{ lineItemId: '2', returnQuantity: 1, returnReason: 'Regret' }]
  await returning(test).postReturn(returned.id, { returns })
  const canceled = await orderOf(customer)
  await test.send({ method: 'POST', url: `/api/Orders/${canceled.id}/OrderLines/1/Cancel` })
  await orderOf({ ...customer, marketId: null, billingCurrency: 'EUR' })
  const deleted = await orderOf(customer)
  await test.send({ method: 'DELETE', url: `/api/Orders/${deleted.id}` })
  const { body } = await read('id:figures')
  t.match(body, {
    orderCount: 3,
    returnCount: 1,
    figures: [
      { currency: 'NOK', orderCount: 2, turnover: 249 + 298.9, returned: 249.9 },
      { currency: 'EUR', orderCount: 1, turnover: 498.9, returned: 0 },
    ],
  })
  t.match((await find({ searchText: 'figured' })).body, {
    result: [{ key: 'id:figures', figures: body.figures }],
    hasMore: false,
  })
  const listed = (await ordersOf('id:figures')).body
  t.equal(listed.totalHits, 3)
  t.match(listed.result.at(-1), {
    id: returned.id,
    storeId: 'Oslo-01',
    status: 'Completed',
    total: 498.9,
    netTotal: 249,
    currency: 'NOK',
    fulfilmentStatus: 'PartiallyReturned',
  })
  t.match((await ordersOf('id:figures', { query: { page: '2', pageSize: '2' } })).body, { result: { length: 1 } })
  t.same(await searchTableFaults(test.database), [])
})

t.test(
  'given orders, when their customer is read, then each contact and address is there once, the last used first',
  async (t) => {
    const home = { name: 'Ada Berg', line1: 'Storgata 1', postalCode: '0155', city: 'Oslo', countryCode: 'NO' }
    const work = { ...home, line1: 'Kaia 2' }
    const shipments = [{ shipmentId: '1', address: work }]
    const lineItems = [{ lineItemId: '1', code: 'CUP', quantity: 1, placedPrice: 10 }]
    const customer = { customerId: 'ada', customerName: 'Ada Berg' }
    await orderOf({ ...customer, customerPhone: '40040040', billingAddress: home })
    await orderOf({ ...customer, customerEmail: 'ada@example.com', billingAddress: { ...home, line1: 'STORGATA 1' } })
    await orderOf({ ...customer, customerEmail: 'ada@example.com', billingAddress: work, orderForm: { lineItems, shipments } })
    const { body } = await read('id:ada')
    t.match(body.contacts, [
      { name: 'Ada Berg', email: 'ada@example.com', phone: null },
      { name: 'Ada Berg', email: null, phone: '40040040' },
    ])
    t.equal(body.contacts.length, 2)
    t.match(body.addresses, [
      { uses: ['Billing', 'Delivery'], address: { line1: 'Kaia 2' } },
      { uses: ['Billing'], address: { line1: 'STORGATA 1' } },
    ])
    t.equal(body.addresses.length, 2)
    t.ok(body.firstOrdered < body.lastOrder.created)
  },
)

t.test('given a client of a store, when it reads a customer, then it sees what its stores know', async (t) => {
  const customer = { customerId: 'two-stores', customerName: 'Scoped Person' }
  const oslo = await orderOf({ ...customer, customerPhone: '41000001' })
  await orderOf({ ...customer, storeId: 'Bergen-01', customerPhone: '41000002' })
  await orderOf({ customerId: 'bergen-only', customerName: 'Scoped Other', storeId: 'Bergen-01' })
  const as = { storeIds: ['Oslo-01'] }
  t.match((await find({ searchText: 'scoped' }, { as })).body.result, [
    { key: 'id:two-stores', orderCount: 1, phone: '41000001', lastOrder: { id: oslo.id } },
  ])
  t.match((await read('id:two-stores', { as })).body, { orderCount: 1, contacts: { length: 1 } })
  t.match((await ordersOf('id:two-stores', { as })).body, { totalHits: 1 })
  for (const response of [await read('id:bergen-only', { as }), await ordersOf('id:bergen-only', { as })])
    t.match(response, { status: 404, body: { error: 'NotFound' } })
  t.equal((await write('id:bergen-only', 'Hello', { as })).status, 404)
})

t.test('given an order, when its customer is asked for, then it is found', async (t) => {
  const { id } = await orderOf({ customerEmail: 'by-order@example.com' })
  const { id: anonymous } = await orderOf({ customerName: 'No key' })
  t.match((await find({ orderId: id })).body, { result: [{ key: 'email:by-order@example.com' }], hasMore: false })
  for (const orderId of [anonymous, 'nothing']) t.same((await find({ orderId })).body, { result: [], hasMore: false })
})

t.test(
  'given more customers than asked for, when they are searched, then the newest come, and it says that there are more',
  async (t) => {
    for (const name of ['a', 'b', 'c']) await orderOf({ customerId: `many-${name}`, customerName: 'Many People' })
    const two = await find({ searchText: 'many people', take: '2' })
    t.match(two.body, { result: [{ key: 'id:many-c' }, { key: 'id:many-b' }], hasMore: true })
    t.match((await find({ take: '1' })).body, { result: [{ key: 'id:many-c' }], hasMore: true })
  },
)

t.test('when notes are written and deleted, then they have author and time, and the others stay', async (t) => {
  await orderOf({ customerId: 'noted' })
  const as = { claims: { sub: 'kari' } }
  const first = await write('id:noted', 'Prefers mornings.', { as })
  t.match(first, { status: 200, body: { text: 'Prefers mornings.', author: 'kari', created: String } })
  const second = await write('id:noted', 'Has a dog.')
  t.same((await read('id:noted')).body.notes, [second.body, first.body])
  const remove = (id: string) => test.send({ method: 'DELETE', url: `${customerUrl('id:noted')}/Notes/${id}` })
  t.equal((await remove(first.body.id)).status, 204)
  t.equal((await remove(first.body.id)).status, 404)
  t.equal((await remove('no-id')).status, 404)
  t.same((await read('id:noted')).body.notes, [second.body])
  for (const text of ['', '  ', 'x'.repeat(4_001), 7]) t.equal((await write('id:noted', text)).status, 400)
  t.equal((await write('id:unknown', 'Nobody')).status, 404)
  t.equal((await write('id:noted', 'Reader', { as: { roles: ['OrderRead'] } })).status, 403)
})

t.test('given notes of clients of stores, when another store reads, then it sees those of all stores only', async (t) => {
  for (const storeId of ['Oslo-01', 'Bergen-01']) await orderOf({ customerId: 'shared', storeId })
  const oslo = { as: { storeIds: ['Oslo-01'] } }
  const bergen = { as: { storeIds: ['Bergen-01'] } }
  const { id } = (await write('id:shared', 'Of Oslo', oslo)).body
  await write('id:shared', 'Of all')
  const texts = async (more: CallOptions) => (await read('id:shared', more)).body.notes.map(({ text }: { text: string }) => text)
  t.same(await texts({}), ['Of all', 'Of Oslo'])
  t.same(await texts(oslo), ['Of all', 'Of Oslo'])
  t.same(await texts(bergen), ['Of all'])
  t.equal((await test.send({ method: 'DELETE', url: `${customerUrl('id:shared')}/Notes/${id}`, ...bergen })).status, 404)
})

t.test('given 250 notes, when another one is written, then it is refused', async (t) => {
  await orderOf({ customerId: 'talkative' })
  await test.database.query({
    text: `insert into customer_note (id, customer_key, text, author, created, store_ids)
      select gen_random_uuid(), 'id:talkative', 'Note', 'kari', now(), '{}' from generate_series(1, 250)`,
  })
  t.match(await write('id:talkative', 'One more'), { status: 400, body: { error: 'ValidationFailed' } })
})

t.test('given a customer, when its last order is purged, then nothing of it is left', async (t) => {
  const [first, second] = [await orderOf({ customerId: 'purged' }), await orderOf({ customerId: 'purged' })]
  await write('id:purged', 'Remembered')
  t.equal((await purge(first.id)).status, 200)
  t.match((await read('id:purged')).body, { orderCount: 1, notes: [{ text: 'Remembered' }] })
  t.equal((await purge(second.id)).status, 200)
  t.equal((await read('id:purged')).status, 404)
  for (const table of ['order_customer', 'customer_note'])
    t.same(await test.database.query({ text: `select from ${table} where customer_key = 'id:purged'` }), [], table)
})

t.test('given concurrent purges of all orders of a customer, when they have ended, then no note is left', async (t) => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => orderOf({ customerId: 'forgotten' })))
  await write('id:forgotten', 'Remembered')
  await Promise.all([...orders.map(({ id }) => purge(id)), write('id:forgotten', 'At the same time')])
  t.same(await test.database.query({ text: `select from customer_note where customer_key = 'id:forgotten'` }), [])
})

t.test('given a note, when the only order gets another address, then the note goes along', async (t) => {
  const { id } = await orderOf({ customerEmail: 'tyop@example.com' })
  await write('email:tyop@example.com', 'Calls back')
  const body = { customerEmail: 'typo@example.com' }
  t.equal((await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body })).status, 200)
  t.equal((await read('email:tyop@example.com')).status, 404)
  t.match((await read('email:typo@example.com')).body.notes, [{ text: 'Calls back' }])
})

t.test('given orders of an earlier version, when the service works, then their customers are listed', async (t) => {
  const { id } = await orderOf({ customerId: 'earlier', customerName: 'Early Bird' })
  const { id: deleted } = await orderOf({ customerId: 'earlier' })
  await test.send({ method: 'DELETE', url: `/api/Orders/${deleted}` })
  await test.database.query({ text: 'delete from order_customer where order_id = any($1)', values: [[id, deleted]] })
  t.equal((await read('id:earlier')).status, 404)
  t.equal(await listEarlierCustomers(test.deps, new AbortController().signal), true)
  t.match((await read('id:earlier')).body, { name: 'Early Bird', orderCount: 1 })
  t.same(await searchTableFaults(test.database), [])
})
