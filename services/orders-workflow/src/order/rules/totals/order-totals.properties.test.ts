import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { currencyExponent } from '@open-oms/money/currency'
import { sumOfAmounts } from '@open-oms/money/minor'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { randomOrder } from '../../../testing/orders/random-orders.ts'
import { sampleTerms } from '../../../testing/sample-order.ts'
import { isLineDiscount } from '../discounts/line-discounts.ts'
import { assertInvariants } from '../invariants.ts'
import { calculateTotals } from './order-totals.ts'

const RUNS = propertyRuns(150)
const calculate = (order: Order) => calculateTotals(order, sampleTerms)

function holds(t: Test, property: (calculated: Order, sent: Order) => void): void {
  fc.assert(
    fc.property(randomOrder, (sent) => property(calculate(sent), sent)),
    { numRuns: RUNS },
  )
  t.pass()
}

const add = (amounts: Iterable<number>) => sumOfAmounts(amounts)

t.test('given any order, when totals are calculated, then parts sum to wholes and net and tax to gross', async (t) => {
  holds(t, (order) => {
    assertInvariants(order)
    const form = order.orderForm
    const all = [...form.lineItems, ...form.shipments.flatMap(({ lineItems }) => lineItems)]
    for (const line of all) {
      if (add([line.extendedPriceExclTax, line.taxTotal]) !== line.extendedPrice) throw new Error(`tax of ${line.lineItemId}`)
    }
    const net = add([form.subTotalExclTax, add(form.lineItems.map(({ taxTotal }) => taxTotal))])
    if (net !== form.subTotal) throw new Error('subtotal')
  })
})

t.test('given any order, when totals are calculated, then copies in shipments sum to the lines in every amount', async (t) => {
  const fields = [
    'discounted',
    'discountedPrice',
    'orderDiscountAmount',
    'extendedPrice',
    'extendedPriceExclTax',
    'taxTotal',
    'costTotal',
    'lineItemDiscountAmount',
  ] as const
  holds(t, ({ orderForm: { lineItems, shipments } }) => {
    if (shipments.length === 0) return
    for (const line of lineItems) {
      const copies = shipments.flatMap((shipment) =>
        shipment.lineItems.filter(({ lineItemId }) => lineItemId === line.lineItemId),
      )
      for (const field of fields) {
        if (add(copies.map((copy) => copy[field])) !== line[field]) throw new Error(`${field} of ${line.lineItemId}`)
      }
      if (copies.some((copy) => copy.extendedPrice < 0)) throw new Error('a copy below zero')
    }
  })
})

t.test('given any calculated order, when it is calculated again, then nothing changes', async (t) => {
  holds(t, (once) => {
    const text = JSON.stringify(once)
    if (JSON.stringify(calculate(once)) !== text) throw new Error('again')
    if (JSON.stringify(calculate(JSON.parse(text))) !== text) throw new Error('over the wire')
    const echoed = calculateTotals(JSON.parse(text), { ...sampleTerms, previous: once })
    if (JSON.stringify(echoed) !== text) throw new Error('as an echo')
  })
})

t.test('given any order, when totals are calculated, then the given order is not changed', async (t) => {
  fc.assert(
    fc.property(randomOrder, (sent) => {
      const text = JSON.stringify(sent)
      calculate(sent)
      return JSON.stringify(sent) === text
    }),
    { numRuns: propertyRuns(100) },
  )
  t.pass()
})

const inputsOfLine = [
  'cost',
  'discounted',
  'placedPrice',
  'suggestedRetailPrice',
  'taxRate',
  'quantity',
  'canceledQuantity',
  'deliveredQuantity',
  'returnQuantity',
  'reservedInventoryQuantity',
]
const inputsOfShipment = ['shippingSubTotal', 'shippingDiscountAmount', 'shipmentTaxRate', 'shippingCreditedTotal']
const inputsOfForm = ['handlingTotal', 'grossRoundoff']
const inputsOfDiscount = ['discountValue', 'maxDiscountAmount', 'priority']

/** The object with every number replaced by nonsense, except its inputs. */
function scrambled<T extends object>(value: T, inputs: readonly string[]): T {
  const entries = Object.entries(value).map(([name, field]) => [
    name,
    typeof field === 'number' && !inputs.includes(name) ? 4711.5 : field,
  ])
  return Object.fromEntries(entries) as T
}

