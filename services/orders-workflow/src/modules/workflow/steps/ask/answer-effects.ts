import type { AskAnswer, AskRequest } from '@open-oms/contracts/connectors/ask-protocol'
import { DomainError, orRefusal } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { PropertyItem } from '@open-oms/contracts/orders/primitive-models'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { orderHolds, withHold } from '../../../../order/rules/holds/holds.ts'
import { withProperties } from '../../../../order/rules/shipments/shipment-info.ts'
import { SENT } from '../../../../order/rules/shipments/shipment-status.ts'
import { effectKey } from '../effect-key.ts'
import { mapMeantShipments } from '../shipments.ts'
import type { StepContext, StepOutcome } from '../step-definition.ts'

/** An answer with the question that it is to. */
export type ReceivedAnswer = Pick<AskRequest, 'about'> & { idempotencyKey: string; answer: AskAnswer }

type Effect = { order: Order; answered: ReceivedAnswer; context: StepContext }

/** Why an answer cannot be carried out. */
class AnswerProblem extends Error {}

/**
 * The order with all that the answers of a step say, and how the step ends; with one that cannot be
 * carried out, the order as it was and an error (workflow-steps.md#ask).
 */
export function answeredOutcome(order: Order, answers: readonly ReceivedAnswer[], context: StepContext): StepOutcome {
  const changed = withAnswers(order, answers, context)
  if (typeof changed === 'string') return { order, actionStatus: 'Error', errorReason: `The answer cannot be used: ${changed}.` }
  const { status } = changed
  const triggered = status === null ? {} : { triggerNewStatus: status, orderIfNotAllowed: order }
  const given = answers.map(({ answer }) => answer)
  const said = (result: AskAnswer['result']) =>
    given.flatMap((one) => (one.result === result && one.message ? [one.message] : [])).join(' ')
  if (given.some(({ result }) => result === 'refused')) {
    const errorReason = said('refused') || 'The service refused.'
    return { order: changed.order, actionStatus: 'Error', errorReason, ...triggered }
  }
  const isWarning = given.some(({ result }) => result === 'warning')
  const message = said(isWarning ? 'warning' : 'done')
  const actionStatus = isWarning ? 'Warning' : 'Success'
  return { order: changed.order, actionStatus, ...(message === '' ? {} : { message }), ...triggered }
}

/** The order and the status that it is to enter; why that is not possible where it is not. */
function withAnswers(
  order: Order,
  answers: readonly ReceivedAnswer[],
  context: StepContext,
): { order: Order; status: string | null } | string {
  try {
    const changed = answers.reduce((current, answered) => withAnswer({ order: current, answered, context }), order)
    return { order: changed, status: wantedStatus(order, answers, context) }
  } catch (error) {
    if (error instanceof AnswerProblem) return error.message
    throw error
  }
}

function withAnswer(effect: Effect): Order {
  const effects = [withSubjectProperties, withLineProperties, withTags, withWarehouse, withAnswerHold]
  return effects.reduce((order, apply) => apply({ ...effect, order }), effect.order)
}

function withSubjectProperties({ order, answered: { about, answer } }: Effect): Order {
  const { properties } = answer
  if (properties === undefined || properties.length === 0) return order
  switch (about.kind) {
    case 'Order':
      return { ...order, properties: merged(order.properties, properties, 'the order') }
    case 'Line':
      return withLine(order, about.id, properties)
    case 'Shipment':
      return mapShipments(order, (shipment) =>
        shipment.shipmentId === about.id
          ? { ...shipment, properties: merged(shipment.properties, properties, `shipment ${about.id}`) }
          : shipment,
      )
    case 'ReturnForm':
      return {
        ...order,
        returnOrderForms: order.returnOrderForms.map((form) =>
          form.returnId === about.id ? { ...form, properties: merged(form.properties, properties, `return ${about.id}`) } : form,
        ),
      }
  }
}

function withLineProperties({ order, answered: { answer } }: Effect): Order {
  return (answer.lines ?? []).reduce((current, { lineItemId, properties }) => withLine(current, lineItemId, properties), order)
}

