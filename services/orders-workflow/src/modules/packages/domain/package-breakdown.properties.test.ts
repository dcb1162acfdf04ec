import type { PackageComponent } from '@open-oms/contracts/catalog/product'
import type { Order } from '@open-oms/contracts/orders/order'
import { sumOfAmounts, times, toAmount, toMinor } from '@open-oms/money/minor'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import type { PackageProduct } from '../../../order/rules/packages/package-catalogue.ts'
import { componentQuantities, packageTree } from '../../../order/rules/packages/package-lines.ts'
import { withLinePatches } from '../../../order/rules/patches/order-patch-lines.ts'
import { newPayment } from '../../../order/rules/payments/new-payments.ts'
import { withMissingAllocations } from '../../../order/rules/payments/published-allocations.ts'
import { aPackage, component, knownSku, packageContext, written } from '../../../testing/products/test-packages.ts'
import { type SampleForm, sampleOrder } from '../../../testing/sample-order.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { breakDownPackages } from './package-breakdown.ts'

const config = await sampleConfig()
const price = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100)
const skus = ['A', 'B', 'C', 'D']

/** Components of whole, large and broken quantities. */
const components = (ids: readonly string[], quantities: readonly number[]) =>
  fc.array(
    fc
      .tuple(fc.constantFrom(...ids), fc.constantFrom(...quantities))
      .map(([id, quantity]): PackageComponent => component(id, { quantity })),
    { minLength: 1, maxLength: 4 },
  )

const catalogue = fc
  .record({
    prices: fc.array(fc.option(price), { minLength: 4, maxLength: 4 }),
    inner: components(skus, [1, 7, 0.5, 1.25]),
    outer: components([...skus, 'INNER'], [1, 2, 3, 150, 999]),
  })
  .map(({ prices, inner, outer }): PackageProduct[] => [
    ...skus.map((sku, index) => knownSku(sku, { price: prices[index] ?? null, cost: prices[index] ?? null })),
    aPackage('INNER', inner, { price: 33 }),
    aPackage('OUTER', outer),
  ])

const shape = fc.record({
  products: catalogue,
  parts: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
  placedPrice: price,
  percentage: fc.constantFrom(0, 0, 10, 33.3),
  ofOrder: fc.constantFrom(0, 15),
  allocates: fc.boolean(),
})

/**
 * A package in one or more shipments, with another line and discounts on the line and the order.
 */
function packageForm({
  parts,
  placedPrice,
  percentage,
  ofOrder,
}: {
  parts: number[]
  placedPrice: number
  percentage: number
  ofOrder: number
}): SampleForm {
  const quantity = parts.reduce((sum, part) => sum + part, 0)
  const discount = { discountId: 'd', rewardType: 'Percentage' as const, discountValue: percentage }
  const orderLineDiscounts = percentage > 0 ? [discount] : []
  return {
    lineItems: [
      { lineItemId: '1', code: 'OUTER', quantity, placedPrice, orderLineDiscounts },
      { lineItemId: '2', code: 'A', quantity: 2, placedPrice: 19.9 },
    ],
    shipments: parts.map((part, index) => ({
      lineItems: [{ lineItemId: '1', quantity: part }, ...(index === 0 ? [{ lineItemId: '2', quantity: 2 }] : [])],
    })),
    discounts: ofOrder > 0 ? [{ discountId: 'o', discountType: 'Order', rewardType: 'Percentage', discountValue: ofOrder }] : [],
  }
}

const worth = (order: Order) => ({
  subTotal: order.orderForm.subTotal,
  total: order.total,
  ofOrder: order.orderForm.discountAmount,
  discountedPrice: sumOfAmounts(order.orderForm.lineItems.map((line) => line.discountedPrice)),
})

