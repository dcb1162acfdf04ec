import assert from 'node:assert/strict'
import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { sumOfAmounts } from '@open-oms/money/minor'
import { sumOfQuantities } from '@open-oms/money/quantities'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { updating } from '../../../testing/orders/line-updating.ts'
import { randomOrder } from '../../../testing/orders/random-orders.ts'

const RUNS = propertyRuns(40)
const { updated, stored } = await updating()

const amount = fc.oneof(
  { weight: 8, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 2 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 900 }).map((thousandths) => thousandths / 1000) },
)
const update = fc.record({
  lineItemId: fc.constantFrom('1', '1', '2'),
  deliveredQuantity: amount,
  canceledQuantity: amount,
  splitQuantity: amount,
  reallocateQuantity: amount,
  readyForPickupQuantity: amount,
})
const request = fc.record({
  status: fc.constantFrom('InProgress', 'Shipped', 'Completed', 'Cancelled'),
  isShippingCostKeptForExistingShipment: fc.boolean(),
  shipmentInfo: fc.record({
    shipmentId: fc.constantFrom('', '', '1', '2', '3', 'A', 'B', 'C'),
    warehouseCode: fc.constantFrom('Central', 'Oslo-01'),
  }),
  lineItemUpdates: fc.uniqueArray(update, { minLength: 1, maxLength: 2, selector: ({ lineItemId }) => lineItemId }),
})
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never

const ordersWithLines = randomOrder.filter(({ orderForm }) => orderForm.lineItems.length > 1)

/** The order after the request; the same one where it is refused. */
function tried(order: Order, body: Request): Order {
  try {
    return updated(order, body).order
  } catch (error) {
    if (error instanceof DomainError) return order
    throw error
  }
}

/**
 * Runs a property over every request of random sequences that changed something; enough of them
 * must have.
 */
function holds(property: (before: Order, after: Order, body: Request) => void): void {
  let count = 0
  fc.assert(
    fc.property(ordersWithLines, fc.array(request, { minLength: 1, maxLength: 10 }), (sample, bodies) => {
      let order = stored(sample)
      for (const body of bodies) {
        const after = tried(order, body)
        if (after === order) continue
        count++
        property(order, after, body)
        order = after
      }
    }),
    { numRuns: RUNS },
  )
  assert.ok(count > RUNS / 2, `only ${count} requests changed anything`)
}

const shipmentCopies = (order: Order, lineItemId: string | null) =>
  order.orderForm.shipments.flatMap(({ lineItems }) => lineItems.filter((copy) => copy.lineItemId === lineItemId))

t.test(
  'given any line updates, when they are applied, then the shipments sum to the order in quantities and money',
  async (t) => {
    const quantities = ['quantity', 'canceledQuantity', 'deliveredQuantity', 'readyForPickupQuantity'] as const
    const amounts = ['extendedPrice', 'taxTotal', 'discounted', 'orderDiscountAmount', 'costTotal'] as const
    holds((_, after) => {
      for (const line of after.orderForm.lineItems) {
        const copies = shipmentCopies(after, line.lineItemId)
        const of = (field: keyof OrderLine) => copies.map((copy) => (copy[field] as number | null) ?? 0)
        for (const field of quantities) assert.equal(sumOfQuantities(of(field)), line[field] ?? 0, field)
        for (const field of amounts) assert.equal(sumOfAmounts(of(field)), line[field], field)
      }
    })
    t.pass('it held')
  },
)

t.test(
  'given any line updates, when they are applied, then units are conserved and deliveries and cancellations stay within them',
  async (t) => {
    holds((before, after) => {
      for (const [index, line] of after.orderForm.lineItems.entries()) {
        assert.equal(line.quantity, before.orderForm.lineItems[index]?.quantity)
        assert.ok(sumOfQuantities([line.deliveredQuantity, line.canceledQuantity]) <= line.quantity)
        const reserved = shipmentCopies(after, line.lineItemId).map((copy) => copy.reservedInventoryQuantity)
        const known = shipmentCopies(before, line.lineItemId).map((copy) => copy.reservedInventoryQuantity)
        if (known.length > 0) assert.equal(sumOfQuantities(reserved), sumOfQuantities(known))
      }
    })
    t.pass('it held')
  },
)

t.test('given any line updates, when they are applied, then the total shipping cost is unchanged', async (t) => {
  // A shipment that is cancelled whole costs nothing, and costs what it did when it is not any
  // more.
  const cancels = (before: Order, after: Order) =>
    after.orderForm.lineItems.some((line, index) => line.canceledQuantity !== before.orderForm.lineItems[index]?.canceledQuantity)
  const costing = (order: Order) => order.orderForm.shipments.filter(({ shippingSubTotal }) => shippingSubTotal > 0).length
  holds((before, after) => {
    // A discount of the form on shipping is rounded shipment by shipment, so that one and two
    // shipments may differ slightly.
    const isForm = before.orderForm.discounts.some(({ discountType }) => discountType === 'Shipping')
    if ((isForm && costing(after) < costing(before)) || cancels(before, after)) return
    for (const field of ['shippingSubTotal', 'shippingTotal', 'shippingDiscountTotal'] as const)
      assert.equal(after.orderForm[field], before.orderForm[field], field)
  })
  t.pass('it held')
})

t.test('given a request without a new quantity, when it is repeated, then nothing changes', async (t) => {
  holds((_, after, body) => {
    const isTargeting = body.lineItemUpdates.every(
      (one) => one.reallocateQuantity === 0 && (one.splitQuantity === 0 || one.deliveredQuantity > 0),
    )
    if (isTargeting) assert.equal(tried(after, body), after)
  })
  t.pass('it held')
})

t.test('given any line updates, when they are applied, then shipments have lines or tracking, and ids are unique', async (t) => {
  holds((before, after) => {
    const ids = after.orderForm.shipments.map(({ shipmentId }) => shipmentId)
    assert.equal(new Set(ids).size, ids.length)
    const emptyBefore = before.orderForm.shipments.filter(({ lineItems }) => lineItems.length === 0).length
    const empty = after.orderForm.shipments.filter(({ lineItems }) => lineItems.length === 0)
    assert.ok(empty.length <= emptyBefore)
    for (const { lineItems } of after.orderForm.shipments) {
      assert.equal(new Set(lineItems.map(({ lineItemId }) => lineItemId)).size, lineItems.length)
      assert.ok(lineItems.every(({ quantity }) => quantity >= 0))
    }
  })
  t.pass('it held')
})

t.test(
  'given open units, when a delivered status is sent, then the order does not take it and the input order is not modified',
  async (t) => {
    holds((before, after, body) => {
      const isOpen = after.orderForm.lineItems.some(
        (line) => sumOfQuantities([line.deliveredQuantity, line.canceledQuantity]) < line.quantity,
      )
      if (isOpen) assert.notEqual(after.status, 'Completed')
      const text = JSON.stringify(before)
      tried(before, body)
      assert.equal(JSON.stringify(before), text)
    })
    t.pass('it held')
  },
)
