import { order, type RecordedCall } from './recorded-call.ts'
import { writtenForms } from './written-forms.ts'

const json = 'application/json; charset=utf-8'

const names: readonly RecordedCall[] = [
  {
    what: 'property names as .NET writes them',
    call: 'POST /api/Orders',
    body: {
      Id: 'rec-1',
      StoreId: 'Oslo-01',
      MarketId: 'NOR',
      OrderType: 'Online',
      Status: 'New',
      CustomerName: 'Kari Hansen',
      OrderForm: { LineItems: [{ LineItemId: '1', Code: 'CUP', Quantity: 2, PlacedPrice: 125, TaxRate: 25 }] },
    },
    status: 201,
    response: { id: 'rec-1', customerName: 'Kari Hansen', orderForm: { lineItems: [{ code: 'CUP', extendedPrice: 250 }] } },
  },
  { what: 'a path in lower case', call: 'GET /api/orders/rec-1', status: 200, response: { id: 'rec-1' } },
  { what: 'a path in capitals, with a slash at its end', call: 'GET /API/ORDERS/rec-1/', status: 200, response: { id: 'rec-1' } },
  { what: 'an id in another letter case is another id', call: 'GET /api/Orders/REC-1', status: 404 },
  {
    what: 'query names in another case, and a boolean of .NET',
    call: 'POST /api/orders/update?RunWorkflow=False',
    body: order('rec-1', { customerName: 'Kari Hansen', customerPhone: '+4799999999' }),
    status: 200,
    response: { isAborted: false, order: { customerPhone: '+4799999999' } },
  },
  {
    what: 'a list in the query as repeated keys',
    call: 'GET /api/Orders/GetOrders/ByIds?ids=rec-1&ids=rec-none',
    status: 200,
    response: { orders: [{ id: 'rec-1' }], missingIds: ['rec-none'] },
  },
  {
    what: 'a list in the query as one key',
    call: 'GET /api/Orders/GetOrders?StoreId=Oslo-01&PageSize=1',
    status: 200,
    response: { result: [{ storeId: 'Oslo-01' }] },
  },
  { what: 'HEAD for whether it is there', call: 'HEAD /api/Orders/rec-1/Exists', status: 200 },
  { what: 'HEAD for whether it is not', call: 'HEAD /api/Orders/rec-none/Exists', status: 404 },
]

const heads: readonly RecordedCall[] = [
  {
    what: 'any Accept',
    call: 'GET /api/Orders/rec-1',
    headers: { accept: 'text/plain' },
    status: 200,
    responseHeaders: { 'content-type': /^application\/json/ },
  },
  { what: 'an Accept that is none', call: 'GET /api/Orders/rec-1', headers: { accept: ';;' }, status: 200 },
  {
    what: 'the token scheme in lower case',
    call: 'GET /api/Orders/rec-1',
    headers: { authorization: 'bearer TOKEN' },
    status: 200,
  },
  {
    what: 'a GET with a type and an empty body, as some connectors send it',
    call: 'GET /api/Orders/rec-1',
    headers: { 'content-type': json },
    status: 200,
  },
  {
    what: 'no token',
    call: 'GET /api/Orders/rec-1',
    headers: { authorization: null },
    status: 401,
    responseHeaders: { 'www-authenticate': /Bearer/ },
  },
  {
    what: 'a version of the order, and the ETag of existing versions',
    call: 'GET /api/Orders/rec-1',
    status: 200,
    responseHeaders: { etag: /^"[^"]+"$/ },
  },
  {
    what: 'a token by the query, for clients that can send no body',
    call: 'POST /api/Token?clientId=demo&clientSecret=demo-secret&returnAsJson=True',
    headers: { authorization: null },
    status: 200,
    response: { tokenType: 'Bearer' },
  },
]

const orders: readonly RecordedCall[] = [
  {
    what: 'a payment is reported twice: it is the same payment',
    call: 'POST /api/Orders/rec-1/AddPayments',
    body: [
      { amount: 250, paymentMethodName: 'Card', transactionId: 'T1', transactionType: 'Authorization', status: 'Processed' },
      { amount: 250, paymentMethodName: 'Card', transactionId: 'T1', transactionType: 'Authorization', status: 'Processed' },
    ],
    status: 200,
    response: { orderForm: { authorizedPaymentTotal: 250 } },
  },
  {
    what: 'a warehouse delivers a part to a shipment that it names itself',
    call: 'POST /api/Orders/rec-1/OrderLinesUpdate',
    body: {
      Status: 'PartiallyShipped',
      LineItemUpdates: [{ LineItemId: '1', DeliveredQuantity: 1, CanceledQuantity: 0, SplitQuantity: 0, Cost: null }],
      ShipmentInfo: { ShipmentId: 'W-1', TrackingNumber: 'TN1', Packages: null },
      IsShippingCostKeptForExistingShipment: false,
      UserId: 'wms',
    },
    status: 200,
    response: { isAborted: false },
  },
  {
    what: 'a status alone, without its workflow',
    call: 'POST /api/Orders/rec-2/UpdateStatus',
    body: { Status: 'InProgress', SkipRunWorkflow: true },
    status: 200,
    response: { order: { status: 'InProgress' } },
  },
  { what: 'a status without its name', call: 'POST /api/Orders/rec-2/UpdateStatus', body: {}, status: 400 },
  {
    what: 'a batch is acknowledged without a body',
    call: 'POST /api/Orders/AddMany',
    body: [order('rec-b1'), order('rec-b2')],
    status: 204,
  },
  {
    what: 'a till sends a finished sale',
    call: 'PUT /api/Orders/PosOrders',
    body: order('rec-p1', { orderNumber: 'P-1' }),
    status: 201,
    response: { orderType: 'Pos', status: 'Completed' },
  },
  { what: 'an id with a slash and a blank, encoded', call: 'POST /api/Orders', body: order('rec/ø 1'), status: 201 },
  { what: 'and read by it', call: 'GET /api/Orders/rec%2F%C3%B8%201', status: 200, response: { id: 'rec/ø 1' } },
  { what: 'a scroll', call: 'POST /api/Orders/Scroll', body: { take: 1 }, status: 200, response: { scrollId: /./ } },
  { what: 'a deletion is soft', call: 'DELETE /api/Orders/rec-b1', status: 200 },
  { what: 'and it is still read by its id', call: 'GET /api/Orders/rec-b1', status: 200, response: { id: 'rec-b1' } },
  {
    what: 'postings of a day without any',
    call: 'POST /api/Accounting/Postings/Search',
    body: { PostingDateFrom: '2001-01-01', PostingDateTo: '2001-01-01' },
    status: 200,
    response: { totalHits: 0, result: [] },
  },
  {
    what: 'an unknown asset',
    call: 'GET /api/products/assets/getassets?assetIds=rec-none',
    status: 404,
    response: { message: /./ },
  },
]

/** Every recorded call, in the order in which they run. */
export const recordedCalls: readonly RecordedCall[] = [...names, ...writtenForms, ...heads, ...orders]
