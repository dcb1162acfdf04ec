import t from 'tap'
import { Order } from './orders/order.ts'
import { propertyPath } from './property-path.ts'

t.test('names come out as the model spells them, positions as numbers, keys as they are', async (t) => {
  t.same(propertyPath(Order, 'BILLINGADDRESS.City'), [{ member: 'billingAddress' }, { member: 'city' }])
  const code = [{ member: 'orderForm' }, { member: 'lineItems' }, { position: 12 }, { member: 'code' }]
  t.same(propertyPath(Order, 'orderForm.lineItems[12].code'), code)
  t.same(propertyPath(Order, 'orderForm.lineItems.12.code'), code)
  t.same(propertyPath(Order, 'tags'), [{ member: 'tags' }])
  t.same(propertyPath(Order, 'properties[Register Id]'), [{ member: 'properties' }, { key: 'Register Id' }])
  t.same(propertyPath(Order, 'properties["42"]'), [{ member: 'properties' }, { key: '42' }])
  t.same(propertyPath(Order, 'properties["a.b]"]'), [{ member: 'properties' }, { key: 'a.b]' }])
})

t.test('what is no path is told so', async (t) => {
  const bad = ['', '.', 'a.', '.id', 'id..x', 'billingAddress city', 'tags[', 'tags[]', 'tags]', 'id;drop', '=id', 'tags["x]']
  for (const path of bad) t.match(propertyPath(Order, path), /^must be a property path/, path)
})

t.test('what leads to nothing that the model has is told so', async (t) => {
  const onObjects = [
    'nothing',
    'id.x',
    'billingAddress.town',
    'id[0]',
    'billingAddress[city]',
    '__proto__',
    'constructor',
    '[0]',
    '7',
  ]
  const onLists = ['tags.x', 'tags[x]', 'tags[0].x', 'orderForm.lineItems.code', 'properties[k].x', 'tags[9999999]']
  for (const path of [...onObjects, ...onLists]) t.match(propertyPath(Order, path), /^leads to nothing/, path)
})
