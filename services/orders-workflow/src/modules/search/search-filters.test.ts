import t from 'tap'
import { foundIds, storedOrder } from '../../testing/orders/found-orders.ts'
import { testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const DAY = 24 * 60 * 60 * 1000
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString()

const payment = (transactionId: string, fields: object) => ({
  transactionId,
  amount: 50,
  paymentMethodName: 'Card',
  status: 'Processed' as const,
  ...fields,
})

await storedOrder(
  test,
  {
    id: 'RICH',
    orderNumber: 'N-77',
    customerId: 'K-7',
    customerNumber: 'C-100',
    customerName: 'Kari Åse Nordmann',
    customerPhone: '+47 (22) 33-44',
    customerEmail: 'Kari@Example.com',
    contactPerson: { email: 'Per@Example.com', phone: '+46 8 123' },
    customerContact: 'Ola Contact',
    salesPersonId: 'S-1',
    projectIds: ['P-1', 'P-2'],
    subscriptionId: 'SUB-1',
    secretKey: 'secret-1',
    tags: ['vip', 'gift'],
    salesChannel: 'web',
    marketId: 'SWE',
    storeId: 'Stockholm-01',
    status: 'InProgress',
    orderType: 'ClickAndCollect',
    created: '2026-02-10T12:00:00.000Z',
    completed: '2026-02-14T12:00:00.000Z',
    readyForPickup: '2026-02-12T12:00:00.000Z',
    followUpDate: '2026-02-20T12:00:00.000Z',
    requestedDeliveryDate: daysFromNow(2),
    externalIds: [{ id: 'E-1', providerName: 'ERP' }],
    properties: [
      { key: 'color', value: 'red', keyGroup: 'looks' },
      { key: 'size', value: 'L' },
    ],
    errors: [{ occurred: daysFromNow(-1), status: 'Open', severity: 'Error' }],
  },
  {
    isPriority: true,
    lineItems: [
      {
        code: 'CUP',
        productId: 'PR-1',
        serialNumber: 'SN-1',
        productType: 'Kitchen',
        placedPrice: 100,
        quantity: 2,
        updateStock: true,
      },
    ],
    shipments: [
      {
        shippingMethodName: 'Express',
        warehouseCode: 'Central',
        externalIds: [{ id: 'SE-1', providerName: 'Carrier' }],
        properties: [{ key: 'PicklistId', value: 'PICK-1' }],
      },
    ],
    discounts: [{ discountId: 'D-1', discountCode: 'SAVE', discountName: 'Summer', discountType: 'None', rewardType: 'None' }],
    payments: [
      payment('a', {
        transactionType: 'Authorization',
        amount: 200,
        authorizationExpires: daysFromNow(6),
        created: '2026-02-10T12:00:00.000Z',
      }),
      payment('c', { transactionType: 'Capture', paidDate: '2026-02-15T12:00:00.000Z', created: '2026-02-10T12:00:00.000Z' }),
      payment('f', { transactionType: 'Credit', status: 'Failed', paidDate: null, created: '2026-02-18T12:00:00.000Z' }),
    ],
  },
)
await storedOrder(test, {
  id: 'PLAIN',
  errors: [
    ...['Solved', 'Deleted', 'Waiting'].map((status) => ({ occurred: daysFromNow(-1), status, severity: 'Error' })),
    { occurred: daysFromNow(-1), severity: 'Warning', key: 'ReduceInventory' },
  ],
  requestedDeliveryDate: daysFromNow(-1),
})

type Case = [title: string, finds: Record<string, unknown>[], findsNot: Record<string, unknown>[]]

const property = (key: string, value?: string, keyGroup?: string) => ({ key, value, keyGroup })

/** Each filter with requests that find only the rich order, and with ones that find none. */
const cases: Case[] = [
  [
    'orderNumber, by number and by id',
    [{ orderNumber: 'N-77' }, { orderNumber: 'RICH' }, { orderNumber: '#N-77' }, { orderNumber: '# N-77' }],
    [{ orderNumber: 'n-77' }, { orderNumber: 'N-7' }, { orderNumber: '#' }, { orderNumber: 'N-77#' }],
  ],
  ['customerId', [{ customerId: 'K-7' }], [{ customerId: 'k-7' }, { customerId: 'K' }]],
  ['customerIds', [{ customerIds: ['X', 'K-7'] }], [{ customerIds: ['X'] }, { customerIds: ['K-7'], customerId: 'X' }]],
  ['customerNumber', [{ customerNumber: 'C-100' }], [{ customerNumber: 'C-10' }]],
  [
    'customerName, a part in any case',
    [{ customerName: 'åSE nord' }, { customerName: 'k' }],
    [{ customerName: 'Ase' }, { customerName: 'karinord' }],
  ],
  ['email, in any case', [{ email: 'KARI@example.COM' }], [{ email: 'kari@example' }]],
  ['phone, by its digits', [{ phone: '4722 3344' }], [{ phone: '223344' }, { phone: 'no digits' }]],
  ['contactPersonEmail, in any case', [{ contactPersonEmail: 'per@EXAMPLE.com' }], [{ contactPersonEmail: 'kari@example.com' }]],
  ['contactPersonPhone, by its digits', [{ contactPersonPhone: '468123' }], [{ contactPersonPhone: '47223344' }]],
  ['customerContact, in any case', [{ customerContact: 'OLA contact' }], [{ customerContact: 'Ola' }]],
  ['salesPersonId', [{ salesPersonId: 'S-1' }], [{ salesPersonId: 's-1' }]],
  ['projectId', [{ projectId: 'P-1' }, { projectId: 'P-2' }], [{ projectId: 'P-4' }]],
  ['subscriptionId', [{ subscriptionId: 'SUB-1' }], [{ subscriptionId: 'SUB' }]],
  ['secretKey', [{ secretKey: 'secret-1' }], [{ secretKey: 'secret-2' }]],
  ['selectedStores', [{ selectedStores: ['Stockholm-01', '142'] }], [{ selectedStores: ['stockholm-01'] }]],
  ['selectedMarkets', [{ selectedMarkets: ['SWE', 'GBR'] }], [{ selectedMarkets: ['swe'] }]],
  ['selectedStatuses, in any case', [{ selectedStatuses: ['inPROGRESS', 'Shipped'] }], [{ selectedStatuses: ['Shipped'] }]],
  ['excludedStatuses, in any case', [{ excludedStatuses: ['NEW'] }], [{ excludedStatuses: ['new', 'INPROGRESS'] }]],
  ['salesChannels', [{ salesChannels: ['web', 'app'] }], [{ salesChannels: ['Web'] }]],
  ['orderType', [{ orderType: 'ClickAndCollect' }], [{ orderType: 'Pos' }]],
  ['tags, all of them', [{ tags: ['vip'] }, { tags: ['gift', 'vip'] }], [{ tags: ['vip', 'other'] }, { tags: ['VIP'] }]],
  [
    'excludedTags, none of them',
    [{ excludedTags: ['other'], selectedMarkets: ['SWE'] }],
    [{ excludedTags: ['other', 'vip'], selectedMarkets: ['SWE'] }],
  ],
  [
    'createdFrom',
    [{ createdFrom: '2026-02-10T12:00:00Z', createdTo: '2026-02-10T12:00:00Z' }],
    [{ createdFrom: '2026-02-10T12:00:00.001Z', createdTo: '2026-02-28' }],
  ],
  ['createdTo', [{ createdTo: '2026-02-10' }], [{ createdTo: '2026-02-10T11:59:59.999Z' }]],
  [
    'completedFrom/To',
    [{ completedFrom: '2026-02-14', completedTo: '2026-02-14' }],
    [{ completedFrom: '2026-02-15' }, { completedTo: '2026-02-13' }],
  ],
  [
    'readyForPickupFrom/To',
    [{ readyForPickupFrom: '2026-02-12', readyForPickupTo: '2026-02-12' }],
    [{ readyForPickupFrom: '2026-02-13' }, { readyForPickupTo: '2026-02-11' }],
  ],
  [
    'followUpDateFrom/To',
    [{ followUpDateFrom: '2026-02-20', followUpDateTo: '2026-02-20' }],
    [{ followUpDateFrom: '2026-02-21' }, { followUpDateTo: '2026-02-19' }],
  ],
  [
    'productNumbers, by code and product id',
    [{ productNumbers: ['CUP', 'X'], selectedMarkets: ['SWE'] }, { productNumbers: ['PR-1'] }],
    [{ productNumbers: ['cup'] }],
  ],
  ['productSerialNumbers', [{ productSerialNumbers: ['SN-1'] }], [{ productSerialNumbers: ['SN-2'] }]],
  ['productTypes', [{ productTypes: ['Kitchen', 'X'] }], [{ productTypes: ['Kit'] }]],
  ['paymentStatuses', [{ paymentStatuses: ['Authorized', 'OverPaid'] }], [{ paymentStatuses: ['Paid'] }]],
  ['fulfilmentStatuses', [{ fulfilmentStatuses: ['Unfulfilled', ''], tags: ['vip'] }], [{ fulfilmentStatuses: ['Returned'] }]],
  ['inventoryStatus', [{ inventoryStatus: 'NotInStock', selectedMarkets: ['SWE'] }], [{ inventoryStatus: 'InStock' }]],
  [
    'inventoryStatuses',
    [{ inventoryStatuses: ['NotInStock', 'PartiallyInStock'], selectedMarkets: ['SWE'] }],
    [{ inventoryStatuses: ['InStock'] }, { inventoryStatuses: ['NotInStock'], inventoryStatus: 'InStock' }],
  ],
  [
    'totalFrom/To, both included',
    [
      { totalFrom: 200, totalTo: 200, tags: ['vip'] },
      { totalFrom: 199.99, tags: ['vip'] },
    ],
    [{ totalFrom: 200.01 }, { totalTo: 199.99, tags: ['vip'] }],
  ],
  ['shippingMethodNames', [{ shippingMethodNames: ['Express', 'X'] }], [{ shippingMethodNames: ['express'] }]],
  ['shippingMethodName', [{ shippingMethodName: 'Express' }], [{ shippingMethodName: 'Home', shippingMethodNames: ['Express'] }]],
  [
    'selectedDiscounts, by id, code and name',
    [{ selectedDiscounts: ['D-1'] }, { selectedDiscounts: ['X', 'SAVE'] }, { selectedDiscounts: ['Summer'] }],
    [{ selectedDiscounts: ['save'] }],
  ],
  [
    'externalIds, by id and with the provider',
    [{ externalIds: ['E-1'] }, { externalIds: ['ERP:E-1', 'X'] }],
    [{ externalIds: ['erp:E-1'] }, { externalIds: ['SE-1'] }],
  ],
  [
    'shipmentExternalIds, likewise',
    [{ shipmentExternalIds: ['SE-1'] }, { shipmentExternalIds: ['Carrier:SE-1'] }],
    [{ shipmentExternalIds: ['E-1'] }],
  ],
  [
    'excludedShipmentExternalIdProviders',
    [{ excludedShipmentExternalIdProviders: ['Other'], selectedMarkets: ['SWE'] }],
    [{ excludedShipmentExternalIdProviders: ['Carrier'], selectedMarkets: ['SWE'] }],
  ],
  ['picklistIds', [{ picklistIds: ['PICK-1'] }], [{ picklistIds: ['PICK-2'] }]],
  ['urgent', [{ urgent: true }], []],
  ['futureDeliveries', [{ futureDeliveries: true }], []],
  ['hasErrors: neither closed nor Waiting nor of stock', [{ hasErrors: true }], []],
  [
    'errorSeverities, of open errors',
    [{ errorSeverities: ['Error'] }, { errorSeverities: ['Error', 'Warning'], selectedMarkets: ['SWE'] }],
    [{ errorSeverities: ['Warning'], selectedMarkets: ['SWE'] }],
  ],
  [
    'property, in its group when that is sent',
    [{ property: property('color', 'red') }, { property: property('color', 'red', 'looks') }],
    [
      { property: property('color', 'blue') },
      { property: property('size', 'L', 'looks') },
      { property: property('COLOR', 'red') },
    ],
  ],
  [
    'properties, all of them',
    [{ properties: [property('color', 'red'), property('size', 'L')] }],
    [{ properties: [property('color', 'red'), property('size', 'M')] }],
  ],
  ['a property without a value: one that has none', [], [{ property: { key: 'color' } }]],
]

for (const [title, finds, findsNot] of cases) {
  t.test(`given the filter ${title}, when orders are searched by it, then only a matching value finds the order`, async (t) => {
    for (const request of finds) t.same(await foundIds(test, request), ['RICH'], JSON.stringify(request))
    for (const request of findsNot) t.same(await foundIds(test, request), [], JSON.stringify(request))
  })
}

t.test('when orders are filtered by modified date, then both ends are included', async (t) => {
  const order = await storedOrder(test, { id: 'MODIFIED', customerId: 'M' })
  const { modified } = order
  const before = new Date(Date.parse(modified) - 1).toISOString()
  const after = new Date(Date.parse(modified) + 1).toISOString()
  const find = (range: object) => foundIds(test, { customerId: 'M', ...range })
  t.same(await find({ modifiedFrom: modified, modifiedTo: modified }), ['MODIFIED'])
  t.same(await find({ modifiedFrom: after }), [])
  t.same(await find({ modifiedTo: before }), [])
})

t.test('when several payment filters are sent, then one payment must match all of them', async (t) => {
  const find = (request: object) => foundIds(test, { selectedMarkets: ['SWE'], ...request })
  const found = ['RICH']
  t.same(await find({ paymentTransactionTypes: ['Sale', 'Capture'] }), found)
  t.same(await find({ paymentTransactionTypes: ['Void'] }), [])
  t.same(await find({ paymentTransactionStatus: 'Failed' }), found)
  t.same(await find({ paymentTransactionStatus: 'Failed', paymentTransactionTypes: ['Credit'] }), found)
  t.same(await find({ paymentTransactionStatus: 'Failed', paymentTransactionTypes: ['Capture'] }), [], 'the capture went well')
  t.same(
    await find({ paymentTransactionDateFrom: '2026-02-15', paymentTransactionDateTo: '2026-02-15' }),
    found,
    'by its paid date',
  )
  t.same(
    await find({ paymentTransactionDateFrom: '2026-02-18', paymentTransactionDateTo: '2026-02-18' }),
    found,
    'created, where it has no paid date',
  )
  t.same(
    await find({ paymentTransactionDateFrom: '2026-02-16', paymentTransactionDateTo: '2026-02-17' }),
    [],
    'between two payments',
  )
  t.same(await find({ paymentTransactionDateFrom: '2026-02-19' }), [])
  t.same(await find({ paymentTransactionDateTo: '2026-02-09' }), [])
  t.same(await find({ paymentTransactionDateFrom: '2026-02-18' }), found)
  t.same(await find({ paymentTransactionDateTo: '2026-02-10T12:00:00Z' }), found)
  t.same(
    await find({
      paymentTransactionTypes: ['Capture'],
      paymentTransactionDateFrom: '2026-02-15',
      paymentTransactionDateTo: '2026-02-15',
    }),
    found,
  )
  t.same(
    await find({ paymentTransactionTypes: ['Capture'], paymentTransactionDateFrom: '2026-02-18' }),
    [],
    'only the credit is that late',
  )
  t.same(await find({ paymentTransactionStatus: 'Failed', paymentTransactionDateTo: '2026-02-17' }), [])
})

t.test(
  'given an authorisation that expires within 7 days, when orders are searched by it, then it counts while a part is open',
  async (t) => {
    const authorised = (id: string, days: number, further: object[] = []) =>
      storedOrder(
        test,
        { id, customerId: 'AUTH' },
        {
          payments: [
            payment(id, { transactionType: 'Authorization', amount: 100, authorizationExpires: daysFromNow(days) }),
            ...further,
          ],
        },
      )
    await authorised('auth-soon', 6.9)
    await authorised('auth-late', 7.1)
    await authorised('auth-over', -30)
    await authorised('auth-captured', 1, [payment('auth-captured', { transactionType: 'Capture', amount: 100 })])
    await authorised('auth-part', 1, [payment('auth-part', { transactionType: 'Capture', amount: 99 })])
    await authorised('auth-void', 1, [payment('auth-void', { transactionType: 'Void', amount: 100 })])
    const found = await foundIds(test, { customerId: 'AUTH', showOrdersWithAuthExpires: true })
    t.same(found, ['auth-over', 'auth-part', 'auth-soon'])
    t.equal((await foundIds(test, { customerId: 'AUTH', showOrdersWithAuthExpires: false })).length, 6)
  },
)

t.test('when a filter is false, null, empty or blank, then it is no filter', async (t) => {
  const all = await foundIds(test, {})
  const flags = ['urgent', 'hasErrors', 'futureDeliveries', 'showOrdersWithAuthExpires', 'isPickable']
  const texts = [
    'orderNumber',
    'orderType',
    'email',
    'phone',
    'customerName',
    'customerId',
    'searchText',
    'secretKey',
    'shippingMethodName',
  ]
  const words = ['inventoryStatus', 'paymentTransactionStatus']
  const lists = [
    'selectedStores',
    'selectedStatuses',
    'excludedStatuses',
    'tags',
    'excludedTags',
    'paymentStatuses',
    'fulfilmentStatuses',
    'warehouseCodes',
    'customerIds',
    'externalIds',
  ]
  for (const name of flags) for (const value of [false, null]) t.same(await foundIds(test, { [name]: value }), all, name)
  for (const name of [...texts, ...words])
    for (const value of ['', null]) t.same(await foundIds(test, { [name]: value }), all, name)
  for (const name of lists) for (const value of [[], [''], null]) t.same(await foundIds(test, { [name]: value }), all, name)
  for (const value of [{}, { key: '' }, { value: '' }, null]) t.same(await foundIds(test, { property: value }), all)
  t.same(await foundIds(test, { properties: [{}] }), all)
  t.same(await foundIds(test, { createdFrom: '', createdTo: '0001-01-01T00:00:00', unknownMember: 1 }), all)
  t.same(await foundIds(test, { createdFrom: '2026-03-02', createdTo: '2026-02-01' }), [], 'an empty range is no error')
})

t.test('when several filters and values are sent, then they are combined', async (t) => {
  t.same(
    await foundIds(test, { tags: ['vip'], productNumbers: ['CUP'], hasErrors: true, customerName: 'kari', searchText: 'CUP' }),
    ['RICH'],
  )
  t.same(await foundIds(test, { tags: ['vip'], productNumbers: ['CUP'], orderType: 'Online' }), [])
  t.same(
    await foundIds(test, { SELECTEDSTORES: ['Stockholm-01'], InventoryStatus: 'notinstock' }),
    ['RICH'],
    'names and words in any case',
  )
})
