import type { OrderType } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import * as contracts from '@open-oms/contracts/orders/routes/order-lines-update'
import { compileReader } from '@open-oms/service-kit/input/read-input'
import type { Static } from '@sinclair/typebox'
import type { Test } from 'tap'
import { updateLines } from '../../modules/lines/domain/line-updates.ts'
import { changedFields } from '../../order/rules/context/changed-fields.ts'
import { orderTotalsContext } from '../../order/rules/context/order-context.ts'
import { assertInvariants } from '../../order/rules/invariants.ts'
import type { EnteredStatus } from '../../order/rules/status/enter-status.ts'
import { requireOrderType } from '../../order/rules/status/order-type.ts'
import { calculateTotals } from '../../order/rules/totals/order-totals.ts'
import { type SampleForm, sampleOrder } from '../sample-order.ts'
import { sampleConfig } from '../test-orders.ts'

type Body = Static<typeof contracts.orderLinesUpdate.body>

export type LineUpdateHarness = {
  /**
   * An order around the form with its totals, as it is stored when it is new; an order is taken as
   * it is.
   */
  stored(form: SampleForm | Order): Order
  /**
   * The order after a body was sent to OrderLinesUpdate, read and written as the service does; the
   * same order when nothing changed.
   */
  updated(order: Order, body: object): EnteredStatus
}

const readBody = compileReader(contracts.orderLinesUpdate.body, 'json') as (body: unknown) => Body

/**
 * Line updates without a server, with the sample tenant. Each is a second later than the one
 * before.
 */
export async function updating(change: (type: OrderType) => OrderType = (type) => type): Promise<LineUpdateHarness> {
  const sample = await sampleConfig()
  const config = { ...sample, orderTypes: sample.orderTypes.map(change) }
  let count = 0
  return {
    stored(form) {
      const order = 'orderForm' in form ? form : sampleOrder(form)
      return JSON.parse(JSON.stringify(calculateTotals(order, orderTotalsContext(order, config, null))))
    },
    updated(order, body) {
      const { isShippingCostKeptForExistingShipment, ...command } = readBody(body)
      const now = new Date(Date.parse('2026-03-02T10:00:00Z') + ++count * 1000).toISOString()
      const type = requireOrderType(order, config.orderTypes)
      const after = updateLines(order, {
        ...command,
        type,
        now,
        keepsShippingCost: isShippingCostKeptForExistingShipment ?? false,
      })
      const calculated = calculateTotals(after.order, orderTotalsContext(after.order, config, order))
      assertInvariants(calculated)
      const isSame = changedFields(order, calculated).length === 0
      return { ...after, order: isSame ? order : JSON.parse(JSON.stringify(calculated)) }
    },
  }
}

/** The lines of each shipment: `line:quantity delivered/cancelled/ready`, by shipment. */
function shipmentQuantities({ orderForm }: Order): Record<string, string> {
  return Object.fromEntries(
    orderForm.shipments.map(({ shipmentId, lineItems }) => [
      shipmentId,
      lineItems
        .map((line) => {
          const own = [line.deliveredQuantity, line.canceledQuantity, line.readyForPickupQuantity ?? 0]
          return `${line.lineItemId}:${line.quantity} ${own.join('/')}`
        })
        .join(' '),
    ]),
  )
}

/** Line 1 of five units, line 2 of one, in shipment "1" from Oslo-01 that costs 49. */
export const oneShipment: SampleForm = {
  lineItems: [
    { quantity: 5, placedPrice: 100, cost: 40 },
    { quantity: 1, placedPrice: 30 },
  ],
  shipments: [{ shippingSubTotal: 49, shippingMethodName: 'Home', warehouseCode: 'Oslo-01', orderStatus: 'InProgress' }],
}
/** Line 1 in "A" (2) and "B" (3), line 2 in "B". */
export const twoShipments: SampleForm = {
  lineItems: [{ quantity: 5, placedPrice: 100 }, { quantity: 1 }],
  shipments: [
    { shipmentId: 'A', lineItems: [{ lineItemId: '1', quantity: 2 }] },
    {
      shipmentId: 'B',
      lineItems: [
        { lineItemId: '1', quantity: 3 },
        { lineItemId: '2', quantity: 1 },
      ],
    },
  ],
}

/** A request and its expected result. */
export type LineUpdateCase = {
  name: string
  form?: SampleForm
  body: Record<string, unknown>
  /** By shipment: `line: quantity delivered/cancelled/ready`. */
  goods: Record<string, string>
  statuses?: Record<string, string | null>
  order?: string
  costs?: Record<string, number>
}

/** The shipping cost of each shipment. */
export function shippingCosts({ orderForm }: Order): Record<string, number> {
  return Object.fromEntries(orderForm.shipments.map(({ shipmentId, shippingTotal }) => [shipmentId, shippingTotal]))
}

function statusesByShipment({ orderForm }: Order): Record<string, string | null> {
  return Object.fromEntries(orderForm.shipments.map(({ shipmentId, orderStatus }) => [shipmentId, orderStatus]))
}

/** Checks the result of a request; it is for `oneShipment` by default. */
export function checkCase(t: Test, { stored, updated }: LineUpdateHarness, one: LineUpdateCase): void {
  const after = updated(stored(one.form ?? oneShipment), one.body).order
  t.same(shipmentQuantities(after), one.goods)
  if (one.statuses !== undefined) t.same(statusesByShipment(after), one.statuses)
  if (one.order !== undefined) t.equal(after.status, one.order)
  if (one.costs !== undefined) t.same(shippingCosts(after), one.costs)
}
