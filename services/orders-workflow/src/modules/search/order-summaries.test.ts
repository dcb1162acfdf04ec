import t from 'tap'
import { storedOrder } from '../../testing/orders/found-orders.ts'
import { createdOrder, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const time = '2026-02-10T12:00:00.000Z'
const summaries = async (body: object, as: object = {}) =>
  (await test.send({ method: 'POST', url: '/api/Orders/SearchSummaries', body, as: { roles: ['OrderRead'], ...as } })).body

await storedOrder(
  test,
  {
    id: 'S-1',
    orderNumber: '1001',
    customerId: 'sum',
    customerName: 'Kari Nordmann',
    marketId: 'SWE',
    billingCurrency: '',
    tags: ['gift'],
    properties: [
      { key: 'Picker', value: 'ola' },
      { key: 'purchaseOrderNumber', value: 'PO-7' },
      { key: 'giftMessage', value: 'not for lists' },
    ],
    holds: [
      { id: 'h-1', reasonCode: 'Fraud', created: time, released: time },
      { id: 'h-2', reasonCode: 'Address', created: time },
    ],
    errors: [
      { occurred: time, status: 'Solved', severity: 'Error', message: 'over' },
      { occurred: time, key: 'CapturePayments', severity: 'Error', message: `${'x'.repeat(300)}` },
      { occurred: time, key: 'Export', severity: 'Error', status: 'Waiting', message: 'again' },
    ],
  },
  {
    isPriority: true,
    lineItems: [
      { code: 'BOX', displayName: 'Gift box', placedPrice: 100, quantity: 3, canceledQuantity: 1 },
      { code: 'CUP', displayName: 'Cup', quantity: 6, packageLineItemId: '1' },
      { code: 'TEA', placedPrice: 50, quantity: 0.5 },
    ],
    shipments: [{ shippingMethodName: 'Express', warehouseCode: 'Central' }],
    payments: [
      {
        transactionId: 'a',
        transactionType: 'Authorization',
        paymentMethodName: 'Card',
        status: 'Processed',
        amount: 200,
        authorizationExpires: time,
      },
    ],
  },
)

t.test('given an order, when summaries are searched, then each has what a list shows of it', async (t) => {
  const { result, totalHits, totalHitsIsExact, isValid, facets } = await summaries({ customerId: 'sum' })
  t.same([totalHits, totalHitsIsExact, isValid, facets.length], [1, true, true, 9])
  const whole = (await test.send({ url: '/api/Orders/S-1' })).body
  const [{ errors, ...summary }] = result
  t.same(summary, {
    id: 'S-1',
    orderNumber: '1001',
    fields: { purchaseOrderNumber: 'PO-7' },
    versionId: whole.versionId,
    status: whole.status,
    orderType: whole.orderType,
    storeId: whole.storeId,
    marketId: 'SWE',
    customerId: 'sum',
    customerName: 'Kari Nordmann',
    created: whole.created,
    modified: whole.modified,
    updateStatusDate: whole.updateStatusDate,
    requestedDeliveryDate: null,
    currency: 'SEK',
    total: whole.total,
    remainingPayment: whole.remainingPayment,
    paymentStatus: whole.paymentStatus,
    fulfilmentStatus: whole.fulfilmentStatus,
    isPickable: whole.isPickable,
    isPriority: true,
    tags: ['gift'],
    itemCount: 2.5,
    firstItemName: 'Gift box',
    firstItemCount: 2,
    shippingMethodNames: ['Express'],
    warehouseCodes: ['Central'],
    assignee: 'ola',
    authorizationExpires: time,
    holds: [{ id: 'h-2', reasonCode: 'Address', created: time }],
  })
  t.same(errors, [
    { key: 'CapturePayments', severity: 'Error', status: null, message: 'x'.repeat(200) },
    { key: 'Export', severity: 'Error', status: 'Waiting', message: 'again' },
  ])
})

t.test('given an order whose first line is cancelled, when it is listed, then the next one is its first item', async (t) => {
  const lines = (canceledQuantity: number) => [
    { code: 'BOX', displayName: 'Gift box', placedPrice: 100, quantity: 3, canceledQuantity: 3 },
    { code: 'CUP', displayName: 'Cup', placedPrice: 100, quantity: 2, canceledQuantity },
  ]
  await storedOrder(test, { id: 'C-1', customerId: 'canceled', created: time }, { lineItems: lines(0) })
  await storedOrder(test, { id: 'C-2', customerId: 'canceled', created: time }, { lineItems: lines(2) })
  const { result } = await summaries({ customerId: 'canceled', sortOrder: 'DocumentID' })
  t.match(result, [
    { id: 'C-1', itemCount: 2, firstItemName: 'Cup', firstItemCount: 2 },
    { id: 'C-2', itemCount: 0, firstItemName: 'Gift box', firstItemCount: 0 },
  ])
})

t.test('given summaries, when they are searched by text, page or store, then they are found as orders are', async (t) => {
  await storedOrder(test, { id: 'S-2', customerName: 'Kari Berg', storeId: 'Bergen-01', created: time })
  const found = await summaries({ searchText: 'kari', disableFacets: true, sortOrder: 'DocumentID' })
  t.same([found.result.map(({ id }: { id: string }) => id), found.facets], [['S-1', 'S-2'], []])
  const second = await summaries({ searchText: 'kari', sortOrder: 'DocumentID', take: 1, page: 2 })
  t.same([second.totalHits, second.result.map(({ id }: { id: string }) => id)], [2, ['S-2']])
  t.same((await summaries({ searchText: 'kari' }, { storeIds: ['Bergen-01'] })).totalHits, 1)
})

t.test('given a saved search, when its summaries are read, then they are those of its orders', async (t) => {
  const as = { roles: ['OrderRead' as const] }
  const body = { name: 'Queue', search: { customerId: 'sum' } }
  const saved = await test.send({ method: 'POST', url: '/api/SavedSearches', body, as })
  const url = `/api/SavedSearches/${saved.body.id}/Summaries?take=5`
  const found = await test.send({ url, as })
  t.same([found.status, found.body.result], [200, (await summaries({ customerId: 'sum' })).result])
  t.equal((await test.send({ url: `/api/SavedSearches/${saved.body.id.replace(/^./, 'f')}/Summaries`, as })).status, 404)
})

t.test('given some orders, when summaries are searched, then the response is a small part of that with orders', async (t) => {
  for (let index = 0; index < 5; index++) await createdOrder(test, { customerId: 'size' })
  const search = { method: 'POST' as const, body: { customerId: 'size', disableFacets: true } }
  const lean = await test.send({ ...search, url: '/api/Orders/SearchSummaries' })
  const whole = await test.send({ ...search, url: '/api/Orders/Search' })
  t.equal(lean.body.result.length, 5)
  t.ok(lean.text.length < 5 * 1_000, `${lean.text.length} bytes`)
  t.ok(lean.text.length * 8 < whole.text.length)
})
