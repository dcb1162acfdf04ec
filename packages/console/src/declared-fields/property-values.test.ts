import type { Order } from '@open-oms/client/types'
import t from 'tap'
import { orderParts, propertyPatch } from './order-parts.ts'
import { changedProperties, fieldValues, otherProperties, propertyName, withChanged } from './property-values.ts'

const item = (key: string, value: string | null, keyGroup: string | null = null) => ({ key, value, keyGroup, valueType: null })
const fields = [{ key: 'note' }, { key: 'day' }]
const properties = [item('note', 'a'), item('note', 'b', 'print'), item('ref', '7'), item('empty', '')]

t.test('given properties, when they are shown, then declared ones have a field, and others their key', (t) => {
  t.strictSame(fieldValues(properties, fields), { note: 'a', day: '' })
  t.strictSame(otherProperties(properties, fields).map(propertyName), ['print: note', 'ref'])
  t.end()
})

t.test('given a form, when it is saved, then only what was changed is sent', (t) => {
  const before = fieldValues(properties, fields)
  t.strictSame(changedProperties(before, before), [])
  const changes = changedProperties(before, { note: ' ', day: '2026-12-24 ' })
  t.strictSame(changes, [
    { key: 'note', value: '' },
    { key: 'day', value: '2026-12-24' },
  ])
  t.strictSame(withChanged(properties, changes), [...properties.slice(1), item('day', '2026-12-24')])
  t.end()
})

t.test('given lines and shipments, when their fields are changed, then the patch is of that part', (t) => {
  const orderForm = {
    lineItems: [{ lineItemId: '7', displayName: null, code: 'CUP', properties }],
    shipments: [{ shipmentId: '1', properties: [] }],
  }
  const parts = orderParts({ orderForm } as unknown as Order)
  t.match(parts, [
    { on: 'line', id: '7', name: 'CUP', number: 1 },
    { on: 'shipment', id: '1', name: null, number: 1 },
  ])
  const changes = [{ key: 'note', value: 'b' }]
  const [line = null, shipment = null] = parts
  t.strictSame(propertyPatch(null, changes), { properties: changes })
  t.strictSame(propertyPatch(line, changes), { orderForm: { lineItems: [{ lineItemId: '7', properties: changes }] } })
  t.strictSame(propertyPatch(shipment, changes), { orderForm: { shipments: [{ shipmentId: '1', properties: changes }] } })
  t.end()
})
