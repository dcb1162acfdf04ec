import t, { type Test } from 'tap'
import { patching } from '../../../testing/orders/patch-harness.ts'
import { type SampleOrder, sampleOrder } from '../../../testing/sample-order.ts'

const { patched, stored } = await patching()

const order = (fields: object = {}) => stored(sampleOrder({ lineItems: [{ placedPrice: 100 }] }, fields as SampleOrder))
const property = (key: string, value: string, keyGroup: string | null = null) => ({ key, keyGroup, value, valueType: null })

const refuses = (t: Test, work: () => unknown, path: string) =>
  t.throws(work, { code: 'ValidationFailed', details: { errors: { [path]: [String] } } } as never)

t.test('given forceUpdate in any letter case, when a patch lacks the field, then it becomes null', async (t) => {
  const before = order({ customerName: 'Kari', customerEmail: 'kari@example.com', billingAddress: { city: 'Oslo' } })
  const after = patched(before, {
    forceUpdate: ['CUSTOMERNAME', 'customerEmail', 'billingaddress'],
    customerEmail: 'x@example.com',
  })
  t.match(after, { customerName: null, customerEmail: 'x@example.com', billingAddress: null })
})

t.test('given forceUpdate of lists, when a patch is applied, then they are emptied or replaced', async (t) => {
  const before = order({ tags: ['a', 'b'], projectIds: ['p'], properties: [property('k', '1')] })
  const after = patched(before, { forceUpdate: ['tags', 'projectIds', 'properties'], projectIds: ['q'] })
  t.same([after.tags, after.projectIds, after.properties], [[], ['q'], []])
})

t.test('given forceUpdate of a nested object, when a patch is applied, then it is replaced', async (t) => {
  const before = order({ billingAddress: { city: 'Oslo', postalCode: '0150' } })
  const after = patched(before, { forceUpdate: ['billingAddress'], billingAddress: { city: 'Bergen' } })
  t.match(after.billingAddress, { city: 'Bergen', postalCode: null })
})

for (const name of [
  'colour',
  'id',
  'storeId',
  'STATUS',
  'orderType',
  'orderForm.cartId',
  'cartId',
  'orderForm',
  'isReadOnly',
  'created',
]) {
  t.test(`given forceUpdate of "${name}", when a patch is applied, then it is refused`, async (t) => {
    refuses(t, () => patched(order(), { forceUpdate: ['customerName', name], status: 'New' }), 'forceUpdate[1]')
  })
}

t.test('given forceUpdate of required or calculated fields, when it is applied, then a value is needed or ignored', async (t) => {
  const before = order()
  const after = patched(before, {
    forceUpdate: ['isNotificationsDisabled', 'completed', 'total'],
    isNotificationsDisabled: true,
  })
  t.match(after, { isNotificationsDisabled: true, total: 100 })
})

t.test('given properties of order and form, when a patch sends some, then they are merged by key and group', async (t) => {
  const before = order({
    properties: [{ ...property('k', '1'), valueType: 'text' }, property('k', '2', 'g'), property('l', '3')],
  })
  const after = patched(before, {
    properties: [{ key: 'k', value: '9' }, property('m', '4')],
    orderForm: { properties: [property('k', '5')] },
  })
  t.same(after.properties, [
    { ...property('k', '9'), valueType: 'text' },
    property('k', '2', 'g'),
    property('l', '3'),
    property('m', '4'),
  ])
  t.same(after.orderForm.properties, [property('k', '5')])
})

t.test('given keepExistingCustomProperties: false, when lists are sent, then those are replaced and no other', async (t) => {
  const before = order({ properties: [property('a', '1')] })
  const both = patched(before, { orderForm: { properties: [property('b', '2')] } })
  const body = { keepExistingCustomProperties: false }
  const first = patched(both, { ...body, properties: [{ key: 'c', value: '3' }] })
  t.same(first.properties, [property('c', '3')])
  t.same(first.orderForm.properties, [property('b', '2')])
  const second = patched(first, { ...body, orderForm: { properties: [] } })
  t.same(second.properties, [property('c', '3')])
  t.same(second.orderForm.properties, [])
})

t.test('given removal conditions, when a patch is applied, then matching properties go before the merge', async (t) => {
  const before = order({ properties: [property('a', '1'), property('a', '2', 'g'), property('b', '1'), property('c', '1')] })
  const after = patched(before, {
    propertiesRemovalConditions: [
      { key: 'a', keyGroup: 'g' },
      { value: '1', key: 'b' },
    ],
    properties: [{ key: 'b', value: '7' }],
  })
  t.same(after.properties, [property('a', '1'), property('c', '1'), property('b', '7')])
  const none = patched(before, { propertiesRemovalConditions: [{ key: 'a', value: '3' }, { KeyGroup: null, key: null }, {}] })
  t.equal(none, before)
  const form = patched(patched(before, { orderForm: { properties: [property('x', '1')] } }), {
    propertiesRemovalConditions: [{ key: 'x' }],
  })
  t.same(form.orderForm.properties, [])
})
