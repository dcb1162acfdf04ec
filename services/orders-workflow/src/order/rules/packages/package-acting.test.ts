import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { cancelLines } from '../../../modules/lines/domain/order-lines-canceled.ts'
import { updating } from '../../../testing/orders/line-updating.ts'
import {
  aPackage,
  brokenDown,
  component,
  knownSku,
  packageContext,
  requireLineByCode,
  written,
} from '../../../testing/products/test-packages.ts'
import type { SampleForm } from '../../../testing/sample-order.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { withLinePatches } from '../patches/order-patch-lines.ts'
import { enterStatus } from '../status/enter-status.ts'
import { requireOrderType } from '../status/order-type.ts'
import { componentQuantities } from './package-lines.ts'

const config = await sampleConfig()
const lines = await updating()
const now = '2026-03-02T10:00:00.000Z'
const products = [
  aPackage('BOX', [component('CUP', { quantity: 2 }), component('CASE')]),
  aPackage('CASE', [component('PEN', { quantity: 3 })]),
  ...['CUP', 'PEN'].map((sku) => knownSku(sku)),
]
/** Three boxes of two cups and a case of three pens, and another line. */
const boxes: SampleForm = {
  lineItems: [
    { code: 'BOX', quantity: 3, placedPrice: 100, updateStock: true },
    { code: 'LAMP', quantity: 1, placedPrice: 50 },
  ],
  shipments: [{ warehouseCode: 'Oslo-01', orderStatus: 'InProgress' }],
}
const order = brokenDown(boxes, packageContext(config, products), { status: 'InProgress' })
const codes = ['BOX', 'CUP', 'CASE', 'PEN'] as const
const findLineId = (code: string) => requireLineByCode(order, code).lineItemId
/** Of each code: quantity, delivered and cancelled. */
const quantities = (of: Order, shipmentId?: string) =>
  Object.fromEntries(
    codes.map((code) => {
      const line = requireLineByCode(of, code, shipmentId)
      return [code, `${line.quantity} ${line.deliveredQuantity}/${line.canceledQuantity}`]
    }),
  )
const update = (of: Order, changes: object[], fields: object = {}) =>
  lines.updated(of, { status: 'InProgress', lineItemUpdates: changes, ...fields }).order

t.test('given a package, when it is delivered, then its components are delivered in proportion, in the shipment too', (t) => {
  const one = update(order, [{ lineItemId: findLineId('BOX'), deliveredQuantity: 1 }])
  t.same(quantities(one), { BOX: '3 1/0', CUP: '6 2/0', CASE: '3 1/0', PEN: '9 3/0' })
  t.match(requireLineByCode(one, 'PEN', '1'), { deliveredQuantity: 3, deliveredDate: String })
  t.equal(update(one, [{ lineItemId: findLineId('BOX'), deliveredQuantity: 1 }]), one, 'repeated it changes nothing')
  const all = update(one, [{ lineItemId: findLineId('BOX'), deliveredQuantity: 3 }])
  t.same(quantities(all), { BOX: '3 3/0', CUP: '6 6/0', CASE: '3 3/0', PEN: '9 9/0' })
  const corrected = update(all, [{ lineItemId: findLineId('BOX'), deliveredQuantity: 2 }])
  t.same(quantities(corrected), { BOX: '3 2/0', CUP: '6 4/0', CASE: '3 2/0', PEN: '9 6/0' })
  t.end()
})

t.test('given quantities of a component in the request, when its package is delivered, then they count', (t) => {
  const one = update(order, [
    { lineItemId: findLineId('BOX'), deliveredQuantity: 1 },
    { lineItemId: findLineId('CUP'), deliveredQuantity: 5 },
  ])
  t.same(quantities(one), { BOX: '3 1/0', CUP: '6 5/0', CASE: '3 1/0', PEN: '9 3/0' })
  t.same(quantities(update(one, [{ lineItemId: findLineId('BOX'), deliveredQuantity: 2 }])).CUP, '6 5/0', 'it stays ahead')
  t.end()
})

