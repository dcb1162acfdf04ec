import { createClient } from '@open-oms/client'
import { isApiError } from '@open-oms/client/errors'
import type { NewOrder } from '@open-oms/client/types'
import type { Test } from 'tap'

const newOrder: NewOrder = {
  id: 'typed-1',
  storeId: 'Oslo-01',
  marketId: 'NOR',
  orderType: 'Online',
  status: 'New',
  customerEmail: null,
  orderForm: {
    lineItems: [{ lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 2, placedPrice: 125, taxRate: 25 }],
    shipments: [{ shipmentId: '1' }],
    payments: [
      { amount: 250, paymentMethodName: 'Card', status: 'Processed', transactionId: 'typed-1', transactionType: 'Sale' },
    ],
  },
}

type Credentials = { clientId: string; clientSecret: string }

/**
 * Sends what was read, unchanged: it compiles with the types of the document, and the system takes
 * it (ADR 78).
 */
export async function testReadIsSent(t: Test, gatewayUrl: string, credentials: Credentials): Promise<void> {
  const oms = createClient({ baseUrl: gatewayUrl, token: credentials })
  const { id: orderId } = await oms.post('/api/Orders', { query: { runWorkflow: false }, body: newOrder })
  const params = { orderId }
  const readOrder = () => oms.get('/api/Orders/{orderId}', { params })
  const order = await readOrder()
  t.equal(order.total, 250)
  await oms.put('/api/Orders/Update', { body: order })
  await oms.post('/api/Orders/Update', { body: await readOrder() })
  const { payments, shipments } = (await readOrder()).orderForm
  await oms.put('/api/Orders/{orderId}/PutPayments', { params, body: payments })
  await oms.post('/api/Orders/{orderId}/AddPayments', { params, body: { payments } })
  await oms.put('/api/OrderShipments/{orderId}', { params, body: shipments })
  await oms.patch('/api/OrderShipments/{orderId}', { params, body: shipments })
  const { lineItems } = (await readOrder()).orderForm
  await oms.patch('/api/Orders/{orderId}/PatchUpdateOrderLines', { params, body: lineItems })
  t.strictSame({ ...(await readOrder()), modified: '', versionId: '' }, { ...order, modified: '', versionId: '' })

  const cup = { productId: 'typed-cup', name: 'Cup', variants: [{ skuId: 'typed-cup-red', price: 125 }] }
  await oms.put('/api/products', { body: await oms.post('/api/products', { body: cup }) })
  const customer = await oms.post('/api/BusinessCustomer', { body: { id: 'typed-customer', name: 'Cup makers' } })
  await oms.post('/api/BusinessCustomer', { body: customer })
  const cart = await oms.post('/api/cart', { body: { marketId: 'NOR' } })
  await oms.post('/api/cart', { body: { ...cart, id: null } })
  const search = await oms.post('/api/SavedSearches', {
    body: {
      name: 'New ones',
      search: { selectedStatuses: ['New'], sortOrder: 'CreatedDescending' },
      relativeDates: [{ filter: 'createdFrom', offset: '-2d' }],
    },
  })
  await oms.put('/api/SavedSearches/{id}', { params: { id: search.id }, body: search })
  const found = await oms.post('/api/Orders/Search', { body: search.search })
  t.ok(found.result.some(({ id }) => id === orderId))
  const unknown = await oms.get('/api/Orders/{orderId}', { params: { orderId: 'there-is-none' } }).catch((error) => error)
  t.ok(isApiError(unknown, 'NotFound') && unknown.status === 404)
}
