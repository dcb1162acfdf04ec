import type { Order } from '@open-oms/contracts/orders/order'
import t, { type Test } from 'tap'
import { patching } from '../../../testing/orders/patch-harness.ts'
import { type SampleForm, sampleOrder } from '../../../testing/sample-order.ts'

const { patched, stored } = await patching()

const order = (form: object = {}) =>
  stored(
    sampleOrder({
      lineItems: [{ quantity: 2, placedPrice: 100 }, { placedPrice: 50 }],
      shipments: [{ shippingSubTotal: 49 }],
      ...form,
    } as SampleForm),
  )
const split = () =>
  order({
    shipments: [
      { lineItems: [{ lineItemId: '1', quantity: 1 }] },
      {
        lineItems: [
          { lineItemId: '1', quantity: 1 },
          { lineItemId: '2', quantity: 1 },
        ],
      },
    ],
  })

const ship = (from: Order, shipments: object[], options: object = {}) => patched(from, { ...options, orderForm: { shipments } })
const held = (from: Order) =>
  from.orderForm.shipments.map(({ lineItems }) => Object.fromEntries(lineItems.map((copy) => [copy.lineItemId, copy.quantity])))
const refuses = (t: Test, work: () => unknown, path: string) =>
  t.throws(work, { code: 'ValidationFailed', details: { errors: { [path]: [String] } } } as never)
const unavailable = (t: Test, work: () => unknown) => t.throws(work, { code: 'QuantityNotAvailable' } as never)

t.test('given a shipment, when fields are sent, then they are merged and totals follow', async (t) => {
  const before = ship(order(), [
    {
      shipmentId: '1',
      address: { city: 'Oslo' },
      externalIds: [{ providerName: 'WMS', id: '1' }],
      packages: [{ id: 'p', weightInKg: 2 }],
    },
  ])
  const after = ship(before, [
    {
      shipmentId: '1',
      shipmentTrackingNumber: 'T1',
      address: { postalCode: '0150' },
      externalIds: [
        { providerName: 'WMS', id: '2' },
        { providerName: 'TMS', id: '3' },
      ],
      packages: [{ id: 'p', barcode: 'b', lineItemReferences: [{ lineItemId: '1', quantity: 1 }] }],
      properties: [{ key: 'a', value: '1' }],
      shippingSubTotal: 99,
      shippingTotal: 5,
    },
  ])
  t.match(after.orderForm.shipments, [
    {
      shipmentTrackingNumber: 'T1',
      address: { city: 'Oslo', postalCode: '0150' },
      externalIds: [{ id: '2' }, { id: '3' }],
      packages: [{ weightInKg: 2, barcode: 'b', lineItemReferences: [{ quantity: 1 }] }],
      shippingTotal: 99,
      lineItems: [{ lineItemId: '1' }, { lineItemId: '2' }],
    },
  ])
  t.match(after, { total: 349, shippingSubTotal: 99 })
  t.equal(
    ship(after, [
      { shipmentId: '1', shippingTotal: 1, completed: '2026-01-01', isAllocated: true, orderStatusLog: [{ status: 'x' }] },
    ]),
    after,
  )
})

t.test('given a status of a shipment, when it is patched, then it is logged and must be one of the type', async (t) => {
  const once = ship(order(), [{ shipmentId: '1', orderStatus: 'InProgress' }])
  t.match(once, { status: 'New', orderForm: { shipments: [{ orderStatus: 'InProgress', prevStatus: null }] } })
  const after = ship(once, [{ shipmentId: '1', orderStatus: 'InTransit' }])
  t.match(after.orderForm.shipments[0], { orderStatus: 'InTransit', prevStatus: 'InProgress' })
  t.match(after.orderForm.shipments[0]?.orderStatusLog, [
    { status: 'InProgress' },
    { status: 'InTransit', durationSincePreviousMs: Number },
  ])
  t.equal(ship(after, [{ shipmentId: '1', orderStatus: 'InTransit' }]), after)
  refuses(t, () => ship(after, [{ shipmentId: '1', orderStatus: 'Lost' }]), 'orderForm.shipments[0].orderStatus')
  refuses(t, () => ship(after, [{ orderStatus: 'Lost' }]), 'orderForm.shipments[0].orderStatus')
  t.equal(
    ship(after, [{ shipmentId: '1', orderStatus: 'Completed', prevStatus: 'New' }]).orderForm.shipments[0]?.prevStatus,
    'New',
  )
})

