/** An operation of the interface that existing clients speak. */
export type ExistingOperation = {
  /** Method and path as those clients call it. */
  call: string
  /** The statuses that they know of it, beside 401, 403 and 500. */
  statuses: readonly number[]
  /** The names of its query parameters. */
  query?: readonly string[]
}

const pages = ['page', 'pageSize']
const lists = ['storeId', 'status', 'changedSince']

/**
 * The catalogue: products with their assets and components, business customers, and packages in
 * carts and orders.
 */
const catalogue: readonly ExistingOperation[] = [
  { call: 'GET /api/products/Assets/GetAssets', statuses: [200, 404], query: ['assetIds'] },
  { call: 'POST /api/products/Assets/AddAssets/{skuId}', statuses: [200, 404], query: ['isAddedToVariant'] },
  { call: 'POST /api/products/Assets/UpdateAssets', statuses: [200, 404] },
  { call: 'DELETE /api/products/Assets/DeleteAssets', statuses: [200, 400, 404], query: ['assetIds'] },
  { call: 'GET /api/products/AddProductImage', statuses: [200, 400], query: ['url', 'productId'] },
  { call: 'GET /api/BusinessCustomer/{id}/Assets/GetAssets', statuses: [200, 404] },
  { call: 'POST /api/BusinessCustomer/{id}/Assets/AddAsset', statuses: [200, 404], query: ['fileName'] },
  { call: 'POST /api/BusinessCustomer/{id}/Assets/AddAssets', statuses: [200, 404] },
  { call: 'POST /api/BusinessCustomer/{id}/Assets/UpdateAssets', statuses: [200, 404] },
  { call: 'DELETE /api/BusinessCustomer/{id}/Assets/DeleteAssets', statuses: [200, 400, 404] },
  { call: 'GET /api/products/{productId}', statuses: [200, 404] },
  { call: 'GET /api/products/{id}/raw', statuses: [200, 404] },
  { call: 'POST /api/products', statuses: [201, 400] },
  { call: 'PUT /api/products', statuses: [200, 400, 404] },
  { call: 'POST /api/products/SearchProducts', statuses: [200, 400] },
  { call: 'POST /api/cart/{cartId}/OrderLines/Add', statuses: [200], query: ['skuId', 'quantity'] },
  { call: 'PUT /api/cart/{cartId}/OrderLines', statuses: [200] },
  { call: 'POST /api/cart/{cartId}/UpdateComponentsInCart/orderLineId/{orderLineId}', statuses: [200] },
]

const accounting: readonly ExistingOperation[] = [
  { call: 'GET /api/Accounting/Postings/{id}', statuses: [200, 400, 404] },
  { call: 'GET /api/Accounting/Postings/ByZReport/{zReportId}', statuses: [200, 404] },
  { call: 'POST /api/Accounting/Postings/Search', statuses: [200, 400] },
  { call: 'GET /api/Accounting/Postings/{id}/Lines', statuses: [200] },
  { call: 'GET /api/Accounting/Postings/{postingId}/Lines/{id}', statuses: [200, 404] },
  { call: 'POST /api/Accounting/LedgerLines/Search', statuses: [200, 400] },
]

