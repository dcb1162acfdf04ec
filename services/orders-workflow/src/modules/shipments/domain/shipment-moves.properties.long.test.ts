import assert from 'node:assert/strict'
import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { assertInvariants } from '../../../order/rules/invariants.ts'
import { isCanceledWhole } from '../../../order/rules/lines/canceled-lines.ts'
import { storedQuantities } from '../../../order/rules/search/stored-quantities.ts'
import { calculateTotals } from '../../../order/rules/totals/order-totals.ts'
import { randomOrder } from '../../../testing/orders/random-orders.ts'
import { sampleTerms } from '../../../testing/sample-order.ts'
import { addLinesToShipments, withoutShipments } from './shipment-moves.ts'

const isCanceled = () => false
const changes: Record<string, (order: Order) => Order> = {
  'a shipment that is deleted': (order) => withoutShipments(order, ['1'], isCanceled),
  'lines that move': (order) =>
    addLinesToShipments(
      order,
      [{ shipmentId: '2', lineItemIds: order.orderForm.lineItems.map((line) => line.lineItemId) }],
      isCanceled,
    ),
  'one line that moves': (order) => addLinesToShipments(order, [{ shipmentId: '1', lineItemIds: ['1'] }], isCanceled),
}
// A form discount on shipping is rounded per shipment, so it may differ slightly for one and for
// two. A shipment that is cancelled whole costs nothing until it gets goods again.
const withTwo = randomOrder.filter(
  ({ orderForm: { shipments, lineItems, discounts } }) =>
    shipments.length === 2 &&
    lineItems.length > 0 &&
    shipments.every((shipment) => !isCanceledWhole(shipment.lineItems)) &&
    discounts.every(({ discountType }) => discountType !== 'Shipping'),
)

for (const [name, change] of Object.entries(changes))
  t.test(`given any order, when it is changed by ${name}, then every unit and the price of the order stay`, async (t) => {
    let count = 0
    fc.assert(
      fc.property(withTwo, (sample) => {
        const before = calculateTotals(sample, sampleTerms)
        let after: Order
        try {
          after = calculateTotals(change(before), { ...sampleTerms, previous: before })
        } catch (error) {
          if (error instanceof DomainError) return
          throw error
        }
        count++
        assertInvariants(after)
        const { length } = after.orderForm.lineItems
        assert.deepEqual(
          storedQuantities(after.orderForm).slice(1, 2 + 5 * length),
          storedQuantities(before.orderForm).slice(1, 2 + 5 * length),
        )
        for (const field of ['shippingSubTotal', 'shippingTotal', 'subTotal', 'total'] as const)
          assert.equal(after.orderForm[field], before.orderForm[field], field)
      }),
      { numRuns: propertyRuns(150) },
    )
    t.ok(count > 40, `only ${count} changes were not refused`)
  })
