import type { Examples } from './example-recorder.ts'
import { address, backpack, cup, kari, order, payment, shop } from './the-world.ts'

/** A batch says nothing of rows that were written unless it is asked to. */
const allRows = { prefer: 'return=representation' }

/**
 * Waits until the steps of an order's status have run, so that what is read next is the same in
 * every run.
 */
export async function settled({ until }: Examples, orderId: string): Promise<void> {
  const isAtRest = (runs: { state: string }[]) => runs.every(({ state }) => !['Running', 'Waiting'].includes(state))
  await until((body) => isAtRest(body.result ?? body), 'getWorkflowRuns', { path: { orderId }, isKept: false })
}

/** Ways to make an order. */
export async function newOrderExamples(examples: Examples): Promise<void> {
  const { call } = examples
  await call('createOrder', { body: { ...order('K-1'), billingAddress: address } })
  await call('createOrder', { body: { storeId: 'Oslo-01' }, status: 400 })
  await call('createOrder', { body: order('K-1'), status: 409 })
  await call('createNumberedOrder', { body: { ...order('K-2'), orderNumber: 'K-2' } })
  await call('createPosOrder', {
    body: {
      orderNumber: 'POS-1',
      ...shop,
      properties: [{ key: 'RegisterId', value: 'R1' }],
      orderForm: {
        lineItems: [{ ...cup, quantity: 1 }],
        payments: [payment(125, 'cash-1', { paymentMethodName: 'Cash', transactionType: 'Sale' })],
      },
    },
  })
  await call('addOrders', { body: [order('K-3')], headers: allRows })
  await call('importOrders', { body: [order('K-4')], headers: allRows })
  await call('ordersExist', { body: ['K-1', 'K-99'] })
  for (const id of ['K-1', 'K-2', 'K-3', 'K-4']) await settled(examples, id)
}

/** Ways to read one order. */
export async function readOrderExamples({ call, until }: Examples): Promise<void> {
  const path = { orderId: 'K-1' }
  await until(({ status }) => status === 'New', 'getOrder', { path })
  await call('getOrder', { path: { orderId: 'K-99' }, status: 404 })
  await call('orderExists', { path })
  await call('orderExistsByGet', { path })
  await call('getOrdersByIds', { query: { ids: ['K-2'] } })
  await call('getOrderForCustomer', { query: { customerId: kari.customerId, orderId: 'K-2' } })
  await call('getTransitions', { path })
  await call('explainOrder', { path })
  const { secretKey } = await call('getOrder', { path, isKept: false })
  await call('trackOrder', { path: { secretKey } })
}