const orders: readonly ExistingOperation[] = [
  { call: 'POST /api/Orders', statuses: [201, 400] },
  { call: 'PUT /api/Orders', statuses: [201, 400] },
  { call: 'PUT /api/Orders/PosOrders', statuses: [201, 400] },
  { call: 'POST /api/Orders/AddMany', statuses: [204, 400] },
  { call: 'POST /api/Orders/ImportMany', statuses: [204, 400] },
  { call: 'GET /api/Orders/{id}', statuses: [200, 404] },
  { call: 'GET /api/Orders/{id}/{versionId}', statuses: [200, 404] },
  { call: 'GET /api/Orders/carts/{cartId}', statuses: [200, 404] },
  { call: 'GET /api/Orders/secret/{secretKey}', statuses: [200, 404] },
  { call: 'HEAD /api/Orders/{id}/Exists', statuses: [200, 404] },
  { call: 'GET /api/Orders/GetOrders/ByIds', statuses: [200], query: ['ids'] },
  { call: 'GET /api/Orders/GetOrders', statuses: [200, 400], query: [...lists, ...pages] },
  { call: 'GET /api/Orders/GetOrders/ByOrderType', statuses: [200], query: [...lists, 'orderTypes', ...pages] },
  { call: 'GET /api/Orders/GetOrders/Count', statuses: [200], query: lists },
  { call: 'GET /api/Orders/Customers/{customerId}/Orders', statuses: [200], query: pages },
  { call: 'POST /api/Orders/Search', statuses: [200, 400] },
  { call: 'POST /api/Orders/Customers/{customerId}/Orders/Search', statuses: [200, 400] },
  { call: 'POST /api/Orders/SearchByCustomProperties', statuses: [200, 400], query: ['key', 'value'] },
  { call: 'POST /api/Orders/Scroll', statuses: [200, 400] },
  { call: 'GET /api/Orders/Scroll/{scrollId}', statuses: [200, 404] },
  { call: 'POST /api/Orders/Update', statuses: [200, 400, 404, 409], query: ['runWorkflow'] },
  { call: 'PUT /api/Orders/Update', statuses: [200, 400, 404, 409] },
  { call: 'POST /api/Orders/UpdateMany', statuses: [204, 400], query: ['runWorkflow'] },
  { call: 'PATCH /api/Orders/{orderId}/PatchOrder', statuses: [200, 400, 404, 409] },
  { call: 'PATCH /api/Orders/{orderId}/PatchUpdateOrderLines', statuses: [200, 400, 404, 409] },
  { call: 'POST /api/Orders/PatchLineItemIds', statuses: [200, 400, 404] },
  { call: 'POST /api/Orders/{orderId}/OrderLines', statuses: [200, 400, 404, 409], query: ['shipmentId'] },
  { call: 'POST /api/Orders/{orderId}/AddManyOrderLines', statuses: [200, 400, 404, 409], query: ['shipmentId'] },
  {
    call: 'POST /api/Orders/{orderId}/OrderLines/{lineItemId}/Cancel',
    statuses: [200, 400, 404, 409],
    query: ['sendNotifications'],
  },
  { call: 'POST /api/Orders/OrderLines/Cancel', statuses: [200, 400], query: ['sendNotifications'] },
  { call: 'PUT /api/Orders/{orderId}/AddOrderLineProperties', statuses: [200, 400, 404, 409] },
  { call: 'POST /api/Orders/{orderId}/AddPayments', statuses: [200, 400, 404, 409] },
  { call: 'PUT /api/Orders/{orderId}/PutPayments', statuses: [200, 400, 404, 409] },
  { call: 'GET /api/Orders/{orderId}/GetPaymentOptions', statuses: [200, 404] },
  { call: 'POST /api/Orders/AddComment', statuses: [200, 400, 404] },
  { call: 'GET /api/Orders/GetOrderAsPdf/{orderId}', statuses: [200, 404, 429], query: ['templateFile', 'shipmentId'] },
  { call: 'POST /api/Orders/ExportOrders', statuses: [200, 400] },
  { call: 'DELETE /api/Orders/{orderId}', statuses: [200, 404], query: ['deletePermanently'] },
  { call: 'POST /api/Orders/{orderId}/UpdateStatus', statuses: [200, 400, 404, 409] },
  { call: 'POST /api/Orders/{orderId}/OrderLinesUpdate', statuses: [200, 400, 404, 409] },
  { call: 'POST /api/Orders/{cartId}/processCartWorkflowTest/{status}', statuses: [200, 400, 404] },
]

/** Every operation that existing clients call, by the service that has it here. */
export const existingOperations: Readonly<Record<string, readonly ExistingOperation[]>> = {
  'Catalogue and carts': catalogue,
  Accounting: accounting,
  Orders: orders,
}
