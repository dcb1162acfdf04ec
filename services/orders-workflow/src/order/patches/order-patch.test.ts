import type { Order } from '@oms/contracts/orders/order'
import t, { type Test } from 'tap'
import { patching } from '../../testing/orders/patching.ts'
import { type SampleOrder, sampleOrder } from '../../testing/sample-order.ts'

const { patched, stored } = await patching()

const order = (fields: object = {}) => stored(sampleOrder({ lineItems: [{ placedPrice: 100 }] }, fields as SampleOrder))
const property = (key: string, value: string, keyGroup: string | null = null) => ({ key, keyGroup, value, valueType: null })

function refuses(t: Test, work: () => unknown, { code = 'ValidationFailed', path }: { code?: string; path?: string }): void {
  const errors = path === undefined ? {} : { details: { errors: { [path]: [String] } } }
  t.throws(work, { code, ...errors } as never)
}

t.test('sent fields are set, null and absent ones stay', async (t) => {
  const before = order({ customerName: 'Kari', customerEmail: 'kari@example.com', paymentTermsNet: 14 })
  const after = patched(before, { customerName: 'Ola', customerEmail: null, PAYMENTTERMSNET: 30 })
  t.match(after, { customerName: 'Ola', customerEmail: 'kari@example.com', paymentTermsNet: 30 })
})

t.test('a patch with the values of the order returns the same order', async (t) => {
  const before = order({ customerName: 'Kari', tags: ['a'], billingAddress: { city: 'Oslo' } })
  const body = { customerName: 'Kari', tags: ['a'], billingAddress: { city: 'Oslo' }, forceUpdate: ['customerPhone'] }
  t.equal(patched(before, body), before)
  t.equal(patched(before, {}), before)
  t.equal(patched(before, { contactPerson: {}, orderForm: {}, properties: [] }), before)
})

t.test('nested objects are merged field by field', async (t) => {
  const before = order({ billingAddress: { city: 'Oslo', postalCode: '0150' } })
  const after = patched(before, {
    billingAddress: { city: 'Bergen' },
    contactPerson: { firstName: 'Kari', address: { city: 'Voss' } },
  })
  t.match(after.billingAddress, { city: 'Bergen', postalCode: '0150' })
  t.match(after.contactPerson, { firstName: 'Kari', lastName: null, roles: [], address: { city: 'Voss', name: null } })
  const again = patched(after, { contactPerson: { address: { name: 'Home' } } })
  t.match(again.contactPerson, { firstName: 'Kari', address: { city: 'Voss', name: 'Home' } })
})

t.test('calculated and read-only properties are ignored', async (t) => {
  const before = order({ properties: [] })
  const ignored = {
    total: 1,
    netTotal: 2,
    remainingPayment: 0,
    completed: '2026-01-01',
    readyForPickup: '2026-01-01',
    customerPickupDeadline: '2026-01-01',
    isNewCustomer: true,
    modified: '2026-01-01',
    modifiedBy: 'me',
    versionId: 'v',
    customerGroups: ['vip'],
    ignorePromotions: true,
    orderForm: {
      subTotal: 5,
      fullRefund: true,
      creditShipmentAmount: 5,
      chargeShipmentCostAmount: 5,
      lineItems: [
        { lineItemId: '1', extendedPrice: 3, taxTotal: 1, reservedInventoryQuantity: 7, creditedAmount: 2, costTotal: 4 },
      ],
    },
  }
  t.equal(patched(before, ignored), before)
})

t.test('a patched status changes the order and not its shipments', async (t) => {
  const before = stored(sampleOrder({ lineItems: [{ placedPrice: 100 }], shipments: [{}] }, { status: 'Queued' }))
  const after = patched(before, { status: 'Completed' })
  t.equal(after.status, 'Completed')
  t.not(after.updateStatusDate, before.updateStatusDate)
  t.match(after.orderForm.shipments, [{ orderStatus: null, status: null, lineItems: [{ deliveredQuantity: 0 }] }])
  t.equal(patched(after, { updateStatusDate: '2026-01-02', status: 'InTransit' }).updateStatusDate, '2026-01-02T00:00:00.000Z')
})

t.test('a status must be one of the type that the order then has', async (t) => {
  refuses(t, () => patched(order(), { status: 'PickedUp' }), { path: 'status' })
  refuses(t, () => patched(order(), { status: 'completed' }), { path: 'status' })
  t.match(patched(order(), { status: 'PickedUp', orderType: 'ClickAndCollect' }), { status: 'PickedUp' })
  refuses(t, () => patched(order({ status: 'InTransit' }), { orderType: 'Pos' }), { path: 'status' })
})

