import t from 'tap'
import { sampleOrder } from '../../testing/sample-order.ts'
import { newShipmentLike, withShipmentInfo } from './shipment-info.ts'

const shipment = {
  ...newShipmentLike(undefined, '1'),
  shippingMethodName: 'Home delivery',
  shipmentTrackingNumber: 'OLD',
  comment: 'Ring twice',
  externalIds: [{ providerName: 'carrier', id: '1' }],
  properties: [{ key: 'Size', keyGroup: null, value: 'S', valueType: null }],
}

t.test('each field of an update sets its field of the shipment; other fields stay', async (t) => {
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

t.test('the shipping method has two names, a comment replaces the comment', async (t) => {
  t.equal(withShipmentInfo(shipment, { shipmentMethodName: 'Locker' }).shippingMethodName, 'Locker')
  t.equal(withShipmentInfo(shipment, { shippingMethodName: 'Locker' }).shippingMethodName, 'Locker')
  t.equal(withShipmentInfo(shipment, { comment: 'Leave it' }).comment, 'Leave it')
})

t.test('external ids and properties are added or updated by provider and key', async (t) => {
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

t.test('an update that would make a list longer than 250 is refused', async (t) => {
  const many = Array.from({ length: 250 }, (_, index) => ({ key: `k${index}`, value: 'v' }))
  t.throws(() => withShipmentInfo(shipment, { properties: many }), { code: 'ValidationFailed' })
})

t.test('package lines are references to lines, with a quantity or the whole', async (t) => {
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
