import t from 'tap'
import { withNewReturn, withPatchedReturn } from '../../../modules/returns/domain/order-return.ts'
import {
  aPackage,
  brokenDown,
  component,
  knownSku,
  packageContext,
  requireLineByCode,
} from '../../../testing/products/test-packages.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { orderTotalsContext } from '../context/order-context.ts'
import { calculateTotals } from '../totals/order-totals.ts'

const config = await sampleConfig()
const products = [aPackage('BOX', [component('CUP', { quantity: 2 }), component('PEN')]), knownSku('CUP'), knownSku('PEN')]
const form = {
  lineItems: [{ code: 'BOX', quantity: 3, deliveredQuantity: 3, placedPrice: 100, updateStock: true }],
  shipments: [{}],
}
const order = brokenDown(form, packageContext(config, products), { status: 'Completed' })
const now = '2026-03-02T10:00:00.000Z'
const findLineId = (code: string) => requireLineByCode(order, code).lineItemId

function returned(from: typeof order, ...returns: object[]) {
  const after = withNewReturn(from, { returns } as never, { config, now }).order
  return calculateTotals(after, orderTotalsContext(after, config, from))
}
const units = (from: typeof order, position: number) =>
  from.returnOrderForms[position]?.lineItems.map(({ code, quantity, updateStock }) => [code, quantity, updateStock])

t.test('given a package, when it is returned, then its components are returned in proportion', async (t) => {
  const one = returned(order, { lineItemId: findLineId('BOX'), returnQuantity: 1, isStockUpdated: true })
  t.same(units(one, 0), [
    ['BOX', 1, true],
    ['CUP', 2, true],
    ['PEN', 1, true],
  ])
  t.match(one.returnOrderForms[0], { total: 100, creditAmount: 100 })
  t.same(
    one.orderForm.lineItems.map(({ returnQuantity }) => returnQuantity),
    [1, 2, 1],
  )
  const all = returned(one, { lineItemId: findLineId('BOX'), returnQuantity: 2 })
  t.same(units(all, 1), [
    ['BOX', 2, false],
    ['CUP', 4, false],
    ['PEN', 2, false],
  ])
})

t.test('given a component returned before or sent itself, when its package is, then no unit is returned twice', async (t) => {
  const cups = returned(order, { lineItemId: findLineId('CUP'), returnQuantity: 5 })
  const rest = returned(cups, { lineItemId: findLineId('BOX'), returnQuantity: 3 })
  t.same(units(rest, 1), [
    ['BOX', 3, false],
    ['CUP', 1, false],
    ['PEN', 3, false],
  ])
  const stated = returned(
    order,
    { lineItemId: findLineId('BOX'), returnQuantity: 1 },
    { lineItemId: findLineId('CUP'), returnQuantity: 1 },
  )
  t.same(units(stated, 0), [
    ['BOX', 1, false],
    ['CUP', 1, false],
    ['PEN', 1, false],
  ])
})

function patched(from: typeof order, ...lineItems: object[]) {
  const context = { config, now, newId: () => 'x' }
  const after = withPatchedReturn(from, { returnId: '1', patch: { lineItems } as never }, context)
  return after === from ? from : calculateTotals(after, orderTotalsContext(after, config, from))
}

t.test('given a package in a return form, when its quantity is patched, then its components follow', async (t) => {
  const two = returned(order, { lineItemId: findLineId('BOX'), returnQuantity: 2, isStockUpdated: true })
  const one = patched(two, { lineItemId: findLineId('BOX'), quantity: 1 })
  t.same(units(one, 0), [
    ['BOX', 1, true],
    ['CUP', 2, true],
    ['PEN', 1, true],
  ])
  t.match(one.returnOrderForms[0], { total: 100, creditAmount: 100 })
  t.same(
    one.orderForm.lineItems.map(({ returnQuantity }) => returnQuantity),
    [1, 2, 1],
  )
  t.equal(patched(one, { lineItemId: findLineId('BOX'), quantity: 1 }), one)
  t.same(units(patched(one, { lineItemId: findLineId('BOX'), quantity: 3 }), 0), [
    ['BOX', 3, true],
    ['CUP', 6, true],
    ['PEN', 3, true],
  ])
  const stated = patched(two, { lineItemId: findLineId('BOX'), quantity: 1 }, { lineItemId: findLineId('CUP'), quantity: 3 })
  t.same(units(stated, 0)?.slice(1), [
    ['CUP', 3, true],
    ['PEN', 1, true],
  ])
})

t.test('given a return form, when a package is added to it, then its remaining components are added', async (t) => {
  const cups = returned(order, { lineItemId: findLineId('CUP'), returnQuantity: 5 })
  const other = returned(cups, { lineItemId: findLineId('PEN'), returnQuantity: 3 })
  const context = { config, now, newId: () => 'x' }
  const patch = { lineItems: [{ lineItemId: findLineId('BOX'), quantity: 3 }] } as never
  const after = withPatchedReturn(other, { returnId: '2', patch }, context)
  t.same(
    after.returnOrderForms[1]?.lineItems.map(({ code, quantity }) => [code, quantity]),
    [
      ['PEN', 3],
      ['BOX', 3],
      ['CUP', 1],
    ],
  )
})
