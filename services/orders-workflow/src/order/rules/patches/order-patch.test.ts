import type { Order } from '@open-oms/contracts/orders/order'
import t, { type Test } from 'tap'
import { patching } from '../../../testing/orders/patch-harness.ts'
import { type SampleOrder, sampleOrder } from '../../../testing/sample-order.ts'

const { patched, stored } = await patching()

const order = (fields: object = {}) => stored(sampleOrder({ lineItems: [{ placedPrice: 100 }] }, fields as SampleOrder))
const property = (key: string, value: string, keyGroup: string | null = null) => ({ key, keyGroup, value, valueType: null })

function refuses(t: Test, work: () => unknown, { code = 'ValidationFailed', path }: { code?: string; path?: string }): void {
  const errors = path === undefined ? {} : { details: { errors: { [path]: [String] } } }
  t.throws(work, { code, ...errors } as never)
}

t.test('given a patch, when it is applied, then sent fields are set and null and absent ones stay', async (t) => {
  const before = order({ customerName: 'Kari', customerEmail: 'kari@example.com', paymentTermsNet: 14 })
  const after = patched(before, { customerName: 'Ola', customerEmail: null, PAYMENTTERMSNET: 30 })
  t.match(after, { customerName: 'Ola', customerEmail: 'kari@example.com', paymentTermsNet: 30 })
})

t.test('given a patch with the values of the order, when it is applied, then the same order is returned', async (t) => {
  const before = order({ customerName: 'Kari', tags: ['a'], billingAddress: { city: 'Oslo' } })
  const body = { customerName: 'Kari', tags: ['a'], billingAddress: { city: 'Oslo' }, forceUpdate: ['customerPhone'] }
  t.equal(patched(before, body), before)
  t.equal(patched(before, {}), before)
  t.equal(patched(before, { contactPerson: {}, orderForm: {}, properties: [] }), before)
})

t.test('given nested objects, when a patch is applied, then they are merged field by field', async (t) => {
  const before = order({ billingAddress: { city: 'Oslo', postalCode: '0150' } })
  const after = patched(before, {
    billingAddress: { city: 'Bergen' },
    contactPerson: { firstName: 'Kari', address: { city: 'Voss' } },
  })
  t.match(after.billingAddress, { city: 'Bergen', postalCode: '0150' })
  t.match(after.contactPerson, { firstName: 'Kari', lastName: null, roles: { length: 0 }, address: { city: 'Voss', name: null } })
  const again = patched(after, { contactPerson: { address: { name: 'Home' } } })
  t.match(again.contactPerson, { firstName: 'Kari', address: { city: 'Voss', name: 'Home' } })
})

t.test('given calculated and read-only fields, when a patch has them, then they are ignored', async (t) => {
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

t.test('given a status, when it is patched, then the order has it and its shipments do not', async (t) => {
  const before = stored(sampleOrder({ lineItems: [{ placedPrice: 100 }], shipments: [{}] }, { status: 'Queued' }))
  const after = patched(before, { status: 'Completed' })
  t.equal(after.status, 'Completed')
  t.not(after.updateStatusDate, before.updateStatusDate)
  t.match(after.orderForm.shipments, [{ orderStatus: null, status: null, lineItems: [{ deliveredQuantity: 0 }] }])
  t.equal(patched(after, { updateStatusDate: '2026-01-02', status: 'InTransit' }).updateStatusDate, '2026-01-02T00:00:00.000Z')
})

t.test('given a status, when it is patched, then it must be one of the type that the order then has', async (t) => {
  refuses(t, () => patched(order(), { status: 'PickedUp' }), { path: 'status' })
  refuses(t, () => patched(order(), { status: 'completed' }), { path: 'status' })
  t.match(patched(order(), { status: 'PickedUp', orderType: 'ClickAndCollect' }), { status: 'PickedUp' })
  refuses(t, () => patched(order({ status: 'InTransit' }), { orderType: 'Pos' }), { path: 'status' })
})

t.test('given a status that enforces transitions, when it is patched, then only they are accepted', async (t) => {
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

t.test('given unknown store, market, type or currency, when they are patched, then it is refused, unless stored', async (t) => {
  refuses(t, () => patched(order(), { storeId: 'Nowhere' }), { path: 'storeId' })
  refuses(t, () => patched(order(), { storeId: '' }), { path: 'storeId' })
  refuses(t, () => patched(order(), { marketId: 'XXX' }), { path: 'marketId' })
  refuses(t, () => patched(order(), { orderType: 'Barter' }), { path: 'orderType' })
  refuses(t, () => patched(order(), { billingCurrency: 'NOPE' }), { path: 'billingCurrency' })
  t.equal(patched(order(), { billingCurrency: 'sek' }).billingCurrency, 'SEK')
  const old = { ...order(), storeId: 'Closed', marketId: 'GONE' }
  t.equal(patched(old, { storeId: 'Closed', marketId: 'GONE', customerName: 'Ola' }).customerName, 'Ola')
})

t.test('given a market, when it is emptied, then it is accepted, but not for a Pos order', async (t) => {
  t.equal(patched(order(), { forceUpdate: ['marketId'] }).marketId, null)
  const pos = order({ orderType: 'Pos', status: 'Completed' })
  refuses(t, () => patched(pos, { forceUpdate: ['marketId'] }), { path: 'marketId' })
})

t.test('given an id in the patch, when it is not that of the order, then it is refused', async (t) => {
  t.equal(patched(order(), { id: 'O-1', customerName: 'Ola' }).id, 'O-1')
  refuses(t, () => patched(order(), { id: 'O-2' }), { path: 'id' })
})

t.test('given a read-only order, when it is patched, then only a patch that unlocks it is accepted', async (t) => {
  const locked = order({ isReadOnly: true })
  for (const body of [{ customerName: 'Ola' }, {}, { isReadOnly: true }])
    refuses(t, () => patched(locked, body), { code: 'OrderIsReadOnly' })
  t.match(patched(locked, { isReadOnly: false, customerName: 'Ola' }), { isReadOnly: false, customerName: 'Ola' })
  t.equal(patched(order(), { isReadOnly: true }).isReadOnly, true)
})

t.test('given a deleted order, when it is patched, then it is refused, also with isReadOnly false', async (t) => {
  for (const body of [{ customerName: 'Ola' }, { isReadOnly: false }, { status: 'New' }])
    refuses(t, () => patched(order({ status: 'Deleted', isReadOnly: true }), body), { code: 'OrderIsDeleted' })
})

t.test('given several invalid fields, when a patch is applied, then all their paths are named', async (t) => {
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

t.test('given an order object, when a patch is applied to it, then the object is not changed', async (t) => {
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