t.test('a status that enforces transitions can only be left by one of them', async (t) => {
  const strict = await patching((config) => ({
    ...config,
    orderTypes: config.orderTypes.map((type) => ({
      ...type,
      orderStatuses: type.orderStatuses.map((status) =>
        status.name === 'New' ? { ...status, enforceAvailableStepsPolicy: true, availableSteps: ['InProgress'] } : status,
      ),
    })),
  }))
  const before = order()
  const refused = { code: 'TransitionNotAllowed', message: /InProgress/ } as never
  t.throws(() => strict.patched(before, { status: 'Completed' }), refused)
  t.throws(() => strict.patched(before, { status: 'Completed', orderType: 'Pos' }), refused)
  t.equal(strict.patched(before, { status: 'InProgress' }).status, 'InProgress')
  t.equal(strict.patched(before, { status: 'New', customerName: 'Ola' }).customerName, 'Ola')
})

t.test('store, market, type and currency must be configured, except for values that the order has', async (t) => {
  refuses(t, () => patched(order(), { storeId: 'Nowhere' }), { path: 'storeId' })
  refuses(t, () => patched(order(), { storeId: '' }), { path: 'storeId' })
  refuses(t, () => patched(order(), { marketId: 'XXX' }), { path: 'marketId' })
  refuses(t, () => patched(order(), { orderType: 'Barter' }), { path: 'orderType' })
  refuses(t, () => patched(order(), { billingCurrency: 'NOPE' }), { path: 'billingCurrency' })
  t.equal(patched(order(), { billingCurrency: 'sek' }).billingCurrency, 'SEK')
  const old = { ...order(), storeId: 'Closed', marketId: 'GONE' }
  t.equal(patched(old, { storeId: 'Closed', marketId: 'GONE', customerName: 'Ola' }).customerName, 'Ola')
})

t.test('a market may be emptied, but not that of an order of a point of sale', async (t) => {
  t.equal(patched(order(), { forceUpdate: ['marketId'] }).marketId, null)
  const pos = order({ orderType: 'Pos', status: 'Completed' })
  refuses(t, () => patched(pos, { forceUpdate: ['marketId'] }), { path: 'marketId' })
})

t.test('an id in the body must be that of the order', async (t) => {
  t.equal(patched(order(), { id: 'O-1', customerName: 'Ola' }).id, 'O-1')
  refuses(t, () => patched(order(), { id: 'O-2' }), { path: 'id' })
})

t.test('a read-only order accepts only a patch that unlocks it', async (t) => {
  const locked = order({ isReadOnly: true })
  for (const body of [{ customerName: 'Ola' }, {}, { isReadOnly: true }])
    refuses(t, () => patched(locked, body), { code: 'OrderIsReadOnly' })
  t.match(patched(locked, { isReadOnly: false, customerName: 'Ola' }), { isReadOnly: false, customerName: 'Ola' })
  t.equal(patched(order(), { isReadOnly: true }).isReadOnly, true)
})

t.test('a deleted order refuses every patch, also one that unlocks it', async (t) => {
  for (const body of [{ customerName: 'Ola' }, { isReadOnly: false }, { status: 'New' }])
    refuses(t, () => patched(order({ status: 'Deleted', isReadOnly: true }), body), { code: 'OrderIsDeleted' })
})

t.test('a patch with several invalid fields is refused with the paths of all of them', async (t) => {
  const body = {
    storeId: 'Nowhere',
    forceUpdate: ['colour'],
    orderForm: { lineItems: [{ lineItemId: '1', quantity: 0 }], payments: [{ amount: 5 }] },
  }
  const paths = ['forceUpdate[0]', 'orderForm.lineItems[0].quantity', 'orderForm.payments[0].status', 'storeId']
  t.throws(() => patched(order(), body), {
    details: { errors: Object.fromEntries(paths.map((path) => [path, [String]])) },
  } as never)
})

t.test('the given order is not changed', async (t) => {
  const before: Order = order({ tags: ['a'], properties: [property('a', '1')] })
  const text = JSON.stringify(before)
  patched(before, {
    tags: ['b'],
    properties: [property('a', '2')],
    propertiesRemovalConditions: [{ key: 'a' }],
    orderForm: { lineItems: [{ lineItemId: '1', quantity: 3, properties: [property('x', '1')] }], handlingTotal: 5 },
  })
  t.equal(JSON.stringify(before), text)
})
