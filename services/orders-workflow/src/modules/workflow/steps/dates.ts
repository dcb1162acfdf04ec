import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { stepProperty } from '@open-oms/extend/step'
import { withProperties } from '../../../order/rules/shipments/shipment-info.ts'
import type { ChangeStep } from './step-definition.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Sets the date on which the order was completed. In the run of one shipment only when the order
 * has the status too.
 */
export const setCompletedDate: ChangeStep = {
  kind: 'change',
  names: ['SetCompletedDate'],
  properties: {},
  reference: {
    does: 'Sets `completed` of the order to now',
    conditions: ['the order as a whole has the status'],
    connectorKinds: [],
    warnings: ['the date is set already', 'the order as a whole does not have the status'],
    errors: [],
    section: 'date-steps',
    example: { within: { orderType: 'Online', status: 'Completed' } },
  },
  apply(order, { run, now }) {
    if (order.completed !== null) return { order, actionStatus: 'Warning', message: 'The date is already set.' }
    if (order.status !== run.status)
      return { order, actionStatus: 'Warning', message: 'The order as a whole does not have the status.' }
    return { order: { ...order, completed: now }, actionStatus: 'Success' }
  },
}

/**
 * Sets the date from which the goods can be picked up, and with property `DeadlineDays` until when.
 */
export const setReadyForPickupDate: ChangeStep = {
  kind: 'change',
  names: ['SetReadyForPickupDate'],
  properties: {
    DeadlineDays: {
      values: /^\d{1,4}$/,
      type: 'number',
      meaning: 'Days until the goods must be picked up; sets `customerPickupDeadline`.',
      default: null,
      limits: '0 to 9999',
    },
  },
  reference: {
    does: 'Sets `readyForPickup` of the order to now, and the deadline of the customer',
    conditions: [],
    connectorKinds: [],
    warnings: ['the date is set already'],
    errors: [],
    section: 'date-steps',
    example: {
      within: { orderType: 'ClickAndCollect', status: 'ReadyForPickup' },
      properties: [{ key: 'DeadlineDays', value: '7' }],
    },
  },
  apply(order, { step, now }) {
    if (order.readyForPickup !== null) return { order, actionStatus: 'Warning', message: 'The date is already set.' }
    const days = stepProperty(step, 'DeadlineDays')
    const customerPickupDeadline =
      days === null ? order.customerPickupDeadline : new Date(Date.parse(now) + Number(days) * DAY_MS).toISOString()
    return { order: { ...order, readyForPickup: now, customerPickupDeadline }, actionStatus: 'Success' }
  },
}

/**
 * Sets the cancel date of the cancelled lines in scope, and the order's property `CanceledDate`.
 */
export const setCanceledDate: ChangeStep = {
  kind: 'change',
  names: ['SetCanceledDate'],
  properties: {},
  reference: {
    does: 'Sets `canceledDate` of the cancelled lines, and order property `CanceledDate`, to now',
    conditions: [],
    connectorKinds: [],
    warnings: ['all dates are set already'],
    errors: ['the order has 250 properties'],
    section: 'date-steps',
    example: { within: { orderType: 'Online', status: 'Cancelled' } },
  },
  apply(order, { run, now }) {
    const dated = withCanceledLines(order, { shipmentId: run.shipmentId, now })
    const isSet = order.properties.some((property) => property.key === 'CanceledDate')
    if (isSet && dated === order) return { order, actionStatus: 'Warning', message: 'The date is already set.' }
    if (!isSet && order.properties.length >= LIST_MAX)
      return { order: dated, actionStatus: 'Error', errorReason: `The order has ${LIST_MAX} properties, as many as it can hold.` }
    const properties = isSet ? order.properties : withProperties(order.properties, [{ key: 'CanceledDate', value: now }])
    return { order: { ...dated, properties }, actionStatus: 'Success' }
  },
}

function withCanceledLines(order: Order, { shipmentId, now }: { shipmentId: string | null; now: string }): Order {
  const form = order.orderForm
  const isUndated = (line: OrderLine) => line.canceledQuantity > 0 && line.canceledDate === null
  const dated = (line: OrderLine) => (isUndated(line) ? { ...line, canceledDate: now } : line)
  const inScope = form.shipments.filter((shipment) => shipmentId === null || shipment.shipmentId === shipmentId)
  const ids = new Set(inScope.flatMap((shipment) => shipment.lineItems.filter(isUndated).map((line) => line.lineItemId)))
  const lineItems = form.lineItems.map((line) => (shipmentId === null || ids.has(line.lineItemId) ? dated(line) : line))
  if (ids.size === 0 && lineItems.every((line, index) => line === form.lineItems[index])) return order
  const shipments = form.shipments.map((shipment) =>
    inScope.includes(shipment) ? { ...shipment, lineItems: shipment.lineItems.map(dated) } : shipment,
  )
  return { ...order, orderForm: { ...form, lineItems, shipments } }
}
