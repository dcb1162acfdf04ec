import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { documentTotals, vatRows } from '../../../modules/documents/domain/document-amounts.ts'
import { type SampleForm, sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { calculationTerms } from '../context/totals-context.ts'
import { assertInvariants } from '../invariants.ts'
import { breakdownUnits } from '../payments/breakdown-units.ts'
import { calculateTotals } from './order-totals.ts'

const calculated = (form: SampleForm, previous = sampleTerms.previous) => {
  const order = calculateTotals(sampleOrder(form), { ...sampleTerms, previous })
  assertInvariants(order)
  return order
}

const line = (lineItemId: string, canceledQuantity = 0) => ({ lineItemId, placedPrice: 100, quantity: 2, canceledQuantity })
const shipment = (shipmentId: string, lineItems: ReturnType<typeof line>[]) => ({ shipmentId, lineItems, shippingSubTotal: 49 })
const ofTwo = (first: number, second: number): SampleForm => ({
  lineItems: [line('1', first), line('2', second)],
  shipments: [shipment('A', [line('1', first)]), shipment('B', [line('2', second)])],
  discounts: [{ discountId: 'S', discountType: 'Shipping', rewardType: 'Money', discountValue: 60 }],
  handlingTotal: 29,
  grossRoundoff: -0.4,
})

t.test(
  'given a shipment that is cancelled whole, when totals are calculated, then its shipping is no part of them',
  async (t) => {
    const order = calculated(ofTwo(0, 2))
    t.match(order.orderForm.shipments, [
      { shippingTotal: 0, shippingDiscountAmount: 49 },
      { shippingSubTotal: 49, shippingTotal: 0, shippingTax: 0, shippingDiscountAmount: 0, total: 0 },
    ])
    t.match(order, { shippingSubTotal: 49, shippingDiscountTotal: 49, total: 228.6, orderForm: { shippingTotal: 0 } })
  },
)

t.test('given an order that is cancelled whole, when totals are calculated, then it owes nothing', async (t) => {
  const order = calculated(ofTwo(2, 2))
  t.match(order, { total: 0, taxTotal: 0, netTotal: 0, remainingPayment: 0, shippingSubTotal: 0, totalExclTax: 0 })
  t.match(order.orderForm, { handlingTotal: 29, grossRoundoff: -0.4, orderLevelTax: 0, shippingTotal: 0 })
  t.match(calculated({ lineItems: [line('1', 2)], handlingTotal: 29 }), { total: 0 }, 'without shipments')
  const emptied = { lineItems: [line('1', 2)], shipments: [shipment('A', [line('1', 2)]), shipment('B', [])] }
  t.match(calculated(emptied), { total: 0 }, 'a shipment that was left without lines')
})

t.test('given a cancellation that is undone, when totals are calculated, then all charges and discounts are back', async (t) => {
  const [first] = ofTwo(0, 0).shipments ?? []
  const manual = { ...ofTwo(0, 0), shipments: [{ ...first, shippingDiscountAmount: 35 }, shipment('B', [line('2')])] }
  const before = calculated(manual)
  const withQuantity = (canceledQuantity: number, of: typeof before) => {
    const changed = <T extends { lineItemId: string | null }>(lines: readonly T[]) =>
      lines.map((one) => ({ ...one, canceledQuantity }))
    const shipments = of.orderForm.shipments.map((one) => ({ ...one, lineItems: changed(one.lineItems) }))
    const orderForm = { ...of.orderForm, lineItems: changed(of.orderForm.lineItems), shipments }
    return calculateTotals({ ...of, orderForm }, { ...sampleTerms, previous: of })
  }
  const canceled = withQuantity(2, before)
  t.equal(canceled.total, 0)
  t.strictSame(withQuantity(0, canceled), before)
})

t.test('given orders with any cancellations, when totals are calculated, then units and documents add up to them', async (t) => {
  const cancelled = fc.constantFrom(0, 1, 2)
  const roundoff = fc.constantFrom(0, -0.4, 0.4)
  fc.assert(
    fc.property(fc.tuple(cancelled, cancelled), roundoff, fc.constantFrom(0, 29), (units, grossRoundoff, handlingTotal) => {
      const [first, second] = units
      const order = calculated({ ...ofTwo(first, second), grossRoundoff, handlingTotal })
      const terms = calculationTerms(order, sampleTerms)
      const sumAmounts = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
      const total = Math.round(order.total * 100)
      const scope = { order, shipment: null, terms }
      const { goods, orderDiscount, shipping, shippingDiscount, handling, rounding } = documentTotals(scope)
      const parts = [goods, -orderDiscount, shipping, -shippingDiscount, handling, rounding]
      const isZero = first === 2 && second === 2
      return (
        sumAmounts(breakdownUnits(order, terms).map(({ worth }) => worth)) === total &&
        sumAmounts(vatRows(scope).map(({ gross }) => gross)) === total &&
        sumAmounts(vatRows(scope).map(({ vat }) => vat)) === Math.round(order.taxTotal * 100) &&
        sumAmounts(parts) === total &&
        isZero === (total === 0)
      )
    }),
    { numRuns: propertyRuns(100) },
  )
  t.pass()
})