function scrambledOrder(order: Order): Order {
  const line = (item: OrderLine): OrderLine => ({
    ...scrambled(item, inputsOfLine),
    orderLineDiscounts: item.orderLineDiscounts.map((discount) => scrambled(discount, inputsOfDiscount)),
  })
  const form = order.orderForm
  const shipments = form.shipments.map((shipment) => ({
    ...scrambled(shipment, inputsOfShipment),
    discounts: shipment.discounts.map((discount) => scrambled(discount, inputsOfDiscount)),
    lineItems: shipment.lineItems.map(line),
  }))
  const discounts = form.discounts.map((discount) => scrambled(discount, inputsOfDiscount))
  const orderForm = { ...scrambled(form, inputsOfForm), discounts, lineItems: form.lineItems.map(line), shipments }
  return { ...scrambled(order, []), paymentTermsNet: order.paymentTermsNet, orderForm }
}

t.test('given any calculated values of a client, when totals are calculated, then they are replaced', async (t) => {
  holds(t, (calculated, sent) => {
    if (JSON.stringify(calculate(scrambledOrder(sent))) !== JSON.stringify(calculated)) throw new Error('survived')
  })
})

t.test('given any discounts, when totals are calculated, then none exceeds what it reduces', async (t) => {
  holds(t, ({ orderForm: form, ...order }) => {
    for (const line of form.lineItems) {
      if (line.extendedPrice < 0 || line.discountedPrice < 0 || line.discounted < line.lineItemDiscountAmount)
        throw new Error('line')
    }
    for (const { shippingTotal, shippingSubTotal } of form.shipments)
      if (shippingTotal < 0 || shippingTotal > shippingSubTotal) throw new Error('shipping')
    const own = form.lineItems.flatMap(({ orderLineDiscounts }) => orderLineDiscounts)
    const ownOfShipments = form.shipments.flatMap(({ discounts }) => discounts)
    const given = [...form.discounts, ...own, ...ownOfShipments]
    for (const { discountAmount, maxDiscountAmount } of given) {
      if (discountAmount < 0) throw new Error('negative')
      const step = 10 ** -currencyExponent(order.billingCurrency as string)
      if (maxDiscountAmount > 0 && discountAmount > maxDiscountAmount + step) throw new Error('maximum')
    }
    const manual = form.lineItems.map((line) => add([line.discounted, -line.lineItemDiscountAmount]))
    const manualShipping = add([...form.shipments.map(({ shippingDiscountAmount }) => shippingDiscountAmount)])
    const whole = add([...form.lineItems.map(({ discounted }) => discounted), form.discountAmount, manualShipping])
    const isManualShipping = manualShipping > add(ownOfShipments.map(({ discountAmount }) => discountAmount))
    const objects = add([...given.map(({ discountAmount }) => discountAmount), ...manual])
    if (objects > whole || (objects < whole && !isManualShipping))
      throw new Error('what discounts gave is not what was taken off')
  })
})

const reversed = (order: Order): Order => ({
  ...order,
  orderForm: { ...order.orderForm, lineItems: [...order.orderForm.lineItems].reverse() },
})

t.test(
  'given any order without line discounts of the form, when its lines are reversed, then the totals are the same',
  async (t) => {
    holds(t, (_, sent) => {
      const discounts = sent.orderForm.discounts.filter((discount) => !isLineDiscount(discount))
      const order = { ...sent, orderForm: { ...sent.orderForm, discounts } }
      const [there, back] = [calculate(order), calculate(reversed(order))]
      for (const field of ['total', 'subTotal', 'discountTotalIncVat', 'shippingDiscountTotal'] as const) {
        if (there[field] !== back[field]) throw new Error(field)
      }
      if (there.orderForm.discountAmount !== back.orderForm.discountAmount) throw new Error('discountAmount')
    })
  },
)

t.test('given any discounts over several lines, when lines are reversed, then only rounding units differ', async (t) => {
  holds(t, (calculated, sent) => {
    const step = 10 ** -currencyExponent(sent.billingCurrency as string)
    const units = calculated.orderForm.lineItems.length * (calculated.orderForm.discounts.length + 1)
    if (Math.abs(calculate(reversed(sent)).total - calculated.total) > step * units * 1.001) throw new Error('total')
  })
})

t.test('given any order, when totals are calculated, then every amount has the decimals of its currency', async (t) => {
  holds(t, (order) => {
    const factor = 10 ** currencyExponent(order.billingCurrency as string)
    const { lineItems, total, taxTotal, totalExclTax } = order.orderForm
    const amounts = [
      total,
      taxTotal,
      totalExclTax,
      ...lineItems.flatMap((line) => [line.extendedPrice, line.extendedPriceExclTax, line.costTotal]),
    ]
    for (const amount of amounts) if (Math.round(amount * factor) / factor !== amount) throw new Error(String(amount))
  })
})
