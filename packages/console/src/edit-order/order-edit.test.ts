import type { Order } from '@open-oms/client/types'
import t from 'tap'
import { buildOrderPatch, type Edit, type FieldName, toOrderEdit, trimmed } from './order-edit.ts'

const oslo = { line1: 'Storgata 1', line2: null, city: 'Oslo', state: 'kept' }
const order = {
  customerName: 'Kari',
  customerEmail: null,
  billingAddress: oslo,
  tags: ['vip'],
  orderForm: {
    isPriority: null,
    shipments: [
      { shipmentId: '1', address: null },
      { shipmentId: '2', address: { city: 'Bergen', line1: null } },
      { shipmentId: '3', address: { city: 'Bergen', line1: null } },
      { shipmentId: '4', address: { city: 'Oslo', line1: null } },
    ],
  },
} as unknown as Order
const from = toOrderEdit(order)
const edit = (fields: Partial<Record<FieldName, string>>, others: Partial<Edit> = {}): Edit => ({
  ...from,
  ...others,
  fields: { ...from.fields, ...fields },
})

t.test('given an order, when it is edited, then what it lacks is an empty text', async (t) => {
  t.match(from, { isPriority: false, tags: ['vip'] })
  t.match(from.fields, {
    customerName: 'Kari',
    customerEmail: '',
    'billing.city': 'Oslo',
    'delivery.city': 'Bergen',
    'billing.line2': '',
  })
})

t.test('given an edit, when its patch is made, then only what has changed is in it, and emptied fields are forced', async (t) => {
  t.equal(buildOrderPatch(order, from, from), null)
  t.equal(buildOrderPatch(order, from, edit({}, { tags: ['vip'] })), null)
  t.same(buildOrderPatch(order, from, trimmed(edit({ customerName: ' ', customerEmail: ' kari@example.com ' }))), {
    customerName: null,
    customerEmail: 'kari@example.com',
    forceUpdate: ['customerName', 'customerEmail'],
  })
  t.same(buildOrderPatch(order, from, edit({}, { tags: [], isPriority: true })), {
    tags: [],
    orderForm: { isPriority: true },
    forceUpdate: ['tags'],
  })
})

t.test('given changed addresses, when the patch is made, then fields that the form does not show stay', async (t) => {
  t.same(buildOrderPatch(order, from, edit({ 'billing.line1': '', 'billing.city': 'Bergen' })), {
    billingAddress: { line1: null, line2: null, city: 'Bergen', state: 'kept' },
    forceUpdate: ['billingAddress'],
  })
  t.same(
    buildOrderPatch(order, from, edit({ 'delivery.line1': 'Bryggen 2', 'delivery.city': '' })),
    { orderForm: { shipments: ['2', '3'].map((shipmentId) => ({ shipmentId, address: { line1: 'Bryggen 2', city: '' } })) } },
    'all shipments that go there, and no other',
  )
})

t.test('given a patch that gave an order its first address, when it is undone, then the order has none again', async (t) => {
  const before = { ...order, billingAddress: null } as Order
  const after = { ...order, billingAddress: { city: 'Oslo', line1: null } } as unknown as Order
  t.same(buildOrderPatch(after, toOrderEdit(after), toOrderEdit(before)), {
    billingAddress: null,
    forceUpdate: ['billingAddress'],
  })
})
