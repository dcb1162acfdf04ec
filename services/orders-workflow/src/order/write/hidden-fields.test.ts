import { permissions } from '@open-oms/contracts/permissions'
import t from 'tap'
import { planted, plantedFields, plantPerson } from '../../testing/planted-person.ts'
import { createdCart } from '../../testing/test-carts.ts'
import { createdOrder, orderFormBody, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const held = permissions.filter((permission) => permission !== 'SeePersonalData')
const as = { clientId: 'packer', claims: { oms_permissions: held } }
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body

async function plantedOrder(): Promise<string> {
  const { id } = await createdOrder(test, { orderForm: orderFormBody() })
  await plantPerson(test, id)
  return id
}

t.test('given a masked order, when it is sent back whole, then what is masked or left out stays as it is stored', async (t) => {
  const id = await plantedOrder()
  const before = await read(id)
  const { body: masked } = await test.send({ url: `/api/Orders/${id}`, as })
  t.match(masked, { customerName: '***', customerEmail: '***', billingAddress: { line1: '***', city: '***' } })
  t.equal(masked.orderForm.shipments[0].address.line1, '***')
  const { customerPhone: _, ...withoutPhone } = masked
  const body = { ...withoutPhone, customerContact: null, salesChannel: 'Phone' }
  const sent = await test.send({ method: 'POST', url: '/api/Orders/Update', body, as })
  t.equal(sent.status, 200, sent.text)
  t.notMatch(sent.text, planted.name, 'nor does the response say it')
  const after = await read(id)
  t.equal(after.salesChannel, 'Phone')
  t.match(after, plantedFields)
  t.same(after.orderForm.shipments[0].address, before.orderForm.shipments[0].address)
  t.same(after.publicOrderNotes, before.publicOrderNotes)
})

t.test('given a masked order, when a part is patched, then masks change nothing, and what is new is taken', async (t) => {
  const id = await plantedOrder()
  const patch = { customerName: '***', customerEmail: 'new@example.com', billingAddress: { line1: '***', city: 'Bergen' } }
  t.equal((await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: patch, as })).status, 200)
  t.match(await read(id), {
    customerName: planted.name,
    customerEmail: 'new@example.com',
    billingAddress: { line1: planted.street, city: 'Bergen', name: planted.name },
  })
})

t.test('given a mask where nothing is stored, when it is sent, then it is refused by its path', async (t) => {
  const { id } = await createdOrder(test, {})
  const refused = await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: { invoiceComment: '***' }, as })
  t.match(refused, { status: 400, body: { errors: { invoiceComment: [String] } } })
  const body = { ...(await createdOrder(test, {})), id: 'copied', orderNumber: 'copied', customerName: '***' }
  const copied = await test.send({ method: 'POST', url: '/api/Orders', body, as })
  t.match(copied, { status: 400, body: { errors: { customerName: [String] } } })
})

t.test('given a masked cart, when it is replaced, then its customer stays', async (t) => {
  const line = { lineItemId: '1', code: 'CUP', quantity: 1, placedPrice: 10 }
  const cart = await createdCart(test, { customerName: planted.name, customerEmail: planted.email, lineItems: [line] })
  const url = `/api/cart/${cart.id}`
  const { body } = await test.send({ url, as })
  t.equal(body.customerName, '***')
  t.equal((await test.send({ method: 'PUT', url, body: { ...body, salesChannel: 'Phone' }, as })).status, 200)
  t.match((await test.send({ url })).body, { customerName: planted.name, customerEmail: planted.email, salesChannel: 'Phone' })
})

t.test('given filters and sorts by personal data, when the caller may not see it, then they are refused by name', async (t) => {
  const refusals: [string, { url: string; method?: 'POST'; body?: object; query?: Record<string, string> }][] = [
    ['searchText', { method: 'POST', url: '/api/Orders/Search', body: { searchText: 'Zeb' } }],
    ['email', { method: 'POST', url: '/api/Orders/SearchSummaries', body: { email: planted.email } }],
    ['sortOrder', { method: 'POST', url: '/api/Orders/Search', body: { sortOrder: 'CustomerNameAscending' } }],
    ['phone', { method: 'POST', url: '/api/Orders/ExportOrders', body: { phone: planted.phone } }],
    ['customerName', { method: 'POST', url: '/api/Returns/SearchReturnOrders', body: { customerName: 'Zeb' } }],
    ['email', { url: '/api/Orders/GetOrdersForCustomer', query: { email: planted.email } }],
    ['search.email', { method: 'POST', url: '/api/SavedSearches', body: { name: 'a', search: { email: planted.email } } }],
    ['search.phone', { method: 'POST', url: '/api/Shipments/ToPick', body: { search: { phone: planted.phone } } }],
  ]
  for (const [field, request] of refusals) {
    const { status, body } = await test.send({ ...request, as })
    const message = `${field} needs the permission SeePersonalData.`
    t.match({ status, ...body }, { status: 403, error: 'Forbidden', message }, `${request.url} ${field}`)
  }
  const shared = { name: 'By mail', search: { email: planted.email }, shared: true }
  const saved = await test.send({ method: 'POST', url: '/api/SavedSearches', body: shared })
  t.equal(saved.status, 201)
  const shown = await test.send({ url: `/api/SavedSearches/${saved.body.id}`, as })
  t.notMatch(shown.text, planted.email)
  t.equal((await test.send({ url: `/api/SavedSearches/${saved.body.id}/Orders`, as })).status, 403)
  t.equal((await test.send({ method: 'POST', url: '/api/Orders/Search', body: { orderNumber: 'x' }, as })).status, 200)
  t.equal((await test.send({ url: '/api/Customers', as })).status, 403)
})
