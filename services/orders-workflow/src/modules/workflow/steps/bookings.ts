import type { Order } from '@open-oms/contracts/orders/order'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { withinTime } from '@open-oms/extend/within-time'
import { restOfQuantity } from '@open-oms/money/quantities'
import { callFailure, noConnectorReady } from '../../../connectors/http/missing-response.ts'
import { isManualShipping } from '../../../connectors/shipping/manual-shipping.ts'
import type { BookingRequest, BookingResult } from '../../../connectors/shipping/shipping-connector.ts'
import { withProperties } from '../../../order/rules/shipments/shipment-info.ts'
import { withShipment } from '../../../order/rules/shipments/shipment-lines.ts'
import { effectKey } from './effect-key.ts'
import { meantShipments } from './shipments.ts'
import { type CallContext, defineCallStep, type StepContext, type StepOutcome } from './step-definition.ts'

/**
 * The bookings of one step, decided before the first is sent and sent unchanged until each has a
 * response.
 */
type Bookings = { connector: string | null; requests: BookingRequest[] }

/**
 * Books the shipments in scope at the step's shipping connector: tracking number, links and label,
 * and the booking as external id of the connector (workflow-steps.md#shipment-steps). One that has
 * a tracking number or such a booking is booked already.
 */
export const bookShipment = defineCallStep<Bookings, BookingResult[]>({
  kind: 'call',
  names: ['BookShipment'],
  properties: {},
  reference: {
    does: 'Books the shipments at the shipping connector and keeps tracking number, links, label and booking id',
    conditions: ['the shipment is not cancelled, and has neither a tracking number nor a booking of the connector'],
    connectorKinds: ['shipping'],
    warnings: ['all shipments are booked already'],
    errors: [
      'a booking is refused',
      'the carrier does not respond',
      'no shipping connector is ready',
      'a shipment has 250 external ids or properties',
    ],
    section: 'shipment-steps',
    example: { within: { orderType: 'Online', status: 'Shipped' }, connector: 'manual-shipping', stopOnError: true },
  },
  ask(order, context) {
    const { step } = context
    const { shipments } = withShipment(order).orderForm
    const isMeant = meantShipments(order, context)
    const open = shipments.filter((shipment) => isMeant(shipment) && !isBooked(shipment, step.connector))
    if (open.length === 0) return { order, actionStatus: 'Warning', message: 'The shipments are booked already.' }
    const full = open.find(({ externalIds, properties }) => Math.max(externalIds.length, properties.length) >= LIST_MAX)
    if (full !== undefined) {
      const errorReason = `Shipment "${full.shipmentId}" has ${LIST_MAX} external ids or properties, as many as it can hold.`
      return { order, actionStatus: 'Error', errorReason }
    }
    return { input: { connector: step.connector, requests: open.map((shipment) => toBookingRequest(order, shipment)) } }
  },
  call: bookAll,
  isInTransaction: ({ connector }, { shipping }) => isManualShipping(shipping(connector)),
  failure: callFailure,
  retryFor: '1h',
  dryRun({ connector, requests }, { shipping }) {
    const reason = shipping(connector).unready?.() ?? null
    return reason === null ? requests.map(({ idempotencyKey }) => dryBooking(idempotencyKey)) : [noConnectorReady(reason)]
  },
  record: recordBookings,
})

function isBooked({ shipmentTrackingNumber, externalIds }: Shipment, connector: string | null): boolean {
  return !!shipmentTrackingNumber || externalIds.some(({ providerName, id }) => providerName === connector && !!id)
}

/**
 * How often a booking of the shipment was refused: what was refused is refused permanently, and the
 * next request is another one.
 */
const REFUSALS = 'BookingRefusals'

function refusalCount({ properties }: Shipment): number {
  return Number(properties.find(({ key }) => key === REFUSALS)?.value ?? 0) || 0
}

/**
 * The same shipment gives the same key until it is refused; the creation time of the order
 * distinguishes it from a purged one of the same id.
 */
