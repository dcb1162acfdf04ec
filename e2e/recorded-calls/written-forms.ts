import { line, order, type RecordedCall } from './recorded-call.ts'

const json = 'application/json; charset=utf-8'

const bodies: readonly RecordedCall[] = [
  {
    what: 'application/json-patch+json with a plain object, as Swagger clients of .NET send it',
    call: 'PATCH /api/Orders/rec-1/PatchOrder',
    headers: { 'content-type': 'application/json-patch+json' },
    body: '{"customerReference":"PO 7","properties":[{"key":"Gift","value":"yes"}]}',
    status: 200,
    response: { isModified: true },
  },
  {
    what: 'text/json',
    call: 'POST /api/Orders',
    headers: { 'content-type': 'text/json' },
    body: JSON.stringify(order('rec-2')),
    status: 201,
  },
  {
    what: 'another type that ends in +json',
    call: 'POST /api/Orders',
    headers: { 'content-type': 'application/vnd.shop.order+json' },
    body: JSON.stringify(order('rec-3')),
    status: 201,
  },
  {
    what: 'no type at all',
    call: 'POST /api/Orders',
    headers: { 'content-type': null },
    body: JSON.stringify(order('rec-4')),
    status: 201,
  },
  {
    what: 'a byte order mark before the JSON',
    call: 'POST /api/Orders',
    headers: { 'content-type': json },
    body: `\ufeff${JSON.stringify(order('rec-5'))}`,
    status: 201,
  },
  {
    what: 'a body in pieces without its length',
    call: 'POST /api/Orders',
    body: order('rec-6', { customerName: 'Åse Ødegård' }),
    isChunked: true,
    status: 201,
    response: { customerName: 'Åse Ødegård' },
  },
  {
    what: 'Expect: 100-continue, as older .NET clients send it with every body',
    call: 'POST /api/Orders',
    headers: { expect: '100-continue' },
    body: order('rec-7'),
    status: 201,
  },
  {
    what: 'null for every field that has no value, lists included',
    call: 'POST /api/Orders',
    body: order('rec-8', {
      customerName: null,
      billingAddress: null,
      contactPerson: null,
      properties: null,
      tags: null,
      returnOrderForms: null,
      completed: null,
      paymentTermsNet: null,
    }),
    status: 201,
    response: { customerName: null, billingAddress: null, properties: [], tags: [] },
  },
  {
    what: 'fields that nobody knows',
    call: 'POST /api/Orders',
    body: order('rec-9', { _etag: 'W/"1"', odata: { context: 'x' }, orderForm: { lineItems: [{ ...line, $type: 'Line' }] } }),
    status: 201,
  },
  {
    what: 'the order as it was read, sent back as a whole',
    call: 'PUT /api/Orders/Update',
    body: order('rec-9', { customerName: 'Ola Nordmann', modified: '2026-01-01T00:00:00Z', total: 250, versionId: null }),
    status: 200,
    response: { order: { customerName: 'Ola Nordmann' } },
  },
  { what: 'a number as text is none', call: 'POST /api/Orders/Search', body: { take: '5' }, status: 400 },
  {
    what: 'JSON that ends early',
    call: 'POST /api/Orders',
    body: '{"id":"rec-x"',
    status: 400,
    response: { error: 'MalformedJson' },
  },
]

const dates: readonly RecordedCall[] = [
  {
    what: 'dates without a zone, with another zone, with seven digits of a fraction, and alone',
    call: 'POST /api/Orders',
    body: order('rec-d1', {
      created: '2026-01-31T12:00:00',
      received: '2026-01-31T12:00:00.1234567',
      requestedDeliveryDate: '2026-02-02T10:00:00+02:00',
      followUpDate: '2026-02-03',
    }),
    status: 201,
    response: {
      created: '2026-01-31T12:00:00.000Z',
      requestedDeliveryDate: '2026-02-02T08:00:00.000Z',
      followUpDate: '2026-02-03T00:00:00.000Z',
    },
  },
  {
    what: 'the first day of .NET and an empty text for no date',
    call: 'POST /api/Orders',
    body: order('rec-d2', { requestedDeliveryDate: '0001-01-01T00:00:00', followUpDate: '' }),
    status: 201,
    response: { requestedDeliveryDate: null, followUpDate: null },
  },
  {
    what: 'a day alone as the upper end of a range is the whole day',
    call: 'POST /api/Orders/Search',
    body: { createdFrom: '2026-01-31', createdTo: '2026-01-31' },
    status: 200,
    response: { totalHits: 1, result: [{ id: 'rec-d1' }] },
  },
  { what: 'a date that there is not', call: 'POST /api/Orders/Search', body: { createdFrom: '2026-02-30' }, status: 400 },
]

const words: readonly RecordedCall[] = [
  {
    what: 'words in another letter case, a sort order and a filter',
    call: 'POST /api/Orders/Search',
    body: { SortOrder: 'createdDESCENDING', PaymentStatuses: ['notpaid'], Take: 1 },
    status: 200,
    response: { result: [{ storeId: 'Oslo-01' }] },
  },
  {
    what: 'empty texts and nulls for filters that are not used',
    call: 'POST /api/Orders/Search',
    body: { searchText: '', orderType: null, inventoryStatus: '', sortOrder: '', selectedStores: null, take: 1 },
    status: 200,
  },
  {
    what: 'a discount type as the number of the enumeration',
    call: 'POST /api/Orders',
    body: order('rec-w1', {
      orderForm: {
        lineItems: [{ ...line, orderLineDiscounts: [{ discountName: 'Ten off', rewardType: 1, discountAmount: 10 }] }],
      },
    }),
    status: 201,
  },
  {
    what: 'several statuses, some unknown, in a filter',
    call: 'POST /api/Orders/Search',
    body: { selectedStatuses: ['New', 'Unheard-of'], excludedStatuses: ['Completed'], take: 1 },
    status: 200,
  },
]

/** Bodies, dates and words as clients write them. */
export const writtenForms: readonly RecordedCall[] = [...bodies, ...dates, ...words]