t.test('given components at any depth, when all are delivered, then the package is delivered', (t) => {
  const cups = update(order, [{ lineItemId: findLineId('CUP'), deliveredQuantity: 6 }])
  t.same(quantities(cups), { BOX: '3 0/0', CUP: '6 6/0', CASE: '3 0/0', PEN: '9 0/0' })
  const all = update(
    cups,
    [
      { lineItemId: findLineId('PEN'), deliveredQuantity: 9 },
      { lineItemId: '2', deliveredQuantity: 1 },
    ],
    { status: 'Completed' },
  )
  t.same(quantities(all), { BOX: '3 3/0', CUP: '6 6/0', CASE: '3 3/0', PEN: '9 9/0' })
  t.equal(all.status, 'Completed')
  t.match(requireLineByCode(all, 'BOX', '1'), { deliveredQuantity: 3, deliveredDate: String })
  t.end()
})

t.test('given a package, when it is delivered to a new shipment, split or reallocated, then its components follow', (t) => {
  const target = { shipmentInfo: { shipmentId: 'B' } }
  const delivered = update(order, [{ lineItemId: findLineId('BOX'), deliveredQuantity: 1 }], target)
  t.same(quantities(delivered, 'B'), { BOX: '1 1/0', CUP: '2 2/0', CASE: '1 1/0', PEN: '3 3/0' })
  t.same(quantities(delivered, '1'), { BOX: '2 0/0', CUP: '4 0/0', CASE: '2 0/0', PEN: '6 0/0' })
  const split = update(order, [{ lineItemId: findLineId('BOX'), splitQuantity: 2 }])
  t.same(quantities(split, '2'), { BOX: '2 0/0', CUP: '4 0/0', CASE: '2 0/0', PEN: '6 0/0' })
  const moved = update(order, [{ lineItemId: findLineId('BOX'), reallocateQuantity: 3 }], {
    shipmentInfo: { warehouseCode: 'Central' },
  })
  t.same(quantities(moved, '2'), { BOX: '3 0/0', CUP: '6 0/0', CASE: '3 0/0', PEN: '9 0/0' })
  t.equal(moved.orderForm.shipments[1]?.warehouseCode, 'Central')
  t.end()
})

t.test('given a package alone in a shipment, when its components are delivered, then the shipment takes their status', (t) => {
  const parts = ['CUP', 'PEN'].map((code) => ({
    lineItemId: findLineId(code),
    splitQuantity: requireLineByCode(order, code).quantity,
  }))
  const apart = update(order, [...parts, { lineItemId: '2', splitQuantity: 1 }])
  t.same(
    apart.orderForm.shipments.map(({ lineItems }) => lineItems.map(({ code }) => code).sort()),
    [
      ['BOX', 'CASE'],
      ['CUP', 'LAMP', 'PEN'],
    ],
  )
  const statuses = (of: Order) => [of.status, ...of.orderForm.shipments.map(({ orderStatus }) => orderStatus)]
  const target = { status: 'Completed', shipmentInfo: { shipmentId: '2' } }
  const some = update(apart, [{ lineItemId: findLineId('CUP'), deliveredQuantity: 6 }], target)
  t.same(statuses(some), ['PartiallyShipped', 'InProgress', 'Completed'], 'the package is open')
  const delivered = { CUP: 6, PEN: 9, LAMP: 1 }
  const amounts = Object.entries(delivered).map(([code, deliveredQuantity]) => ({
    lineItemId: findLineId(code),
    deliveredQuantity,
  }))
  const all = update(apart, amounts, target)
  t.same(statuses(all), ['Completed', 'Completed', 'Completed'])
  t.match(all.orderForm.shipments[0]?.orderStatusLog.at(-1), { status: 'Completed' })
  const type = requireOrderType(order, config.orderTypes)
  const command = { status: 'Completed', type, shipmentInfo: { shipmentId: '2' }, isStatusOnly: false, now }
  t.same(statuses(enterStatus(apart, command).order), ['Completed', 'Completed', 'Completed'])
  t.same(statuses(enterStatus(apart, { ...command, isStatusOnly: true }).order).slice(1), ['InProgress', 'Completed'])
  t.end()
})