function toBookingRequest(order: Order, shipment: Shipment): BookingRequest {
  const name = `${order.id}/${order.created}/book/${shipment.shipmentId}/${refusalCount(shipment)}`
  return {
    idempotencyKey: effectKey(name),
    orderId: order.id,
    orderNumber: order.orderNumber,
    shipmentId: shipment.shipmentId,
    storeId: order.storeId,
    warehouseCode: shipment.warehouseCode,
    shippingMethodId: shipment.shippingMethodId,
    shippingMethodName: shipment.shippingMethodName,
    shippingMethodProductId: shipment.shippingMethodProductId,
    servicePointId: shipment.servicePointId,
    pickUpPointInformation: shipment.pickUpPointInformation,
    address: shipment.address ?? order.billingAddress,
    contactPerson: shipment.contactPerson,
    goodsDescription: shipment.goodsDescription,
    packages: shipment.packages,
    lineItems: shipment.lineItems.flatMap(({ lineItemId, code, displayName, ...line }) => {
      const quantity = restOfQuantity(line.quantity, line.canceledQuantity)
      return quantity > 0 ? [{ lineItemId, code, displayName, quantity }] : []
    }),
  }
}

/**
 * One after the other. A refused booking does not stop the next; a carrier without a response is
 * not called again now.
 */
async function bookAll({ connector, requests }: Bookings, context: CallContext): Promise<BookingResult[]> {
  const results: BookingResult[] = []
  for (const request of requests) {
    const carrier = context.connectors.shipping(connector)
    const ending = await withinTime(context, 'the carrier', (signal) => carrier.book(request, signal))
    results.push('result' in ending ? ending.result : { outcome: 'unreachable', ...ending })
    if (results.at(-1)?.outcome === 'unreachable') break
  }
  return results
}

function dryBooking(idempotencyKey: string): BookingResult {
  const nothing = {
    trackingLink: null,
    labelLink: null,
    returnTrackingNumber: null,
    returnTrackingLink: null,
    returnLabelLink: null,
  }
  return { outcome: 'done', booking: { bookingId: `dry-run-${idempotencyKey}`, trackingNumber: null, ...nothing } }
}

type BookingRecord = { input: Bookings; output: BookingResult[] }

function recordBookings(order: Order, { input, output }: BookingRecord, { step }: StepContext): StepOutcome {
  const results = new Map(input.requests.map(({ shipmentId }, index) => [shipmentId, output[index]]))
  const whole = withShipment(order)
  const shipments = whole.orderForm.shipments.map((shipment) => {
    const result = results.get(shipment.shipmentId)
    if (result?.outcome === 'done') return booked(shipment, result, step.connector)
    return result?.outcome === 'refused' ? refused(shipment) : shipment
  })
  const changed = { ...whole, orderForm: { ...whole.orderForm, shipments } }
  const failures = input.requests.flatMap(({ shipmentId }) => {
    const result = results.get(shipmentId)
    return result !== undefined && 'reason' in result ? [`Shipment "${shipmentId}": ${result.reason}`] : []
  })
  if (failures.length === 0) return { order: changed, actionStatus: 'Success' }
  return { order: changed, actionStatus: 'Error', errorReason: failures.join(' ') }
}

/** What the carrier does not return stays unchanged. */
function booked(shipment: Shipment, { booking }: BookingResult & { outcome: 'done' }, connector: string | null): Shipment {
  const others = shipment.externalIds.filter(({ providerName }) => providerName !== connector)
  return {
    ...shipment,
    externalIds: [...others, { providerName: connector, id: booking.bookingId }],
    shipmentTrackingNumber: booking.trackingNumber ?? shipment.shipmentTrackingNumber,
    shipmentTrackingLink: booking.trackingLink ?? shipment.shipmentTrackingLink,
    shipmentLabelLink: booking.labelLink ?? shipment.shipmentLabelLink,
    returnTrackingNumber: booking.returnTrackingNumber ?? shipment.returnTrackingNumber,
    returnTrackingLink: booking.returnTrackingLink ?? shipment.returnTrackingLink,
    returnLabelLink: booking.returnLabelLink ?? shipment.returnLabelLink,
  }
}

function refused(shipment: Shipment): Shipment {
  const count = { key: REFUSALS, value: String(refusalCount(shipment) + 1) }
  return { ...shipment, properties: withProperties(shipment.properties, [count]) }
}
