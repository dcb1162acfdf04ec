import t from 'tap'
import { patching } from '../../../testing/orders/patch-harness.ts'
import { type SampleForm, type SampleOrder, sampleOrder } from '../../../testing/sample-order.ts'

const { patched, stored } = await patching()
const order = (fields: object = {}, form: object = { lineItems: [{ placedPrice: 100 }] }) =>
  stored(sampleOrder(form as SampleForm, fields as SampleOrder))
const replace = { keepExistingListItems: false }

t.test('given lists of texts, when a patch has others, then they are merged by value or replaced', async (t) => {
  const lists = { tags: ['a', 'b'], relatedOrders: ['r'], replacementOrderIds: ['x'], projectIds: ['p'] }
  const before = order(lists, { couponCodes: ['C'] })
  const sent = {
    tags: ['c', 'a', 'c'],
    relatedOrders: ['s'],
    replacementOrderIds: ['x'],
    projectIds: ['q'],
    orderForm: { couponCodes: ['D'] },
  }
  const after = patched(before, sent)
  t.same(after.tags, ['a', 'b', 'c'])
  t.same([after.relatedOrders, after.replacementOrderIds, after.projectIds], [['r', 's'], ['x'], ['p', 'q']])
  t.same(after.orderForm.couponCodes, ['C', 'D'])
  const replaced = patched(before, { ...sent, ...replace, projectIds: [], replacementOrderIds: null })
  t.same([replaced.tags, replaced.relatedOrders], [['c', 'a', 'c'], ['s']])
  t.same([replaced.projectIds, replaced.replacementOrderIds], [[], ['x']])
  t.same(replaced.orderForm.couponCodes, ['D'])
})

const keyed: [string, object, object, object][] = [
  ['externalIds', { providerName: 'ERP', id: '1' }, { providerName: 'ERP', id: '2' }, { providerName: 'WMS', id: '1' }],
  ['groups', { id: 'g', name: 'G', description: 'd' }, { id: 'g', name: 'H' }, { id: 'h', name: 'G' }],
  ['assets', { assetId: 'a', name: 'A', url: 'u' }, { assetId: 'a', name: 'B' }, { assetId: 'b' }],
  ['orderNotes', { id: 'n', detail: 'D', title: 't' }, { id: 'n', detail: 'E' }, { id: 'm', detail: 'D' }],
  ['publicOrderNotes', { id: 'n', detail: 'D', title: 't' }, { id: 'n', detail: 'E' }, { id: 'm', detail: 'D' }],
  [
    'errors',
    { key: 'k', referenceId: 'r', message: 'm', severity: 's' },
    { key: 'k', referenceId: 'r', message: 'n' },
    { key: 'k' },
  ],
]
for (const [list, item, same, other] of keyed) {
  t.test(`given stored ${list}, when a patch has others, then they are merged by key and new ones added`, async (t) => {
    const before = patched(order(), { [list]: [item] })
    const after = patched(before, { [list]: [same, other] })
    t.match(after, { [list]: [{ ...item, ...same }, other] })
    t.equal((after as unknown as Record<string, unknown[]>)[list]?.length, 2)
    t.equal(patched(after, { [list]: [same, other] }), after)
  })

  t.test(`given stored ${list}, when lists are replaced, then only the sent ones are left`, async (t) => {
    const before = patched(order(), { [list]: [item, other] })
    const after = patched(before, { ...replace, [list]: [same] }) as unknown as Record<string, Record<string, unknown>[]>
    t.equal(after[list]?.length, 1)
    t.match(after, { [list]: [same] })
    for (const left of Object.keys(item).filter((name) => !(name in same))) t.equal(after[list]?.[0]?.[left], null)
    t.equal(patched(after as never, { ...replace, [list]: [same] }), after)
    t.same((patched(after as never, { ...replace, [list]: [] }) as unknown as Record<string, unknown>)[list], [])
  })
}

t.test('given discounts, when a patch has them, then they are merged by id and amounts calculated', async (t) => {
  const discount = { discountId: 'd', discountType: 'Order', rewardType: 'Money', discountValue: 10 }
  const before = order({}, { lineItems: [{ placedPrice: 100 }], discounts: [discount] })
  t.equal(before.total, 90)
  const after = patched(before, { orderForm: { discounts: [{ discountId: 'd', discountValue: 25, discountAmount: 3 }] } })
  t.match(after, { total: 75, orderForm: { discounts: [{ discountType: 'Order', discountAmount: 25 }], discountAmount: 25 } })
  const line = patched(after, {
    orderForm: {
      lineItems: [{ lineItemId: '1', orderLineDiscounts: [{ discountId: 'l', rewardType: 'Percentage', discountValue: 50 }] }],
    },
  })
  t.match(line, { total: 25, orderForm: { lineItems: [{ discounted: 50, orderLineDiscounts: [{ discountAmount: 50 }] }] } })
})

t.test('given items without a key, when they are sent again, then they are added once', async (t) => {
  const sent = {
    externalIds: [{ id: '7' }],
    properties: [{ value: 'v' }],
    orderNotes: [{ detail: 'Hello', tags: ['x'] }],
    errors: [{ message: 'Oops' }],
    groups: [{ name: 'G' }],
  }
  const once = patched(order({ externalIds: [{ providerName: 'ERP', id: '1' }] }), sent)
  t.match(once, {
    externalIds: [{ id: '1' }, { id: '7', providerName: null }],
    orderNotes: [{ id: /given/ }],
    errors: [{ message: 'Oops' }],
  })
  t.equal(patched(once, sent), once)
  const other = patched(once, { orderNotes: [{ detail: 'Hello', tags: ['y'] }] })
  t.equal(other.orderNotes.length, 2)
})

