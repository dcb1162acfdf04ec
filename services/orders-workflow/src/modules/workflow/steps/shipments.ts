import { shipmentStatuses } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { stepProperty, wordProperty } from '@open-oms/extend/step'
import { openQuantity, withShipment } from '../../../order/rules/shipments/shipment-lines.ts'
import { isCanceledShipment } from '../../../order/rules/shipments/shipment-status.ts'
import type { ChangeStep, StepContext } from './step-definition.ts'

/**
 * A carrier's number is short; longer texts are not held against a pattern, which may be a slow
 * one.
 */
const TRACKING_NUMBER_LENGTH_MAX = 200

/** As many shipments as a message names. */
const NAMED_MAX = 5

/**
 * Marks the shipments in scope as completed and shipped once everything in them is delivered
 * (workflow-steps.md#shipment-steps): one that is marked counts as gone as a whole, for money and
 * for stock, and a partial delivery in place must not.
 */
export const completeShipment: ChangeStep = {
  kind: 'change',
  names: ['CompleteShipment'],
  properties: {},
  reference: {
    does: 'Sets `completed` and status `Shipped` of shipments of which everything is delivered',
    conditions: ['the shipment is not cancelled and nothing in it is open'],
    connectorKinds: [],
    warnings: ['the shipments are completed already or cancelled', 'something in every shipment is open'],
    errors: [],
    section: 'shipment-steps',
    example: { within: { orderType: 'Online', status: 'Completed' } },
  },
  apply(order, context) {
    const open: string[] = []
    let isAnyMeant = false
    const complete = (shipment: Shipment) => {
      isAnyMeant = true
      if (shipment.lineItems.some((line) => openQuantity(line) > 0)) {
        open.push(`"${shipment.shipmentId}"`)
        return shipment
      }
      if (shipment.completed !== null && shipment.status === 'Shipped') return shipment
      return { ...shipment, completed: shipment.completed ?? context.now, status: 'Shipped' }
    }
    const changed = mapMeantShipments(order, complete, context)
    const message = open.length === 0 ? null : `Not everything is delivered of shipment ${open.slice(0, NAMED_MAX).join(', ')}.`
    const nothing = isAnyMeant ? 'The shipments are completed already.' : 'The shipments are cancelled.'
    if (changed === order) return { order, actionStatus: 'Warning', message: message ?? nothing }
    return { order: changed, actionStatus: 'Success', ...(message === null ? {} : { message }) }
  },
}

/** Sets the status of the goods of the shipments in scope to property `Status`. */
export const updateShipmentStatus: ChangeStep = {
  kind: 'change',
  names: ['UpdateShipmentStatus'],
  properties: { Status: wordProperty(shipmentStatuses, 'The status of the goods. Required.') },
  reference: {
    does: 'Sets the status of the goods of the shipments',
    conditions: ['the shipment is not cancelled'],
    connectorKinds: [],
    warnings: [],
    errors: ['the step names no status'],
    section: 'shipment-steps',
    example: { within: { orderType: 'Online', status: 'PackedAndReady' }, properties: [{ key: 'Status', value: 'Packing' }] },
  },
  apply(order, context) {
    const status = stepProperty(context.step, 'Status')
    if (status === null) return { order, actionStatus: 'Error', errorReason: 'The step names no status.' }
    return {
      order: mapMeantShipments(order, (shipment) => (shipment.status === status ? shipment : { ...shipment, status }), context),
      actionStatus: 'Success',
    }
  },
}

/**
 * Checks that the shipments in scope have a tracking number, as a whole of the form of property
 * `Pattern` (workflow-steps.md#shipment-steps).
 */
export const validateTrackingNumber: ChangeStep = {
  kind: 'change',
  names: ['ValidateTrackingNumber'],
  properties: {
    Pattern: {
      values: { test: isPattern },
      type: 'regular expression',
      meaning: 'What each tracking number must match as a whole.',
      default: null,
      limits: `matched against numbers of up to ${TRACKING_NUMBER_LENGTH_MAX} characters`,
    },
  },
  reference: {
    does: 'Checks that every shipment has a tracking number, of the form of a pattern',
    conditions: ['the shipment is not cancelled'],
    connectorKinds: [],
    warnings: [],
    errors: ['a shipment has no tracking number', 'a tracking number does not match the pattern, or is too long to be matched'],
    section: 'shipment-steps',
    example: {
      within: { orderType: 'Online', status: 'Shipped' },
      stopOnError: true,
      properties: [{ key: 'Pattern', value: '[0-9]{12,18}' }],
    },
  },
  apply(order, context) {
    const pattern = stepProperty(context.step, 'Pattern')
    const isMeant = meantShipments(order, context)
    const problems = withShipment(order).orderForm.shipments.flatMap((shipment) => {
      if (!isMeant(shipment)) return []
      const problem = problemOfNumber(shipment.shipmentTrackingNumber, pattern)
      return problem === null ? [] : [`Shipment "${shipment.shipmentId}" has ${problem}.`]
    })
    if (problems.length === 0) return { order, actionStatus: 'Success' }
    return { order, actionStatus: 'Error', errorReason: problems.join(' ') }
  },
}

function isPattern(value: string): boolean {
  try {
    return wholePattern(value) instanceof RegExp && value !== ''
  } catch {
    return false
  }
}

function wholePattern(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u')
}

function problemOfNumber(number: string | null, pattern: string | null): string | null {
  if (number === null || number.trim() === '') return 'no tracking number'
  if (pattern === null) return null
  const isMatching = number.length <= TRACKING_NUMBER_LENGTH_MAX && wholePattern(pattern).test(number)
  return isMatching ? null : 'a tracking number of another form than its pattern'
}

/**
 * Changes the shipments that the run sees and that are not cancelled; the same order when nothing
 * changed.
 */
export function mapMeantShipments(order: Order, change: (shipment: Shipment) => Shipment, context: StepContext): Order {
  const whole = withShipment(order)
  const isMeant = meantShipments(order, context)
  const shipments = whole.orderForm.shipments.map((shipment) => (isMeant(shipment) ? change(shipment) : shipment))
  if (shipments.every((shipment, index) => shipment === whole.orderForm.shipments[index])) return order
  return { ...whole, orderForm: { ...whole.orderForm, shipments } }
}

/**
 * True for the shipments that a run of one shipment, or of the whole order, sees; cancelled ones
 * are left alone.
 */
export function meantShipments(
  order: Order,
  { run, handlingTypeOf }: Pick<StepContext, 'run' | 'handlingTypeOf'>,
): (shipment: Shipment) => boolean {
  const type = handlingTypeOf(order)
  return (shipment) => (run.shipmentId === null || shipment.shipmentId === run.shipmentId) && !isCanceledShipment(shipment, type)
}