t.test('given any package and shipments, when it is broken down, then the sum of prices is unchanged', (t) => {
  fc.assert(
    fc.property(shape, ({ products, allocates, ...form }) => {
      const context = packageContext(config, products, { allocates })
      const order = sampleOrder(packageForm(form))
      const before = written(order, config)
      const broken = breakDownPackages(order, context)
      const after = written(broken.order, config)
      t.same(worth(after), worth(before))
      const [line] = after.orderForm.lineItems
      const parts = packageTree(after.orderForm.lineItems).allComponents('1')
      if (allocates) t.equal(line?.extendedPrice, 0)
      else t.ok(parts.every((part) => part.extendedPrice === 0))
      t.equal(breakDownPackages(after, context).order, after, 'once')
      const again = written(JSON.parse(JSON.stringify(after)), config, after)
      t.same(worth(again), worth(after), 'a later write changes nothing')
    }),
    { numRuns: propertyRuns(150) },
  )
  t.end()
})

t.test('given a broken-down package, when its quantity changes, then its components cost as much as the packages', (t) => {
  fc.assert(
    fc.property(shape, fc.integer({ min: 1, max: 40 }), ({ products, ...form }, quantity) => {
      const context = packageContext(config, products, { allocates: true })
      const order = sampleOrder(packageForm({ ...form, percentage: 0, ofOrder: 0, parts: [form.parts[0] ?? 1] }))
      const after = written(breakDownPackages(order, context).order, config)
      const patches = { config, now: order.created, newId: () => 'new' }
      const patched = withLinePatches(after, [{ lineItemId: '1', quantity }], patches)
      const again = written(patched, config, after)
      t.equal(again.orderForm.subTotal, sumOfAmounts([39.8, toAmount(times(form.placedPrice, quantity, 2), 2)]))
    }),
    { numRuns: propertyRuns(100) },
  )
  t.end()
})

t.test(
  'given payments for a package, when they are allocated, then the shares sum to the payments and the goods to the price',
  (t) => {
    fc.assert(
      fc.property(shape, fc.integer({ min: 1, max: 99 }), ({ products, allocates, ...form }, percent) => {
        const context = packageContext(config, products, { allocates })
        const order = written(breakDownPackages(sampleOrder(packageForm(form)), context).order, config)
        const first = toAmount(toMinor(Math.round(order.total * percent) / 100, 2), 2)
        const amounts = [first, sumOfAmounts([order.total, -first])].filter((amount) => amount > 0)
        const payments = amounts.map((amount, index) =>
          newPayment(
            { amount, transactionType: 'Capture', status: 'Processed', transactionId: `t${index}`, paymentMethodName: 'Card' },
            { now: order.created, newId: () => `p${index}` },
          ),
        )
        const paid = written({ ...order, orderForm: { ...order.orderForm, payments } }, config, order)
        const allocations = withMissingAllocations(paid, [], { currency: 'NOK', taxRate: 25, canceledStatuses: [] })
        const entries = new Map(allocations.map(({ paymentId, breakdown }) => [paymentId, breakdown]))
        for (const { id, amount } of payments)
          t.equal(sumOfAmounts((entries.get(id) ?? []).flatMap(({ net, vatAmount }) => [net, vatAmount])), amount)
        const sales = [...entries.values()].flat().filter(({ kind }) => kind === 'Sales' || kind === 'Discount')
        t.equal(sumOfAmounts(sales.flatMap(({ net, vatAmount }) => [net, vatAmount])), order.orderForm.subTotal)
      }),
      { numRuns: propertyRuns(100) },
    )
    t.end()
  },
)

t.test('given any package, when it is broken down, then components are in proportion in the order and in every shipment', (t) => {
  fc.assert(
    fc.property(shape, ({ products, allocates, ...form }) => {
      const { order } = breakDownPackages(sampleOrder(packageForm(form)), packageContext(config, products, { allocates }))
      const { lineItems, shipments } = order.orderForm
      const all = componentQuantities(order, '1', lineItems[0]?.quantity ?? 0)
      t.same(
        Object.fromEntries(all.map(({ lineItemId, quantity }) => [lineItemId, quantity])),
        Object.fromEntries(lineItems.slice(2).map((line) => [line.lineItemId, line.quantity])),
      )
      for (const { lineItems: copies } of shipments) {
        const part = componentQuantities(order, '1', copies[0]?.quantity ?? 0)
        for (const { lineItemId, quantity } of part)
          t.equal(copies.find((copy) => copy.lineItemId === lineItemId)?.quantity, quantity)
      }
    }),
    { numRuns: propertyRuns(60) },
  )
  t.end()
})
