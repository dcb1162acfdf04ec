import t from 'tap'
import { returning } from '../../testing/returning.ts'
import { testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const { deliveredOrder, patchReturn, postReturn } = returning(test)
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
    { orderId: 'second', orderNumber: 'N-2', customerName: 'Ola Dunk_50%', returnStoreId: 'Bergen-01' },
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