t.test('given a package, when it or all its components are cancelled, then both are cancelled', (t) => {
  const one = update(order, [{ lineItemId: findLineId('BOX'), deliveredQuantity: 1 }])
  const canceled = cancelLines(one, [findLineId('BOX')], now)
  const after = written(canceled.order, config, one)
  t.same(quantities(after), { BOX: '3 1/2', CUP: '6 2/4', CASE: '3 1/2', PEN: '9 3/6' })
  t.equal(after.total, 150)
  t.equal(canceled.lines.length, 4)
  const again = cancelLines(after, [findLineId('BOX')], now)
  t.same([again.order, again.lines.length], [after, 0])
  const parts = written(cancelLines(order, [findLineId('CUP'), findLineId('PEN')], now).order, config, order)
  t.same(quantities(parts), { BOX: '3 0/3', CUP: '6 0/6', CASE: '3 0/3', PEN: '9 0/9' })
  t.equal(parts.total, 50)
  t.same(quantities(cancelLines(order, [findLineId('CUP')], now).order).BOX, '3 0/0')
  const bare = { ...order, orderForm: { ...order.orderForm, shipments: [] } }
  t.same(quantities(cancelLines(bare, [findLineId('CUP'), findLineId('PEN')], now).order).BOX, '3 0/3')
  const some = update(order, [{ lineItemId: findLineId('BOX'), canceledQuantity: 1 }])
  t.same(quantities(some), { BOX: '3 0/1', CUP: '6 0/2', CASE: '3 0/1', PEN: '9 0/3' })
  t.end()
})

t.test('given a delivering or cancelling status, when it is entered, then packages and components follow', (t) => {
  const type = requireOrderType(order, config.orderTypes)
  const enter = (status: string) => enterStatus(order, { status, type, isStatusOnly: false, now }).order
  t.same(quantities(enter('Completed')), { BOX: '3 3/0', CUP: '6 6/0', CASE: '3 3/0', PEN: '9 9/0' })
  t.same(quantities(enter('Cancelled')), { BOX: '3 0/3', CUP: '6 0/6', CASE: '3 0/3', PEN: '9 0/9' })
  t.end()
})

t.test('given a package, when its quantity is patched, then the quantities of its components follow', (t) => {
  let id = 0
  const context = { config, now, newId: () => String(++id) }
  const patched = (patches: object[], of = order) => written(withLinePatches(of, patches, context), config, of)
  const five = patched([{ lineItemId: findLineId('BOX'), quantity: 5 }])
  t.same(quantities(five), { BOX: '5 0/0', CUP: '10 0/0', CASE: '5 0/0', PEN: '15 0/0' })
  t.same(quantities(five, '1'), quantities(five))
  const stated = patched([
    { lineItemId: findLineId('BOX'), quantity: 5 },
    { lineItemId: findLineId('CUP'), quantity: 7 },
  ])
  t.same(quantities(stated), { BOX: '5 0/0', CUP: '7 0/0', CASE: '5 0/0', PEN: '15 0/0' })
  const done = patched([{ lineItemId: findLineId('BOX'), deliveredQuantity: 2, canceledQuantity: 1 }])
  t.same(quantities(done), { BOX: '3 2/1', CUP: '6 4/2', CASE: '3 2/1', PEN: '9 6/3' })
  const odd = brokenDown(
    { lineItems: [{ code: 'BOX', quantity: 1 }] },
    packageContext(config, [aPackage('BOX', [component('CUP', { quantity: 0.333 })]), knownSku('CUP')]),
  )
  t.throws(() => patched([{ lineItemId: '1', quantity: 0.5 }], odd), { code: 'ValidationFailed', message: /^\[0\]\.quantity/ })
  t.end()
})

t.test('given a quantity of a package, when it is converted, then it is quantities of its components', (t) => {
  const at = (quantity: number) =>
    Object.fromEntries(componentQuantities(order, findLineId('BOX'), quantity).map((part) => [part.lineItemId, part.quantity]))
  t.same(at(1), { [findLineId('CUP')]: 2, [findLineId('CASE')]: 1, [findLineId('PEN')]: 3 })
  t.same(at(3), { [findLineId('CUP')]: 6, [findLineId('CASE')]: 3, [findLineId('PEN')]: 9 })
  t.same(at(0.5), { [findLineId('CUP')]: 1, [findLineId('CASE')]: 0.5, [findLineId('PEN')]: 1.5 })
  t.same(componentQuantities(order, '2', 1), [])
  t.same(componentQuantities(order, 'none', 1), [])
  t.end()
})