t.test('given a shipment status that enforces transitions, when it is patched, then only they are accepted', async (t) => {
  const strict = await patching((config) => ({
    ...config,
    orderTypes: config.orderTypes.map((type) => ({
      ...type,
      orderStatuses: type.orderStatuses.map((status) =>
        status.name === 'InTransit' ? { ...status, enforceAvailableStepsPolicy: true, availableSteps: ['Completed'] } : status,
      ),
    })),
  }))
  const before = ship(order(), [{ shipmentId: '1', orderStatus: 'InTransit' }])
  const move = (orderStatus: string) => () =>
    strict.patched(before, { orderForm: { shipments: [{ shipmentId: '1', orderStatus }] } })
  t.throws(move('New'), { code: 'TransitionNotAllowed' } as never)
  t.doesNotThrow(move('Completed'))
})

t.test('given copies of a line, when one is patched, then it is merged and the line has the delivered sum', async (t) => {
  const after = ship(split(), [
    { shipmentId: '2', lineItems: [{ lineItemId: '1', deliveredQuantity: 1, deliveredDate: '2026-03-02', serialNumber: 'S' }] },
  ])
  const [first, second] = after.orderForm.shipments
  t.match(first?.lineItems[0], { deliveredQuantity: 0, serialNumber: null })
  t.match(second?.lineItems, [
    { deliveredQuantity: 1, serialNumber: 'S', deliveredDate: '2026-03-02T00:00:00.000Z' },
    { lineItemId: '2' },
  ])
  t.match(after.orderForm.lineItems[0], { deliveredQuantity: 1, serialNumber: null })
})

t.test('given two copies of a line, when both are sent, then units move between shipments', async (t) => {
  const move = [
    { shipmentId: '1', lineItems: [{ lineItemId: '1', quantity: 0 }] },
    { shipmentId: '2', lineItems: [{ lineItemId: '1', quantity: 2 }] },
  ]
  t.same(held(ship(split(), move)), [{ 1: 0 }, { 1: 2, 2: 1 }])
  unavailable(t, () => ship(split(), move.slice(1)))
})

t.test('given a line and its copies, when they are sent together, then they must add up', async (t) => {
  const both = (quantity: number, ...shipments: [string, number][]) =>
    patched(split(), {
      orderForm: {
        lineItems: [{ lineItemId: '1', quantity }],
        shipments: shipments.map(([shipmentId, part]) => ({ shipmentId, lineItems: [{ lineItemId: '1', quantity: part }] })),
      },
    })
  t.same(held(both(5, ['1', 4], ['2', 1])), [{ 1: 4 }, { 1: 1, 2: 1 }])
  t.same(held(both(5, ['2', 4])), [{ 1: 1 }, { 1: 4, 2: 1 }])
  t.same(held(both(5, ['2', 2])), [{ 1: 3 }, { 1: 2, 2: 1 }])
  unavailable(t, () => both(5, ['1', 1], ['2', 1]))
})

t.test('given a new shipment, when it is patched in, then it is numbered and takes the sent units', async (t) => {
  const after = ship(split(), [
    { shipmentId: '2', lineItems: [{ lineItemId: '2', quantity: 0 }] },
    { warehouseCode: 'Central', lineItems: [{ lineItemId: '2', quantity: 1 }] },
  ])
  t.same(held(after), [{ 1: 1 }, { 1: 1, 2: 0 }, { 2: 1 }])
  t.match(after.orderForm.shipments[2], {
    shipmentId: '3',
    warehouseCode: 'Central',
    lineItems: [{ placedPrice: 50, extendedPrice: 50 }],
  })
  const empty = ship(split(), [{ shipmentId: 'later' }])
  t.same(held(empty)[2], {})
  t.equal(ship(empty, [{ shipmentId: 'later' }]), empty)
})

