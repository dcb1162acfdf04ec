import t from 'tap'
import { returning } from '../../testing/returning.ts'
import { testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const { deliveredOrder, patchReturn, postReturn, returnStatus } = returning(test)
const search = (body: object, as?: object) =>
  test.send({ method: 'POST', url: '/api/Returns/SearchReturnOrders', body, ...(as === undefined ? {} : { as }) })
const unit = { lineItemId: '1', returnQuantity: 1 }

const kari = { customerId: 'c-1', customerEmail: 'Kari@Example.com', customerPhone: '+47 900 00 001', projectIds: ['PR-1'] }
const first = await deliveredOrder({ id: 'first order', orderNumber: 'N-1', ...kari })
const second = await deliveredOrder({
  id: 'second',
  orderNumber: 'N-2',
  storeId: 'Bergen-01',
  customerName: 'Ola Dunk_50%',
  customerId: 'c-2',
  customerEmail: 'ola@example.com',
})
await postReturn(first.id, {
  returns: [{ ...unit, returnReason: 'Torn Sleeve' }],
  rmaNumber: 'RMA-X',
  comment: 'Handed in',
})
await postReturn(second.id, { returns: [unit] })
await postReturn(first.id, { returns: [unit], storeId: '142' })
await patchReturn({ id: 'second', returnId: '1' }, { claim: { projectId: 'PR-9' } })

type FoundReturn = { orderId: string; returnOrderForm: { returnId: string; created: string; modified: string } }
const found = async (body: object) => {
  const { status, body: response, text } = await search(body)
  if (status !== 200) throw new Error(text)
  return response.result.map(({ orderId, returnOrderForm }: FoundReturn) => `${orderId}/${returnOrderForm.returnId}`)
}
const all = ['first order/2', 'second/1', 'first order/1']

t.test('when returns are searched, then each form has its order and customer, the newest first', async (t) => {
  const { body } = await search({})
  t.match(body, { totalHits: 3, facets: { length: 0 }, scrollId: null, isValid: true })
  t.same(await found({}), all)
  t.match(body.result, [
    { returnStoreId: '142', orderStoreName: String, returnStoreName: String },
    { orderId: 'second', orderNumber: 'N-2', customerName: 'Ola Dunk_50%', returnStoreId: 'Bergen-01', currency: 'NOK' },
    {
      orderId: 'first order',
      orderNumber: 'N-1',
      customerId: 'c-1',
      customerEmail: 'Kari@Example.com',
      customerPhone: '+47 900 00 001',
      customerName: 'Kari Nordmann',
      returnStoreId: 'Oslo-01',
      returnOrderForm: { returnId: '1', rmaNumber: 'RMA-X', total: 100, lineItems: [{ code: 'CUP' }] },
    },
  ])
  const stored = (await test.send({ url: `/api/Orders/${encodeURIComponent(first.id)}` })).body
  t.same(body.result[2].returnOrderForm, stored.returnOrderForms[0])
})

t.test('when filters are sent, then a form must match all of them', async (t) => {
  const firsts = ['first order/2', 'first order/1']
  const cases: [object, string[]][] = [
    [{ customerId: 'c-1' }, firsts],
    [{ customerName: 'dunk_50%' }, ['second/1']],
    [{ customerName: 'dunkx50' }, []],
    [{ email: 'kari@EXAMPLE.com' }, firsts],
    [{ phone: '4790000001' }, firsts],
    [{ id: 'second' }, ['second/1']],
    [{ id: '2' }, ['first order/2']],
    [{ orderNumber: 'N-1' }, firsts],
    [{ orderNumber: '#N-1' }, firsts],
    [{ orderNumber: 'second' }, ['second/1']],
    [{ projectId: 'PR-1' }, firsts],
    [{ projectId: 'PR-9' }, ['second/1']],
    [{ rmaNumber: 'RMA-X' }, ['first order/1']],
    [{ rmaNumber: 'rma-x' }, []],
    [{ searchText: 'sleeve HANDED' }, ['first order/1']],
    [{ searchText: 'nordmann rma-x' }, ['first order/1']],
    [{ searchText: 'cup' }, all],
    [{ selectedStores: ['142'] }, ['first order/2']],
    [{ selectedStores: ['Oslo-01', 'Bergen-01'] }, all],
    [{ selectedStores: [], customerId: '', searchText: ' ', rmaNumber: null }, all],
    [{ customerId: 'c-1', selectedStores: ['142'] }, ['first order/2']],
    [{ customerId: 'c-2', rmaNumber: 'RMA-X' }, []],
  ]
  for (const [filter, expected] of cases) t.same(await found(filter), expected, JSON.stringify(filter))
})

t.test('when returns are searched by a range of dates, then both ends are included', async (t) => {
  const forms = (await search({})).body.result.map(({ returnOrderForm }: FoundReturn) => returnOrderForm)
  const [, middle, oldest] = forms
  t.same(await found({ createdTo: oldest.created }), ['first order/1'])
  t.same(await found({ createdFrom: middle.created, createdTo: middle.created }), ['second/1'])
  t.same(await found({ modifiedFrom: middle.modified }), ['second/1'], 'it was patched last')
  t.same(await found({ createdFrom: '2100-01-01' }), [])
  t.same(await found({ createdFrom: middle.created, createdTo: oldest.created }), [], 'from after to')
})

t.test('when pages of returns are requested, then each has its part of the list, and limits are checked', async (t) => {
  t.same(await found({ take: 2 }), all.slice(0, 2))
  t.same(await found({ take: 2, page: 2 }), all.slice(2))
  t.same(await found({ take: 2, page: 0 }), all.slice(0, 2))
  t.match((await search({ take: 2, page: 9 })).body, { totalHits: 3, result: { length: 0 } })
  for (const body of [{ take: 0 }, { take: 101 }, { page: -1 }, { createdFrom: 'soon' }])
    t.equal((await search(body)).status, 400)
  t.match(await search({ take: 100, page: 101 }), { status: 400, body: { error: 'WindowExceeded' } })
})

t.test('when the forms after a page are requested, then each is found once, in both orders', async (t) => {
  for (const sortOrder of ['CreatedDescending', 'CreatedAscending']) {
    const read: string[] = []
    let after: string | null = null
    do {
      const { body } = await search({ take: 2, sortOrder, after })
      t.equal(body.totalHits, 3, 'the number of all')
      read.push(...body.result.map(({ orderId, returnOrderForm }: FoundReturn) => `${orderId}/${returnOrderForm.returnId}`))
      after = body.next
    } while (after !== null)
    t.same(read, sortOrder === 'CreatedAscending' ? all.toReversed() : all)
  }
  t.match((await search({ take: 3 })).body, { next: null }, 'nothing follows')
  const { next } = (await search({ take: 1 })).body
  t.match((await search({ take: 1, page: 101, after: next })).body, { result: [{ orderId: 'second' }] }, 'without a window')
  for (const wrong of ['x', `${next}A`, Buffer.from('[1,2]').toString('base64url')])
    t.match(await search({ after: wrong }), { status: 400, body: { errors: { after: [String] } } })
})

t.test('given forms in all statuses, when they are searched by status, then each is found by its own', async (t) => {
  const order = await deliveredOrder({ id: 'statuses' })
  const form = async (status: string | null) => {
    await postReturn(order.id, { returns: [unit] })
    const forms = (await test.send({ url: `/api/Orders/${order.id}` })).body.returnOrderForms
    const { returnId } = forms.at(-1)
    if (status !== null) t.equal((await returnStatus(order.id, { returnId, status })).status, 200)
    return `${order.id}/${returnId}`
  }
  const canceled = await form('Cancelled')
  const received = await form('InProgress')
  const awaited = await form(null)
  const own = async (filter: object) => (await found({ id: order.id, ...filter })).toSorted()
  t.same(await own({ selectedStatuses: ['New'] }), [awaited])
  t.same(await own({ selectedStatuses: ['InProgress', 'Cancelled'] }), [canceled, received])
  t.same(await own({ selectedStatuses: ['Completed'] }), [])
  t.same(await own({ selectedStatuses: [] }), [canceled, received, awaited])
})

t.test('given goods that came in, when forms to refund are searched, then they are found until they are paid back', async (t) => {
  const order = await deliveredOrder({ id: 'queue' })
  const toRefund = () => found({ id: order.id, awaitsRefund: true })
  await postReturn(order.id, { returns: [unit] })
  t.same(await toRefund(), [], 'the goods are awaited')
  await returnStatus(order.id, { returnId: '1', status: 'InProgress' })
  t.same(await toRefund(), ['queue/1'])
  t.same(await found({ id: order.id, awaitsRefund: false }), ['queue/1'], 'false filters nothing')
  const ofOne = (storeIds: string[]) => search({ id: order.id, awaitsRefund: true }, { storeIds })
  t.match((await ofOne(['Bergen-01'])).body, { totalHits: 0 }, 'not of the store of the caller')
  t.match((await ofOne(['Oslo-01'])).body, { totalHits: 1 })
  await patchReturn({ id: order.id, returnId: '1' }, { creditPayment: false })
  t.same(await toRefund(), [], 'nothing is to be paid back')
  await patchReturn({ id: order.id, returnId: '1' }, { creditPayment: true })
  await returnStatus(order.id, { returnId: '1', status: 'Completed' })
  t.same(await toRefund(), [], 'it is paid back')
  await postReturn(order.id, { returns: [unit] })
  await returnStatus(order.id, { returnId: '2', status: 'Cancelled' })
  t.same(await toRefund(), [], 'it is rejected')
})

t.test('given a return whose refund fails, when forms to refund are searched, then it is found', async (t) => {
  const order = await deliveredOrder({ id: 'failing' })
  await postReturn(order.id, { returns: [unit] })
  const goodwill = { amount: order.orderForm.capturedPaymentTotal, reason: 'Goodwill' }
  t.equal((await test.send({ method: 'POST', url: `/api/Orders/${order.id}/Refund`, body: goodwill })).status, 200)
  await returnStatus(order.id, { returnId: '1', status: 'Completed' })
  t.same(await found({ id: order.id, awaitsRefund: true }), ['failing/1'])
})

t.test('given a token of one store, when returns are searched, then only those of its orders are found', async (t) => {
  const { body } = await search({}, { storeIds: ['Bergen-01'] })
  t.match(body, { totalHits: 1, result: [{ orderId: 'second' }] })
})

t.test('given a deleted order, when returns are searched, then its forms are left out until it is restored', async (t) => {
  const third = await deliveredOrder()
  await postReturn(third.id, { returns: [unit] })
  await postReturn(third.id, { returns: [unit] })
  const own = () => found({ id: third.id })
  t.equal((await own()).length, 2)
  await test.send({ method: 'DELETE', url: `/api/Orders/${third.id}` })
  t.same(await own(), [])
  await test.send({ method: 'POST', url: `/api/Orders/${third.id}/Restore` })
  t.equal((await own()).length, 2)
  const { returnOrderForms } = (await test.send({ url: `/api/Orders/${third.id}` })).body
  const body = { keepExistingListItems: false, returnOrderForms: [returnOrderForms[1]] }
  t.equal((await test.send({ method: 'PATCH', url: `/api/Orders/${third.id}/PatchOrder`, body })).status, 200)
  t.same(await own(), [`${third.id}/2`])
  await test.send({ method: 'DELETE', url: `/api/Orders/${third.id}?deletePermanently=true` })
  t.same(await own(), [])
})
