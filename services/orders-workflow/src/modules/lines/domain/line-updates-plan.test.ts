import t from 'tap'
import { oneShipment, shippingCosts, updating } from '../../../testing/orders/line-updating.ts'
import type { SampleForm } from '../../../testing/sample-order.ts'

const { updated, stored } = await updating()

t.test('given a shipment, when goods go to a new one, then the new one has its shipping information unless sent', async (t) => {
  const form: SampleForm = {
    ...oneShipment,
    shipments: [
      {
        ...oneShipment.shipments?.[0],
        address: { city: 'Oslo' },
        servicePointId: 'P1',
        shipmentTaxRate: 12,
        comment: 'ring twice',
        packages: [{ id: 'box', lineItemReferences: [{ lineItemId: '1' }, { lineItemId: '2', quantity: 1 }] }],
      },
    ],
  }
  const info = {
    shipmentId: 'S2',
    shipmentMethodName: 'Bring',
    trackingUrl: 'https://t.example/2',
    labelLink: 'https://l.example',
  }
  const after = updated(stored(form), {
    status: 'Completed',
    shipmentInfo: {
      ...info,
      externalIds: [{ providerName: 'WMS', id: '1' }],
      packages: [{ id: 'P', shipmentTracking: { trackingNumber: 'T' } }],
    },
    lineItemUpdates: [{ lineItemId: '2', deliveredQuantity: 1 }],
  }).order
  t.match(after.orderForm.shipments, [
    { shippingMethodName: 'Home', comment: 'ring twice', packages: [{ id: 'box', lineItemReferences: [{ lineItemId: '1' }] }] },
    {
      shipmentId: 'S2',
      address: { city: 'Oslo' },
      servicePointId: 'P1',
      shipmentTaxRate: 12,
      comment: null,
      shippingMethodName: 'Bring',
      shipmentTrackingLink: 'https://t.example/2',
      shipmentLabelLink: 'https://l.example',
      warehouseCode: 'Oslo-01',
      externalIds: [{ providerName: 'WMS', id: '1' }],
      packages: [{ shipmentTracking: { shipmentTrackingNumber: 'T' } }],
      orderStatusLog: [{ status: 'Completed' }],
    },
  ])
  t.equal(after.orderForm.shipments[0]?.packages[0]?.lineItemReferences.length, 1)
})

t.test('given a request that reallocates, when it names a warehouse, then only the destination gets it', async (t) => {
  const after = updated(stored(oneShipment), {
    status: 'InProgress',
    shipmentInfo: { shipmentId: '1', warehouseCode: 'Central', trackingNumber: 'T', properties: [{ key: 'k', value: '1' }] },
    lineItemUpdates: [{ lineItemId: '1', reallocateQuantity: 1 }],
  }).order
  t.match(after.orderForm.shipments, [
    { warehouseCode: 'Oslo-01', shipmentTrackingNumber: 'T', properties: [{ key: 'k' }] },
    { warehouseCode: 'Central', shipmentTrackingNumber: null, shippingMethodName: 'Home', properties: { length: 0 } },
  ])
})

t.test('given shipping discounts, when the cost goes to a new shipment, then shipping costs the same in total', async (t) => {
  const discounts = [{ discountType: 'Shipping', rewardType: 'Percentage', discountValue: 10 }] as const
  const form: SampleForm = {
    ...oneShipment,
    discounts: [{ discountType: 'Shipping', rewardType: 'Money', discountValue: 5 }],
    shipments: [{ ...oneShipment.shipments?.[0], discounts: [...discounts], shippingDiscountAmount: 20 }],
  }
  const before = stored(form)
  const after = updated(before, {
    status: 'Completed',
    shipmentInfo: { shipmentId: 'S2' },
    lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 2 }],
  }).order
  t.equal(after.orderForm.shippingTotal, before.orderForm.shippingTotal)
  t.same(shippingCosts(after), { 1: 0, S2: before.orderForm.shippingTotal })
})

t.test('given a package, when it is updated in part, then unsent fields stay and short tracking names are aliases', async (t) => {
  const send = (packages: object[]) => ({
    status: 'InProgress',
    shipmentInfo: { packages },
    lineItemUpdates: [{ lineItemId: '1' }],
  })
  const packed = updated(
    stored(oneShipment),
    send([
      {
        id: 'P',
        weightInKg: 1.5,
        volume: 3,
        barcode: 'B',
        dimensions: { heightInCm: 1, widthInCm: 2, lengthInCm: 3 },
        shipmentTracking: { trackingNumber: 'T', trackingUrl: 'https://t.example' },
        lineItemReferences: [{ lineItemId: '1', quantity: 2 }, { lineItemId: '2' }],
      },
      { id: 'Q', weightInKg: 1 },
    ]),
  ).order
  const change = {
    id: 'P',
    weightInKg: 2,
    barcode: null,
    dimensions: { heightInCm: 9 },
    shipmentTracking: { shipmentLabelLink: 'https://l.example' },
  }
  const [shipment] = updated(packed, send([change])).order.orderForm.shipments
  t.same(shipment?.packages, [
    {
      id: 'P',
      weightInKg: 2,
      volume: 3,
      barcode: 'B',
      goodsDescription: null,
      dimensions: { heightInCm: 9, widthInCm: 2, lengthInCm: 3 },
      shipmentTracking: {
        shipmentTrackingNumber: 'T',
        shipmentTrackingLink: 'https://t.example',
        shipmentLabelLink: 'https://l.example',
      },
      lineItemReferences: [
        { lineItemId: '1', quantity: 2 },
        { lineItemId: '2', quantity: null },
      ],
    },
  ])
  t.equal(updated(packed, send([])).order.orderForm.shipments[0]?.packages.length, 2)
})
