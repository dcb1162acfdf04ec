import { DomainError } from '@oms/contracts/errors'
import type { OrderLine } from '@oms/contracts/orders/order-line'
import type { Payment } from '@oms/contracts/orders/payment'
import { LIST_MAX } from '@oms/contracts/primitives'
import { type OrderReasonCode, orderReasons } from '@oms/contracts/why/order-reasons'
import { type Facts, firstReason, type Reason } from './facts.ts'
import { failureReasons } from './failure-reasons.ts'
import { holdReasons } from './hold-reasons.ts'
import { lineReason, openCopies } from './line-reasons.ts'
import { orderExplainers } from './order-reasons.ts'
import { paymentMissing, paymentReason } from './payment-reasons.ts'
import { refundReasons } from './refund-reasons.ts'
import { runExplainers, waitingReason, waitingSteps } from './run-reasons.ts'
import { statusExplainers, stepsLeftOut, stepsNotRun, workflowDisabled } from './status-reasons.ts'
import { stockReasons } from './stock-reasons.ts'

const ranks = new Map(Object.keys(orderReasons).map((code, rank) => [code, rank]))

/** What an order waits for, the most pressing reason first, at most 250 (why.md#reasons). */
export function explainOrder(facts: Facts): Reason[] {
  const blocking = [...ofOrder(facts), ...holdReasons(facts), ...runReasons(facts), ...failureReasons(facts)]
  if (isOut(facts)) return sorted(blocking)
  const payments = facts.order.orderForm.payments.flatMap((payment) => paymentReason(payment, facts) ?? [])
  return sorted([
    ...blocking,
    ...statusReasons(facts),
    ...stockReasons(facts),
    ...refundReasons(facts),
    ...payments.filter(isWaiting),
    ...present(paymentMissing(facts)),
  ])
}

/**
 * Why a line is not delivered: its own situation, what of it is missing, and what holds up the order
 * or its shipments (why.md#reasons-of-a-line). Raises `NotFound`.
 */
export function explainLine(facts: Facts, lineItemId: string): Reason[] {
  const { lineItems } = facts.order.orderForm
  const line = required(
    lineItems.find((candidate) => candidate.lineItemId === lineItemId),
    facts,
    `line "${lineItemId}"`,
  )
  const own = present(lineReason(line, facts))
  if (!own.some(isWaiting)) return own
  const shipments = new Set(openCopies(line, facts).map(({ shipmentId }) => shipmentId))
  const holdsUp = ({ about }: Reason) => about.kind === 'Order' || (about.kind === 'Shipment' && shipments.has(about.id))
  return sorted([...own, ...stockReasons(facts, [line]), ...hindrances(facts).filter(holdsUp)])
}

/**
 * Why a payment is not captured: its own situation, and what holds up the order or a step that moves
 * money (why.md#reasons-of-a-payment). Raises `NotFound`.
 */
export function explainPayment(facts: Facts, paymentId: string): Reason[] {
  const { payments } = facts.order.orderForm
  const payment = required(
    payments.find(({ id }) => id === paymentId),
    facts,
    `payment "${paymentId}"`,
  )
  const own = present(paymentReason(payment, facts))
  if (!own.some(isWaiting)) return own
  return sorted([...own, ...hindrances(facts).filter((reason) => concernsMoney(reason, facts))])
}

/** What keeps any part of the order from going on. */
function hindrances(facts: Facts): Reason[] {
  return [...ofOrder(facts), ...holdReasons(facts), ...runReasons(facts), ...failureReasons(facts)].filter(isWaiting)
}

const forAnyPart: ReadonlySet<OrderReasonCode> = new Set(['RunOrphaned', 'RunTakenOver', 'RunUnderWay', 'RunHeld', 'RunReleased'])

/** The failure of a step that moves no money is no reason why money is not captured, unless it stopped the run. */
function concernsMoney({ code, about, evidence }: Reason, { paymentSteps }: Facts): boolean {
  if (about.kind === 'ReturnForm') return false
  const steps = evidence.flatMap(({ kind, data }) => (kind === 'Step' || kind === 'Attempt' ? [data] : []))
  if (steps.length === 0 || forAnyPart.has(code)) return true
  return steps.some(({ step, stopOnError }) => paymentSteps.has(String(step)) || stopOnError === true)
}

function ofOrder(facts: Facts): Reason[] {
  return orderExplainers.flatMap((explain) => present(explain(facts)))
}

function runReasons(facts: Facts): Reason[] {
  const ofRuns = facts.runs.flatMap((run) => present(firstReason(runExplainers, run, facts)))
  return [...ofRuns, ...waitingSteps(facts).map((waiting) => waitingReason(waiting, facts))]
}

/** Where the order is in its workflow: what it waits for when nothing is under way. */
function statusReasons(facts: Facts): Reason[] {
  const first = statusExplainers.map((explain) => explain(facts)).find((reason) => reason !== null)
  const isUnderWay = facts.runs.some(({ state, returnId }) => returnId === null && state === 'Running')
  return [
    ...(isUnderWay ? [] : present(first ?? null)),
    ...present(stepsNotRun(facts)),
    ...stepsLeftOut(facts),
    ...present(workflowDisabled(facts)),
  ]
}

/** A deleted, queued or unconfigured order waits for that first: its lines and payments are no subject. */
function isOut(facts: Facts): boolean {
  return ofOrder(facts).some(({ code }) => code === 'OrderDeleted' || code === 'OrderQueued' || code === 'TypeRemoved')
}

function isWaiting({ code }: Reason): boolean {
  return orderReasons[code].waitsFor !== 'Nothing'
}

function present(found: Reason | null): Reason[] {
  return found === null ? [] : [found]
}

/** In the order of the table of codes, and of the same code the oldest first. */
function sorted(reasons: readonly Reason[]): Reason[] {
  const rankOf = ({ code }: Reason) => ranks.get(code) ?? ranks.size
  return reasons.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.since ?? '').localeCompare(b.since ?? '')).slice(0, LIST_MAX)
}

function required<T extends OrderLine | Payment>(found: T | undefined, { orderId }: Facts, what: string): T {
  if (found === undefined) throw new DomainError('NotFound', `Order "${orderId}" has no ${what}.`)
  return found
}
