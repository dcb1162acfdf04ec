import t from 'tap'
import { Order } from '../orders/order.ts'
import { propertyPath } from './property-path.ts'

t.test('given a path in any spelling, when it is read, then fields are as in the model and keys unchanged', async (t) => {
  t.same(propertyPath(Order, 'BILLINGADDRESS.City'), [{ field: 'billingAddress' }, { field: 'city' }])
  const code = [{ field: 'orderForm' }, { field: 'lineItems' }, { position: 12 }, { field: 'code' }]
  t.same(propertyPath(Order, 'orderForm.lineItems[12].code'), code)
  t.same(propertyPath(Order, 'orderForm.lineItems.12.code'), code)
  t.same(propertyPath(Order, 'tags'), [{ field: 'tags' }])
  t.same(propertyPath(Order, 'properties[Register Id]'), [{ field: 'properties' }, { key: 'Register Id' }])
  t.same(propertyPath(Order, 'properties["42"]'), [{ field: 'properties' }, { key: '42' }])
  t.same(propertyPath(Order, 'properties["a.b]"]'), [{ field: 'properties' }, { key: 'a.b]' }])
})

t.test('given a text that is not a path, then the result is the reason', async (t) => {
  const bad = ['', '.', 'a.', '.id', 'id..x', 'billingAddress city', 'tags[', 'tags[]', 'tags]', 'id;drop', '=id', 'tags["x]']
  for (const path of bad) t.match(propertyPath(Order, path), /^must be a property path/, path)
})

t.test('given a path to nothing in the model, then the result is the reason', async (t) => {
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
