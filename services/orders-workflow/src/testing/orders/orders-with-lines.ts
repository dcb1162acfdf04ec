import type { Order } from '@open-oms/contracts/orders/order'
import { type SampleForm, sampleOrder } from '../sample-order.ts'

/**
 * 2 units of line 1 at 100, one of line 2 at 50, in one shipment; the fields of the form replace
 * these. Totals are not calculated.
 */
export function orderWithLines(form: object = {}): Order {
  const lineItems = [{ quantity: 2, placedPrice: 100 }, { placedPrice: 50 }]
  return sampleOrder({ lineItems, shipments: [{}], ...form } as SampleForm)
}

/**
 * 4 units of line 1 in two shipments of 3 and 1, one unit of line 2 in the second; `own` is of line
 * 1 in the second shipment.
 */
export function splitOrder(own: object = {}): Order {
  return orderWithLines({
    lineItems: [{ quantity: 4, placedPrice: 100 }, { placedPrice: 50 }],
    shipments: [
      { lineItems: [{ lineItemId: '1', quantity: 3 }] },
      {
        lineItems: [
          { lineItemId: '1', quantity: 1, ...own },
          { lineItemId: '2', quantity: 1 },
        ],
      },
    ],
  })
}

/** The order's line of an id. */
export function findOrderLine(order: Order, id = '1') {
  return order.orderForm.lineItems.find(({ lineItemId }) => lineItemId === id)
}

/** The quantities of a line in the shipments. */
export function copyQuantities(order: Order, id = '1') {
  return order.orderForm.shipments.flatMap(({ lineItems }) => lineItems.filter(({ lineItemId }) => lineItemId === id))
}