t.test('given an order without shipments, when the first is patched in, then it takes all lines or must have them', async (t) => {
  const none = order({ shipments: [] })
  const after = ship(none, [{ shippingMethodName: 'Home delivery' }])
  t.same(held(after), [{ 1: 2, 2: 1 }])
  t.equal(ship(after, [{ shippingMethodName: 'Home delivery' }]), after)
  t.same(held(ship(none, [{ lineItems: [{ lineItemId: '1' }, { lineItemId: '2' }] }])), [{ 1: 2, 2: 1 }])
  unavailable(t, () => ship(none, [{ lineItems: [{ lineItemId: '1' }] }]))
  unavailable(t, () =>
    ship(none, [{ lineItems: [{ lineItemId: '1' }, { lineItemId: '2' }] }, { lineItems: [{ lineItemId: '1' }] }]),
  )
})

t.test('given a new line with its copies, when it is patched in, then the copies are in their shipments', async (t) => {
  const after = patched(split(), {
    orderForm: {
      lineItems: [{ lineItemId: 'n', quantity: 3, code: 'NEW', placedPrice: 5 }],
      shipments: [{ shipmentId: '2', lineItems: [{ lineItemId: 'n', quantity: 3 }] }],
    },
  })
  t.same(held(after), [{ 1: 1 }, { 1: 1, 2: 1, n: 3 }])
  t.match(after.orderForm.shipments[1]?.lineItems[2], { code: 'NEW', extendedPrice: 15 })
})

t.test('given unknown lines or repeated copies and shipments, when they are patched, then it is refused', async (t) => {
  const at = 'orderForm.shipments[0].lineItems'
  const copies =
    (...lineItems: object[]) =>
    () =>
      ship(order(), [{ shipmentId: '1', lineItems }])
  refuses(t, copies({ lineItemId: '1' }, { lineItemId: 'ghost', quantity: 1 }), `${at}[1].lineItemId`)
  refuses(t, copies({ quantity: 1 }), `${at}[0].lineItemId`)
  refuses(t, copies({ lineItemId: '1' }, { lineItemId: '1' }), `${at}[1].lineItemId`)
  refuses(t, copies({ lineItemId: '1', quantity: -1 }), `${at}[0].quantity`)
  refuses(t, copies({ lineItemId: '1', deliveredQuantity: -1 }), `${at}[0].deliveredQuantity`)
  refuses(t, () => ship(order(), [{ shipmentId: '1' }, { shipmentId: '1' }]), 'orderForm.shipments[1].shipmentId')
  unavailable(t, copies({ lineItemId: '1', deliveredQuantity: 3 }))
})

t.test('given shipments that replace all others, when lines and log are not sent, then they stay', async (t) => {
  const replace = { keepExistingListItems: false }
  const before = ship(ship(order(), [{ shipmentId: '1', orderStatus: 'InProgress', comment: 'c' }]), [{ shipmentId: 'later' }])
  const after = ship(before, [{ shipmentId: '1', warehouseCode: 'Central' }], replace)
  t.same(held(after), [{ 1: 2, 2: 1 }])
  t.match(after.orderForm.shipments[0], {
    orderStatus: 'InProgress',
    orderStatusLog: [{ status: 'InProgress' }],
    comment: null,
    shippingSubTotal: 0,
  })
  t.equal(ship(after, [{ shipmentId: '1', warehouseCode: 'Central' }], replace), after)
  const two = [
    { shipmentId: 'a', lineItems: [{ lineItemId: '1' }] },
    { shipmentId: 'b', lineItems: [{ lineItemId: '2' }] },
  ]
  t.same(held(ship(after, two, replace)), [{ 1: 2 }, { 2: 1 }])
  unavailable(t, () => ship(after, two.slice(1), replace))
})
