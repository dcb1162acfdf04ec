import { toMinor } from '@open-oms/money/minor'
import { taxIn } from '@open-oms/money/tax'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import {
  aPackage,
  brokenDown,
  component,
  knownSku,
  packageContext,
  requireLineByCode,
} from '../../../testing/products/test-packages.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'

const config = await sampleConfig()
const meal = knownSku('MEAL', { price: 60, taxRate: 15 })
const book = knownSku('BOOK', { price: 30, taxRate: 0 })
const mug = knownSku('MUG', { price: 10, taxRate: 25 })

t.test('given components with tax rates, when a package price is allocated, then each share has its own rate', async (t) => {
  const products = [
    aPackage(
      'BOX',
      ['MEAL', 'BOOK', 'MUG'].map((id) => component(id)),
      { taxRate: 25 },
    ),
    meal,
    book,
    mug,
  ]
  const lineItems = [{ code: 'BOX', quantity: 1, placedPrice: 80, taxRate: 25 }]
  const order = brokenDown({ lineItems }, packageContext(config, products, { allocates: true }))
  const amountsOfLine = (code: string) => {
    const { extendedPrice, taxRate, taxTotal } = requireLineByCode(order, code)
    return { extendedPrice, taxRate, taxTotal }
  }
  t.match(amountsOfLine('MEAL'), { extendedPrice: 48, taxRate: 15, taxTotal: 6.26 })
  t.match(amountsOfLine('BOOK'), { extendedPrice: 24, taxRate: 0, taxTotal: 0 })
  t.match(amountsOfLine('MUG'), { extendedPrice: 8, taxRate: 25, taxTotal: 1.6 })
  t.match(amountsOfLine('BOX'), { extendedPrice: 0, taxTotal: 0 })
  t.match(order, { total: 80, taxTotal: 7.86, totalExclTax: 72.14 })
})

t.test("given a nested package, when its price is allocated, then a component without a rate has its package's", async (t) => {
  const products = [
    aPackage('BOX', [component('SNACK'), component('MUG')], { taxRate: 25 }),
    aPackage('SNACK', [component('MEAL'), component('TOY')], { taxRate: 12, price: 90 }),
    meal,
    knownSku('TOY', { price: 30, taxRate: null }),
    mug,
  ]
  const lineItems = [{ code: 'BOX', quantity: 2, placedPrice: 100 }]
  const order = brokenDown({ lineItems }, packageContext(config, products, { allocates: true }))
  for (const [code, taxRate, extendedPrice] of [
    ['MUG', 25, 20],
    ['MEAL', 15, 120],
    ['TOY', 12, 60],
  ] as const)
    t.match(requireLineByCode(order, code), { taxRate, extendedPrice })
  t.equal(order.total, 200)
})

t.test('given any rates, prices and discounts, when a package price is allocated, then it is conserved', async (t) => {
  const rate = fc.constantFrom(0, 6, 12, 15, 20, 25, null)
  const parts = fc.array(
    fc.record({ price: fc.integer({ min: 0, max: 50_000 }), taxRate: rate, quantity: fc.integer({ min: 1, max: 4 }) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  const sale = fc.record({
    price: fc.integer({ min: 0, max: 100_000 }),
    quantity: fc.integer({ min: 1, max: 7 }),
    percent: fc.nat(100),
  })
  fc.assert(
    fc.property(parts, sale, (components, { price, quantity, percent }) => {
      const skus = components.map((one, index) => knownSku(`C${index}`, { price: one.price / 100, taxRate: one.taxRate }))
      const of = components.map((one, index) => component(`C${index}`, { quantity: one.quantity }))
      const discounted = Math.floor((price * quantity * percent) / 100) / 100
      const lineItems = [{ code: 'BOX', quantity, placedPrice: price / 100, discounted }]
      const products = [aPackage('BOX', of), ...skus]
      const [whole, spread] = [false, true].map((allocates) =>
        brokenDown({ lineItems }, packageContext(config, products, { allocates })),
      )
      const lines = spread?.orderForm.lineItems.slice(1) ?? []
      const taxes = lines.map((line, index) => taxIn(toMinor(line.extendedPrice, 2), components[index]?.taxRate ?? 25))
      return (
        spread?.total === whole?.total &&
        lines.every((line, index) => toMinor(line.taxTotal, 2) === taxes[index]) &&
        toMinor(spread?.taxTotal ?? 0, 2) === taxes.reduce((a, b) => a + b, 0)
      )
    }),
    { numRuns: propertyRuns(100) },
  )
  t.pass('it held')
})