/** A shipment's copy of a line has the properties too. */
function withLine(order: Order, lineItemId: string, properties: Properties): Order {
  const change = (line: OrderLine) =>
    line.lineItemId === lineItemId ? { ...line, properties: merged(line.properties, properties, `line ${lineItemId}`) } : line
  const { orderForm } = order
  if (!orderForm.lineItems.some((line) => line.lineItemId === lineItemId))
    throw new AnswerProblem(`the order has no line "${lineItemId}"`)
  const lined = { ...order, orderForm: { ...orderForm, lineItems: orderForm.lineItems.map(change) } }
  return mapShipments(lined, (shipment) => ({ ...shipment, lineItems: shipment.lineItems.map(change) }))
}

type Properties = NonNullable<AskAnswer['properties']>

function merged(existing: PropertyItem[], properties: Properties, what: string): PropertyItem[] {
  const after = withProperties(existing, properties)
  if (after.length > LIST_MAX) throw new AnswerProblem(`${what} would have more than ${LIST_MAX} properties`)
  return after
}

function withTags({ order, answered: { answer } }: Effect): Order {
  const tags = [...new Set([...order.tags, ...(answer.tags ?? [])])]
  if (tags.length > LIST_MAX) throw new AnswerProblem(`the order would have more than ${LIST_MAX} tags`)
  return tags.length === order.tags.length ? order : { ...order, tags }
}

/** Reservations follow the shipment when the order is written. */
function withWarehouse({ order, answered: { about, answer }, context }: Effect): Order {
  const { warehouse } = answer
  if (warehouse === undefined) return order
  if (about.kind !== 'Order' && about.kind !== 'Shipment')
    throw new AnswerProblem(`a ${about.kind} has no warehouse; ask about the Order or the Shipment`)
  if (!context.warehousesOf(order).includes(warehouse)) throw new AnswerProblem(`the store has no warehouse "${warehouse}"`)
  const change = (shipment: Shipment) => {
    if (about.kind === 'Shipment' && shipment.shipmentId !== about.id) return shipment
    if (!hasLeft(shipment)) return { ...shipment, warehouseCode: warehouse }
    if (about.kind === 'Order') return shipment
    throw new AnswerProblem(`the goods of shipment "${about.id}" have left their warehouse`)
  }
  return mapMeantShipments(order, change, context)
}

/** Stock was taken where the goods were. */
function hasLeft({ status, lineItems }: Shipment): boolean {
  return SENT.has(status) || lineItems.some(({ deliveredQuantity }) => deliveredQuantity > 0)
}

/** The hold has an id of the question: a repeated answer places no second one. */
function withAnswerHold({ order, answered, context: { step, now } }: Effect): Order {
  const { hold } = answered.answer
  const id = holdId(answered.idempotencyKey)
  if (hold === undefined || orderHolds(order).some((known) => known.id === id)) return order
  const until = hold.until === undefined ? null : new Date(hold.until).toISOString()
  if (until !== null && until <= now) throw new AnswerProblem('hold.until is not in the future')
  const placed = { id, reasonCode: hold.reasonCode, note: hold.note ?? null, rule: null, created: now, until }
  const held = orRefusal(() => withHold(order, { ...placed, createdBy: step.connector, releaseRule: null }))
  if (held instanceof DomainError) throw new AnswerProblem(held.message.replace(/\.$/, ''))
  return held
}

function holdId(idempotencyKey: string): string {
  const hex = effectKey(`${idempotencyKey}/hold`)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** A status that the order, or the shipment of the run, has already is not entered again. */
function wantedStatus(order: Order, answers: readonly ReceivedAnswer[], { run, handlingTypeOf }: StepContext): string | null {
  const [status, ...others] = new Set(answers.flatMap(({ answer }) => answer.status ?? []))
  if (others.length > 0) throw new AnswerProblem('the answers name different statuses')
  if (status === undefined) return null
  if (!handlingTypeOf(order).orderStatuses.some(({ name }) => name === status))
    throw new AnswerProblem(`the order type has no status "${status}"`)
  const shipment = order.orderForm.shipments.find(({ shipmentId }) => shipmentId !== null && shipmentId === run.shipmentId)
  return (shipment?.orderStatus ?? order.status) === status ? null : status
}

function mapShipments(order: Order, change: (shipment: Shipment) => Shipment): Order {
  return { ...order, orderForm: { ...order.orderForm, shipments: order.orderForm.shipments.map(change) } }
}
