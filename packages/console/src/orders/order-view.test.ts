import t from 'tap'
import { changedView, isNarrowed, readOrderView, toOrderSearch } from './order-view.ts'

t.test('given an address with everything, when it is read, then the search has every filter', async (t) => {
  const view = readOrderView({
    text: 'hansen',
    status: ['New', 'Picking'],
    notStatus: ['Completed'],
    store: ['Oslo-01'],
    type: 'Online',
    payment: ['NotPaid', 'Unknown'],
    errors: true,
    holds: 'true',
    tag: ['gift', 'vip'],
    method: 'Express',
    warehouse: 'Central',
    product: 'CUP',
    hold: 'FraudCheck',
    stock: ['NotInStock', 'Gone'],
    number: '#1001',
    customer: 'kari',
    customerId: 'K-1',
    totalFrom: '100.5',
    totalTo: 900,
    expiring: 'true',
    urgent: true,
    pickable: 'true',
    sort: 'TotalDescending',
    columns: ['status'],
  })
  t.strictSame(toOrderSearch(view), {
    searchText: 'hansen',
    orderNumber: '#1001',
    selectedStatuses: ['New', 'Picking'],
    excludedStatuses: ['Completed'],
    selectedStores: ['Oslo-01'],
    orderType: 'Online',
    paymentStatuses: ['NotPaid'],
    tags: ['gift', 'vip'],
    shippingMethodNames: ['Express'],
    warehouseCodes: ['Central'],
    productNumbers: ['CUP'],
    holdReasons: ['FraudCheck'],
    inventoryStatuses: ['NotInStock'],
    customerName: 'kari',
    customerId: 'K-1',
    totalFrom: 100.5,
    totalTo: 900,
    showOrdersWithAuthExpires: true,
    urgent: true,
    isPickable: true,
    hasErrors: true,
    hasHolds: true,
    sortOrder: 'TotalDescending',
  })
})

t.test(
  'given an address that nobody could have made by clicking, when it is read, then what is not understood is left out',
  async (t) => {
    const raw = {
      text: '',
      status: [1, ''],
      store: 'Oslo-01',
      errors: 'yes',
      from: '2026-99-99',
      to: 'soon',
      totalFrom: '1e3',
      totalTo: '-1',
      sort: 'Newest',
      unknown: 1,
    }
    t.strictSame(readOrderView(raw), { store: ['Oslo-01'] })
  },
)

t.test('given two days, when they are searched for, then both are within from their begin to their end', async (t) => {
  const { createdFrom, createdTo } = toOrderSearch({ from: '2026-03-01', to: '2026-03-02' })
  t.equal(createdFrom, new Date(2026, 2, 1).toISOString())
  t.equal(createdTo, new Date(2026, 2, 2, 23, 59, 59, 999).toISOString())
})

t.test(
  'given a saved search, when a filter is changed, then it is the saved search no more, and empty filters are gone',
  async (t) => {
    t.strictSame(changedView({ saved: 's1', sort: 'TotalAscending' }, { status: ['New'], text: '', errors: false }), {
      sort: 'TotalAscending',
      status: ['New'],
    })
  },
)

t.test('given views, when one has no filter, then it is not narrowed', async (t) => {
  t.same(
    [isNarrowed({}), isNarrowed({ sort: 'TotalAscending', columns: ['status'] }), isNarrowed({ holds: true })],
    [false, false, true],
  )
})
