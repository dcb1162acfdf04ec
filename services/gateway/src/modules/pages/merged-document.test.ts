import { CustomField } from '@open-oms/contracts/config/custom-fields'
import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { testGateway } from '../../testing/test-gateway.ts'

t.test('given recorded calls, when the OpenAPI document is fetched, then operations have their values and bodies', async (t) => {
  const { app } = await testGateway(t)
  const { paths, components } = (await app.inject('/openapi.json')).json()
  const { post } = paths['/api/Orders']
  const recorded = (content: Record<string, { examples?: { recorded: { value: object } } }>) =>
    content['application/json']?.examples?.recorded.value
  t.match(recorded(post.requestBody.content), { id: 'K-1', storeId: 'Oslo-01', customerName: 'Kari Hansen' })
  t.match(recorded(post.responses['201'].content), { id: 'K-1', orderForm: { total: 250 } })
  const [orderId] = paths['/api/Orders/{orderId}'].get.parameters
  t.match(orderId, { name: 'orderId', example: 'K-1' })
  for (const status of ['400', '404', '409', '412'])
    t.match(
      recorded(components.responses[`Error${status}`].content),
      { error: String, message: String },
      `the first of ${status}`,
    )
})

t.test('given declared fields, when they change, then the document says at properties what their values are', async (t) => {
  const field = (given: object) => Value.Default(CustomField, { en: 'Field', type: 'text', ...given }) as CustomField
  const choices = ['S', 'L'].map((value) => ({ value, en: null, nb: null }))
  let fields = [
    field({ key: 'size', on: 'line', type: 'choice', choices, required: true }),
    field({ key: 'weight', on: 'order', type: 'number' }),
  ]
  const { app } = await testGateway(t, { customFields: () => fields })
  const schemas = async () => (await app.inject('/openapi.json')).json().components.schemas
  const before = await schemas()
  for (const name of ['OrderLine', 'OrderLineInput', 'OrderLinePatchInput', 'OrderLinePatchById', 'LineItemPropertiesPatch']) {
    const { properties } = before[name].properties
    t.match(properties.description, /Declared keys: `size` \(one of `S`, `L`, required\): Field\.$/, name)
    t.match(properties['x-declared-fields'], { size: { type: 'string', enum: ['S', 'L'], 'x-required': true } })
  }
  for (const name of ['Order', 'NewOrder', 'NewNumberedOrder', 'NewPosOrder', 'OrderUpdate', 'OrderPatch'])
    t.match(before[name].properties.properties['x-declared-fields'], { weight: { 'x-type': 'number' } }, name)
  t.notMatch(before.Product.properties.properties, { 'x-declared-fields': Object })
  fields = ['product', 'shipment'].map((on) => field({ key: 'origin', on }))
  const after = await schemas()
  for (const name of ['Product', 'ProductInput', 'Shipment', 'ShipmentInput', 'ShipmentPatchInput', 'ShipmentPatchById'])
    t.match(after[name].properties.properties['x-declared-fields'], { origin: { title: 'Field' } }, name)
  t.notMatch(after.Order.properties.properties, { 'x-declared-fields': Object })
})
