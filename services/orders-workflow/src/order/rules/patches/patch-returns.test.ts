import type { Order } from '@open-oms/contracts/orders/order'
import t, { type Test } from 'tap'
import { patching } from '../../../testing/orders/patch-harness.ts'
import { sampleOrder } from '../../../testing/sample-order.ts'

const { patched, stored } = await patching()

const replace = { keepExistingListItems: false }
const patchForms = (from: Order, returnOrderForms: object[], options: object = {}) =>
  patched(from, { ...options, returnOrderForms })
const lines = [
  { placedPrice: 100, quantity: 4, deliveredQuantity: 4 },
  { placedPrice: 50, deliveredQuantity: 1 },
]
const order = () =>
  patchForms(stored(sampleOrder({ lineItems: lines, shipments: [{ shippingSubTotal: 60 }] })), [
    { returnId: '1', status: 'New', rmaNumber: 'R1', lineItems: [{ lineItemId: '1', quantity: 1 }] },
  ])
const refuses = (t: Test, work: () => unknown, path: string) =>
  t.throws(work, { code: 'ValidationFailed', details: { errors: { [path]: [String] } } } as never)

t.test('given a return form, when fields are sent, then they are merged and its credit is calculated', async (t) => {
  const before = order()
  t.match(before, { netTotal: 410, returnOrderForms: [{ total: 100, created: String }] })
  const sent = [
    {
      returnId: '1',
      status: 'Completed',
      total: 5,
      externalIds: [{ providerName: 'WMS', id: '7' }],
      properties: [{ key: 'a', value: '1' }],
      errors: [{ key: 'k', message: 'm' }],
      lineItems: [{ lineItemId: '1', quantity: 2, returnReason: 'broken' }],
    },
  ]
  const after = patchForms(before, sent)
  t.match(after.returnOrderForms, [
    {
      status: 'Completed',
      rmaNumber: 'R1',
      total: 200,
      externalIds: [{ id: '7' }],
      errors: [{ occurred: String }],
      lineItems: [{ lineItemId: '1', quantity: 2, returnReason: 'broken' }],
    },
  ])
  t.equal(after.netTotal, 310)
  t.not(after.returnOrderForms[0]?.modified, before.returnOrderForms[0]?.modified)
  t.equal(after.returnOrderForms[0]?.created, before.returnOrderForms[0]?.created)
  t.equal(patchForms(after, sent), after)
})

t.test('given unknown lines, when a return form is patched, then they are added by default', async (t) => {
  const lineItems = [{ lineItemId: '2', quantity: 1 }]
  const added = patchForms(order(), [{ returnId: '1', lineItems }])
  t.same(
    added.returnOrderForms[0]?.lineItems.map(({ lineItemId }) => lineItemId),
    ['1', '2'],
  )
  const asked = patchForms(order(), [{ returnId: '1', lineItems, shouldAddMissingLineItems: true }])
  t.equal(asked.returnOrderForms[0]?.lineItems.length, 2)
  const before = order()
  t.equal(patchForms(before, [{ returnId: '1', lineItems, shouldAddMissingLineItems: false }]), before)
  const replaced = patchForms(before, [{ returnId: '1', lineItems, replaceLineItemsArray: true }])
  t.same(
    replaced.returnOrderForms[0]?.lineItems.map(({ lineItemId }) => lineItemId),
    ['2'],
  )
  t.equal(replaced.returnOrderForms[0]?.rmaNumber, 'R1')
})

t.test('given credited and charged shipping, when a return form is patched, then its totals have them', async (t) => {
  const sent = [{ returnId: '1', creditShipmentAmount: 49.005, chargeShipmentCostAmount: 20 }]
  const after = patchForms(order(), sent)
  t.match(after.returnOrderForms, [{ shippingCreditedTotal: 49.01, returnCharges: [{ amount: 20 }], total: 129.01 }])
  t.equal(patchForms(after, sent), after)
  t.match(patchForms(after, [{ returnId: '1', chargeShipmentCostAmount: 30 }]).returnOrderForms[0]?.returnCharges, [
    { amount: 30 },
  ])
  refuses(t, () => patchForms(after, [{ returnId: '1', creditShipmentAmount: -1 }]), 'returnOrderForms[0].creditShipmentAmount')
})

t.test('given a new return form, when it is sent twice, then it is numbered and added once', async (t) => {
  const sent = [{ returnType: 'Claim', lineItems: [{ lineItemId: '2', quantity: 1 }] }]
  const after = patchForms(order(), sent)
  t.match(after.returnOrderForms[1], { returnId: '2', created: String, modified: String, total: 50 })
  t.equal(patchForms(after, sent), after)
})

t.test('given payments of a return form, when they are patched, then they are found by the keys of payments', async (t) => {
  const credit = { amount: 10, paymentMethodName: 'Card', transactionId: 'c', transactionType: 'Credit', status: 'Pending' }
  const once = patchForms(order(), [{ returnId: '1', payments: [credit] }])
  const twice = patchForms(once, [
    { returnId: '1', payments: [{ transactionId: 'c', transactionType: 'Credit', status: 'Processed' }] },
  ])
  t.match(twice.returnOrderForms[0], { payments: [{ id: /given/, amount: 10 }], creditPaymentTotal: 10 })
  refuses(t, () => patchForms(once, [{ returnId: '1', payments: [{ amount: 5 }] }]), 'returnOrderForms[0].payments[0].status')
})

t.test('given lines without id, wrong numbers or a form twice, when return forms are patched, then it is refused', async (t) => {
  const at = 'returnOrderForms[0].lineItems[0]'
  refuses(t, () => patchForms(order(), [{ returnId: '1', lineItems: [{ quantity: 1 }] }]), `${at}.lineItemId`)
  refuses(t, () => patchForms(order(), [{ returnId: '1', lineItems: [{ lineItemId: '1', quantity: 0 }] }]), `${at}.quantity`)
  refuses(t, () => patchForms(order(), [{ returnId: '1' }, { returnId: '1' }]), 'returnOrderForms[1].returnId')
})

t.test('given return forms that replace all others, when they are known, then they keep their creation time', async (t) => {
  const before = order()
  const sent = [{ returnId: '1', status: 'InProgress', lineItems: [{ lineItemId: '1', quantity: 3 }] }]
  const after = patchForms(before, sent, replace)
  t.match(after.returnOrderForms, [
    { status: 'InProgress', rmaNumber: null, created: before.returnOrderForms[0]?.created, total: 300 },
  ])
  t.equal(patchForms(after, sent, replace), after)
  t.same(patchForms(before, [], replace).returnOrderForms, [])
  t.same(patched(before, { forceUpdate: ['returnOrderForms'] }).returnOrderForms, [])
  const forced = patchForms(before, [{ returnId: '9' }], { forceUpdate: ['returnOrderForms'] })
  t.match(forced.returnOrderForms, [{ returnId: '9' }])
  t.equal(forced.returnOrderForms.length, 1)
})
