import type { Order } from '@open-oms/contracts/orders/order'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { withReplacedShipments } from '../../../modules/shipments/domain/order-shipments.ts'
import { addLinesToShipments } from '../../../modules/shipments/domain/shipment-moves.ts'
import { splitAllLineItems } from '../../../modules/workflow/steps/splitting.ts'
import { updating } from '../../../testing/orders/line-updating.ts'
import { patching } from '../../../testing/orders/patch-harness.ts'
import {
  aPackage,
  brokenDown,
  component,
  knownSku,
  packageContext,
  requireLineByCode,
  written,
} from '../../../testing/products/test-packages.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { runStep } from '../../../testing/workflow/run-step.ts'
import { assertShipTogether, shipMates } from './ship-together.ts'

const config = await sampleConfig()
const lines = await updating()
/** Desk: a top that ships with its legs, and legs with their screws; the lamp ships separately. */
const products = [
  aPackage('DESK', [
    component('TOP', { componentId: 'top', shipTogetherWithComponentId: 'legs' }),
    component('LEG', { componentId: 'legs', quantity: 4 }),
    component('SCREW', { componentId: 'screws', quantity: 16, shipTogetherWithComponentId: 'legs' }),
    component('LAMP', { componentId: 'lamp' }),
  ]),
  ...['TOP', 'LEG', 'SCREW', 'LAMP'].map((sku) => knownSku(sku)),
]
const order = brokenDown(
  {
    lineItems: [
      { code: 'DESK', quantity: 2, placedPrice: 900 },
      { code: 'PEN', quantity: 1 },
    ],
    shipments: [{ warehouseCode: 'Oslo-01', orderStatus: 'InProgress' }],
  },
  packageContext(config, products),
  { status: 'InProgress' },
)
const findLineId = (code: string) => requireLineByCode(order, code).lineItemId
const update = (change: object, fields: object = {}) =>
  lines.updated(order, { status: 'InProgress', lineItemUpdates: [change], ...fields }).order
/** The contents of each shipment. */
const held = (of: Order) =>
  Object.fromEntries(
    of.orderForm.shipments.map(({ shipmentId, lineItems }) => [
      shipmentId,
      lineItems
        .map((line) => `${line.code} ${line.quantity}`)
        .sort()
        .join(', '),
    ]),
  )

t.test('given linked components, when groups are made, then they have all links, also with what only their package has', (t) => {
  const mates = shipMates(order.orderForm.lineItems)
  const codes = ['TOP', 'LEG', 'SCREW']
  for (const code of codes)
    t.same(
      mates
        .get(findLineId(code))
        ?.map((line) => line.code)
        .sort(),
      codes.toSorted(),
    )
  t.notOk(mates.has(findLineId('LAMP')))
  t.notOk(mates.has('2'))
  const two = brokenDown({ lineItems: [{ code: 'DESK' }, { code: 'DESK' }] }, packageContext(config, products))
  t.same(new Set([...shipMates(two.orderForm.lineItems).values()].map((group) => group.length)), new Set([3]))
  t.end()
})

t.test('given components that ship together, when one is split, reallocated or delivered apart, then the others follow', (t) => {
  t.same(held(update({ lineItemId: findLineId('TOP'), splitQuantity: 1 })), {
    1: 'DESK 2, LAMP 2, LEG 4, PEN 1, SCREW 16, TOP 1',
    2: 'LEG 4, SCREW 16, TOP 1',
  })
  t.same(held(update({ lineItemId: findLineId('LEG'), reallocateQuantity: 8 }, { shipmentInfo: { warehouseCode: 'Central' } })), {
    1: 'DESK 2, LAMP 2, PEN 1',
    2: 'LEG 8, SCREW 32, TOP 2',
  })
  const apart = update({ lineItemId: findLineId('SCREW'), deliveredQuantity: 16 }, { shipmentInfo: { shipmentId: 'B' } })
  t.equal(held(apart).B, 'LEG 4, SCREW 16, TOP 1')
  t.equal(requireLineByCode(apart, 'SCREW', 'B').deliveredQuantity, 16)
  t.equal(requireLineByCode(apart, 'TOP', 'B').deliveredQuantity, 0, 'it is there, and nobody said that it is delivered')
  const named = [
    { lineItemId: findLineId('SCREW'), deliveredQuantity: 16 },
    { lineItemId: findLineId('TOP'), deliveredQuantity: 1 },
  ]
  const both = lines.updated(order, { status: 'InProgress', lineItemUpdates: named, shipmentInfo: { shipmentId: 'B' } }).order
  t.equal(held(both).B, 'LEG 4, SCREW 16, TOP 1')
  t.same([requireLineByCode(both, 'TOP', 'B').deliveredQuantity, requireLineByCode(both, 'LEG', 'B').deliveredQuantity], [1, 0])
  const ready = update({ lineItemId: findLineId('TOP'), readyForPickupQuantity: 1 }, { shipmentInfo: { shipmentId: 'B' } })
  t.equal(held(ready).B, 'LEG 4, SCREW 16, TOP 1')
  t.notOk(requireLineByCode(ready, 'LEG', 'B').readyForPickupQuantity)
  t.same(held(update({ lineItemId: findLineId('LAMP'), splitQuantity: 1 }))['2'], 'LAMP 1')
  t.end()
})