t.test('given new comments, assets and errors, when they are sent again, then they keep generated ids and times', async (t) => {
  const sent = {
    orderNotes: [{ detail: 'Hello', attachments: [{ name: 'photo' }] }],
    assets: [{ assetId: 'a' }, { name: 'b' }],
    errors: [{ key: 'k' }],
  }
  for (const options of [{}, replace]) {
    const once = patched(order(), { ...options, ...sent })
    const [note] = once.orderNotes
    t.match(note, { id: /given/, created: String, attachments: [{ created: String, modified: String }] })
    t.match(once, { assets: [{ created: String, modified: String }, { created: String }], errors: [{ occurred: String }] })
    t.equal(patched(once, { ...options, ...sent }), once)
  }
})

t.test('given forceUpdate of a list, when it is sent again, then it keeps generated ids', async (t) => {
  const sent = { forceUpdate: ['orderNotes', 'errors'], orderNotes: [{ detail: 'Hello' }], errors: [{ key: 'k' }] }
  const once = patched(order({ orderNotes: [{ id: '1', detail: 'Old' }] }), sent)
  t.match(once.orderNotes, [{ detail: 'Hello' }])
  t.equal(once.orderNotes.length, 1)
  t.equal(patched(once, sent), once)
})

t.test('given lists in nested objects, when a patch is applied, then they are merged too', async (t) => {
  const before = order({
    contactPerson: { externalIds: [{ providerName: 'CRM', id: '1' }], roles: ['buyer'], properties: [{ key: 'a', value: '1' }] },
  })
  const after = patched(before, {
    contactPerson: {
      externalIds: [{ providerName: 'CRM', id: '2' }],
      roles: ['payer'],
      properties: [
        { key: 'a', value: '2' },
        { key: 'b', value: '3' },
      ],
    },
  })
  t.match(after.contactPerson, {
    externalIds: [{ providerName: 'CRM', id: '2' }],
    roles: ['buyer', 'payer'],
    properties: [{ key: 'a', value: '2' }, { key: 'b' }],
  })
})

const many = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

t.test('given lists at their limit, when a merge would exceed it, then it is refused', async (t) => {
  const full = order({ tags: many(250, 't'), properties: many(250, 'k').map((key) => ({ key, value: '1' })) })
  const refused = (body: object, path: string) =>
    t.throws(() => patched(full, body), { code: 'ValidationFailed', details: { errors: { [path]: [/250/] } } } as never)
  refused({ tags: ['new'] }, 'tags')
  refused({ properties: [{ key: 'new', value: '1' }] }, 'properties')
  t.equal(patched(full, { tags: ['t7'], properties: [{ key: 'k7', value: '1' }] }), full)
  t.same(patched(full, { ...replace, tags: ['new'] }).tags, ['new'])
  const line = patched(order(), {
    orderForm: { lineItems: [{ lineItemId: '1', properties: many(250, 'k').map((key) => ({ key })) }] },
  })
  t.throws(() => patched(line, { orderForm: { lineItems: [{ lineItemId: '1', properties: [{ key: 'x' }] }] } }), {
    details: { errors: { 'orderForm.lineItems[0].properties': [/250/] } },
  } as never)
})

t.test('given an order at its limits, when a patch would exceed one of them, then it is refused', async (t) => {
  const sale = { amount: 1, paymentMethodName: 'Card', transactionType: 'Sale', status: 'Processed' }
  const full = order(
    { returnOrderForms: many(250, 'r').map((returnId) => ({ returnId })) },
    {
      lineItems: many(1000, 'l').map((lineItemId) => ({ lineItemId })),
      shipments: many(250, 's').map((shipmentId, index) => ({
        shipmentId,
        lineItems: many(4, '').map((digit) => ({ lineItemId: `l${index * 4 + Number(digit)}`, quantity: 1 })),
      })),
      payments: many(250, 'p').map((id) => ({ ...sale, id, transactionId: id }) as never),
    },
  )
  const refused = (body: object, path: string) =>
    t.throws(() => patched(full, body), { code: 'ValidationFailed', details: { errors: { [path]: [String] } } } as never)
  refused({ orderForm: { lineItems: [{ quantity: 1, code: 'X' }] } }, 'orderForm.lineItems')
  refused({ orderForm: { shipments: [{ shipmentId: 'new' }] } }, 'orderForm.shipments')
  refused({ orderForm: { payments: [{ ...sale, transactionId: 'new' }] } }, 'orderForm.payments')
  refused({ returnOrderForms: [{ returnId: 'new' }] }, 'returnOrderForms')
})

// A random order found it: the sent returnQuantity of the line went to its copy in the shipment.
t.test('given units of a return form, when the order is sent back with its lists, then it is not changed', async (t) => {
  const before = order({}, { lineItems: [], shipments: [] })
  const returned = patched(before, {
    returnOrderForms: [{ lineItems: [{ lineItemId: '1', quantity: 1 }] }],
    orderForm: {
      lineItems: [{ lineItemId: '1', quantity: 1, deliveredQuantity: 1 }],
      shipments: [{ shippingSubTotal: 10, discounts: [{ rewardType: 'Free' }] }],
    },
  })
  t.equal(returned.orderForm.lineItems[0]?.returnQuantity, 1)
  t.equal(patched(returned, { ...structuredClone(returned), ...replace, keepExistingCustomProperties: false }), returned)
})