/** Ways to find orders. */
export async function searchExamples({ call, until }: Examples): Promise<void> {
  const page = { page: 1, pageSize: 1 }
  const ofStore = { storeId: ['Oslo-01'], status: ['New'] }
  await call('updateOrder', { body: { ...order('K-2'), customerReference: 'Gift' } })
  await until(({ totalCount }) => totalCount !== 0, 'searchOrders', {
    body: { orderNumber: 'K-2', take: 1, disableFacets: true },
  })
  await call('searchOrders', { body: { take: -1 }, status: 400 })
  await call('searchOrderSummaries', { body: { take: 1, disableFacets: true } })
  await call('getSales', { query: { from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z', products: 1 } })
  await call('searchCustomerOrders', { path: { customerId: kari.customerId }, body: { take: 1, disableFacets: true } })
  await call('searchOrdersByCustomProperties', { query: { key: 'RegisterId', value: 'R1', take: 1 } })
  await call('getOrders', { query: { ...ofStore, ...page } })
  await call('getOrdersByOrderType', { query: { ...ofStore, orderTypes: ['Online'], ...page } })
  await call('countOrders', { query: ofStore })
  await call('getOrdersForPickUpPoint', { query: { storeId: ['Oslo-01'], ...page } })
  await call('getCustomerOrders', { path: { customerId: kari.customerId }, query: page })
  await call('getOrdersForCustomer', { query: { email: kari.customerEmail, ...page } })
  await call('exportOrders', { body: { orderIds: ['K-2'], format: 'csv', columns: ['orderNumber', 'status', 'total'] } })
  await call('readChanges', { query: { take: 1 } })
  const beginning = Buffer.from('changes:0').toString('base64url')
  await call('streamChanges', { query: { since: beginning } })
  const { scrollId } = await call('openScroll', { body: { orderNumber: 'K-2', take: 1, disableFacets: true } })
  await call('getScroll', { path: { scrollId } })
  await call('deleteScroll', { path: { scrollId } })
}

/** A customer, as its orders know it. */
export async function customerExamples({ call }: Examples): Promise<void> {
  await call('findCustomers', { query: { searchText: 'kari', take: 1 } })
  const path = { customerKey: `id:${kari.customerId}` }
  const { id } = await call('addCustomerNote', { path, body: { text: 'Prefers deliveries in the morning.' } })
  await call('changeCustomerNote', { path: { ...path, noteId: id }, body: { isPinned: true } })
  await call('getCustomer', { path })
  await call('listOrdersOfCustomer', { path, query: { pageSize: 1 } })
  await call('exportCustomer', { body: { customerKey: 'id:C-1001', after: '["note",""]' } })
  await call('deleteCustomerNote', { path: { ...path, noteId: id } })
  await call('eraseCustomer', { body: { customerKey: 'email:kari.nordmann@example.org' } })
}

/** A search that is kept. */
export async function savedSearchExamples({ call }: Examples): Promise<void> {
  const search = { selectedStores: ['Oslo-01'], orderNumber: 'K-2' }
  const { id } = await call('createSavedSearch', { body: { name: 'New in Oslo', search, columns: ['orderNumber', 'total'] } })
  const path = { id }
  await call('getSavedSearch', { path })
  await call('listSavedSearches', { query: { counts: true } })
  await call('replaceSavedSearch', { path, body: { name: 'New in Oslo today', search } })
  await call('runSavedSearch', { path, query: { take: 1 } })
  await call('getSavedSearchSummaries', { path, query: { take: 1 } })
  await call('deleteSavedSearch', { path })
}

/** Changes of an order as a whole, and its versions. */
export async function changedOrderExamples({ call }: Examples): Promise<void> {
  const path = { orderId: 'K-2' }
  const body = { ...order('K-2'), customerReference: 'Birthday' }
  await call('replaceOrder', { body })
  await call('replaceOrder', { body, headers: { 'if-match': '"018f3c2a-0000-7000-8000-000000000999"' }, status: 412 })
  await call('updateOrders', { body: [{ ...order('K-3'), customerReference: 'Gift' }], headers: allRows })
  await call('patchOrder', { path, body: { customerRequisition: 'R-7' } })
  await call('listColleagues', { query: { searchText: 'reader' } })
  const mentions = ['reader@example.com']
  const note = { orderId: 'K-2', commentText: 'Please wrap it, @Ola Reader.', commentType: 'Internal', mentions }
  const { id: commentId } = await call('addComment', { body: note })
  await call('changeComment', { path: { ...path, commentId }, body: { isPinned: true } })
  const versions = await call('listOrderVersions', { path, query: { take: 2 } })
  const [to, from] = (versions.result ?? versions).map(({ versionId }: { versionId: string }) => versionId)
  await call('getOrderVersion', { path: { ...path, versionId: to } })
  await call('diffOrderVersions', { path: { ...path, from, to } })
  await call('deleteOrder', { path: { orderId: 'K-4' } })
  await call('restoreOrder', { path: { orderId: 'K-4' } })
  const { holds } = await call('holdOrder', { path, body: { reasonCode: 'Fraud', note: 'The address is unknown.' } })
  await call('listHolds', { path })
  await call('releaseHold', { path: { ...path, holdId: holds?.at(-1)?.id }, body: { note: 'Called her.' } })
}

/** Lines of an order. */
export async function orderLineExamples(examples: Examples): Promise<void> {
  const { call } = examples
  const path = { orderId: 'K-3' }
  await call('addOrderLine', { path, body: { ...backpack, lineItemId: '2' } })
  await call('addManyOrderLines', { path, body: [{ ...cup, lineItemId: '3' }] })
  await call('patchUpdateOrderLines', { path, body: [{ lineItemId: '3', comment: 'Blue' }] })
  await call('addOrderLineProperties', { path, body: [{ lineItemId: '3', properties: [{ key: 'Colour', value: 'Blue' }] }] })
  await call('patchLineItemIds', {
    body: { orderId: 'K-3', lineItemIdMappings: [{ oldLineItemId: '3', newLineItemId: '30' }] },
  })
  await call('cancelOrderLine', { path: { ...path, lineItemId: '2' } })
  await call('cancelOrderLines', { body: [{ orderId: 'K-3', lineItemIds: ['30'] }] })
  await call('cancelOrder', { path, body: { reason: 'Customer', note: 'Ordered twice.', sendNotifications: false } })
  await settled(examples, 'K-3')
}