t.test('given components that ship together, when a move would divide a unit, then it is refused', (t) => {
  const split = () => update({ lineItemId: findLineId('LEG'), splitQuantity: 1 })
  t.throws(split, { code: 'ValidationFailed', message: /lineItemUpdates\[0\].*whole units/ })
  t.end()
})

t.test('given components that ship together, when all lines are split, then there is one shipment per group', async (t) => {
  const { order: split } = await runStep(splitAllLineItems, order)
  t.same(held(split), { 1: 'DESK 2, LEG 8, SCREW 32, TOP 2', 2: 'PEN 1', 3: 'LAMP 2' })
  t.match(await runStep(splitAllLineItems, split), { actionStatus: 'Warning' })
})

t.test('given lines that ship together, when one is put into another shipment, then the others follow', (t) => {
  const two = update({ lineItemId: '2', splitQuantity: 1 })
  const moved = (...lineItemIds: string[]) => held(addLinesToShipments(two, [{ shipmentId: '2', lineItemIds }], () => false))
  t.same(moved(findLineId('LEG')), { 1: 'DESK 2, LAMP 2', 2: 'LEG 8, PEN 1, SCREW 32, TOP 2' })
  t.same(moved('1'), { 2: 'DESK 2, LAMP 2, LEG 8, PEN 1, SCREW 32, TOP 2' })
  const apart = () =>
    addLinesToShipments(
      two,
      [
        { shipmentId: '2', lineItemIds: [findLineId('TOP')] },
        { shipmentId: '1', lineItemIds: [findLineId('LEG')] },
      ],
      () => false,
    )
  t.throws(apart, { code: 'ValidationFailed', message: /ships together/ })
  t.end()
})

t.test('given lines that ship together, when shipments are sent that split them, then it is refused', async (t) => {
  const copies = (codes: string[]) =>
    codes.map((code) => ({ lineItemId: findLineId(code), quantity: requireLineByCode(order, code).quantity }))
  const context = { config, now: '2026-03-02T10:00:00.000Z', newId: () => 'x' }
  const put = (...shipments: string[][]) =>
    withReplacedShipments(
      order,
      shipments.map((codes, index) => ({ shipmentId: String(index + 1), lineItems: copies(codes) })),
      context,
    )
  t.throws(() => put(['DESK', 'PEN', 'TOP', 'LAMP'], ['LEG', 'SCREW']), {
    code: 'ValidationFailed',
    message: /must ship together/,
  })
  t.equal(held(put(['DESK', 'PEN', 'LAMP'], ['TOP', 'LEG', 'SCREW']))['2'], 'LEG 8, SCREW 32, TOP 2')
  const { patched } = await patching()
  const shipments = [
    { shipmentId: '1', lineItems: [{ lineItemId: findLineId('TOP'), quantity: 1 }] },
    { shipmentId: '2', lineItems: [{ lineItemId: findLineId('TOP'), quantity: 1 }] },
  ]
  t.throws(() => patched(order, { orderForm: { shipments } }), { code: 'ValidationFailed', message: /must ship together/ })
})

t.test('given any moves, when they are applied, then no shipment holds an open part of a group', (t) => {
  const change = fc.record({
    code: fc.constantFrom('DESK', 'TOP', 'LEG', 'SCREW', 'LAMP'),
    field: fc.constantFrom('splitQuantity', 'reallocateQuantity'),
    desks: fc.constantFrom(1, 2),
    shipmentId: fc.constantFrom('1', '2', 'NEW'),
  })
  const { lineItems } = order.orderForm
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
      let now = order
      for (const { code, field, desks, shipmentId } of changes) {
        const amount = desks * (requireLineByCode(order, code).quantity / 2)
        const shipmentInfo = { shipmentId, ...(field === 'reallocateQuantity' && { warehouseCode: 'Central' }) }
        try {
          now = lines.updated(now, {
            status: 'InProgress',
            shipmentInfo,
            lineItemUpdates: [{ lineItemId: findLineId(code), [field]: amount }],
          }).order
        } catch (error) {
          t.ok(['QuantityNotAvailable', 'ValidationFailed', 'NotFound'].includes((error as { code: string }).code), String(error))
        }
        assertShipTogether(lineItems, { before: [], after: now.orderForm.shipments })
        written(now, config, now)
      }
    }),
    { numRuns: propertyRuns(100) },
  )
  t.end()
})
