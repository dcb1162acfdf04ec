import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { newShipmentLike, withShipmentInfo } from './shipment-info.ts'

const shipment = {
  ...newShipmentLike(undefined, '1'),
  shippingMethodName: 'Home delivery',
  shipmentTrackingNumber: 'OLD',
  comment: 'Ring twice',
  externalIds: [{ providerName: 'carrier', id: '1' }],
  properties: [{ key: 'Size', keyGroup: null, value: 'S', valueType: null }],
}

t.test('given a shipment, when an update has some fields, then they are set and others stay', async (t) => {
  const changed = withShipmentInfo(shipment, {
    trackingNumber: 'T1',
    trackingUrl: 'https://t.example/1',
    labelLink: 'https://l.example/1',
    returnLabelLink: 'https://l.example/2',
    returnTrackingLink: 'https://t.example/2',
    returnTrackingNumber: 'R1',
    shippingMethodProductId: 'P',
    servicePointId: 'S',
    warehouseCode: 'Central',
  })
  t.match(changed, {
    shipmentTrackingNumber: 'T1',
    shipmentTrackingLink: 'https://t.example/1',
    shipmentLabelLink: 'https://l.example/1',
    returnLabelLink: 'https://l.example/2',
    returnTrackingLink: 'https://t.example/2',
    returnTrackingNumber: 'R1',
    shippingMethodProductId: 'P',
    servicePointId: 'S',
    warehouseCode: 'Central',
    shippingMethodName: 'Home delivery',
    comment: 'Ring twice',
  })
  t.same(withShipmentInfo(shipment, {}), shipment)
})

t.test('given two names of the shipping method, when a shipment is updated by either, then it is set', async (t) => {
  t.equal(withShipmentInfo(shipment, { shipmentMethodName: 'Locker' }).shippingMethodName, 'Locker')
  t.equal(withShipmentInfo(shipment, { shippingMethodName: 'Locker' }).shippingMethodName, 'Locker')
  t.equal(withShipmentInfo(shipment, { comment: 'Leave it' }).comment, 'Leave it')
})

t.test('given external ids and properties, when a shipment is updated, then they are added or updated by key', async (t) => {
  const { externalIds, properties } = withShipmentInfo(shipment, {
    externalIds: [
      { providerName: 'carrier', id: '2' },
      { providerName: 'erp', id: '9' },
    ],
    properties: [
      { key: 'Size', value: 'L' },
      { key: 'Size', keyGroup: 'outer', value: 'XL' },
    ],
  })
  t.match(externalIds, [
    { providerName: 'carrier', id: '2' },
    { providerName: 'erp', id: '9' },
  ])
  t.match(properties, [
    { key: 'Size', value: 'L' },
    { key: 'Size', keyGroup: 'outer', value: 'XL' },
  ])
  t.equal(properties.length, 2)
})

t.test('given a list of a shipment, when an update would exceed 250 entries, then it is refused', async (t) => {
  const many = Array.from({ length: 250 }, (_, index) => ({ key: `k${index}`, value: 'v' }))
  t.throws(() => withShipmentInfo(shipment, { properties: many }), { code: 'ValidationFailed' })
})

t.test('given packages with lines, when a shipment is updated, then they are references with or without quantity', async (t) => {
  const lineItemReferences = [{ lineItemId: '1', quantity: 2 }, { lineItemId: '2' }]
  const held = sampleOrder({ lineItems: [{ quantity: 2 }, {}] }).orderForm.lineItems
  const { packages } = withShipmentInfo(shipment, { packages: [{ id: 'A', lineItemReferences }] }, held)
  t.match(packages, [
    {
      id: 'A',
      lineItemReferences: [
        { lineItemId: '1', quantity: 2 },
        { lineItemId: '2', quantity: null },
      ],
    },
  ])
})
