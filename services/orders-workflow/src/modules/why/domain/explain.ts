import type { HoldRule } from '@open-oms/contracts/config/hold-rules'
import { DomainError } from '@open-oms/contracts/errors'
import type { Hold } from '@open-oms/contracts/orders/hold'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { Payment } from '@open-oms/contracts/orders/payment'
import { LIST_MAX } from '@open-oms/contracts/primitives'
import { type OrderReasonCode, orderReasons } from '@open-oms/contracts/why/catalogue/order-catalogue'
import type { PlannedNext } from '@open-oms/contracts/why/write-reasons'
import { activeHolds } from '../../../order/rules/holds/holds.ts'
import { isRunAborted } from '../../../order/rules/status/workflow-run.ts'
import {
  cited,
  type Explainers,
  evidence,
  type Facts,
  firstReason,
  money,
  orderUrl,
  type Reason,
  type RunFacts,
  reasonsFrom,
} from './facts.ts'
import { failureReasons } from './failure-reasons.ts'
import { lineReason, openCopies } from './line-reasons.ts'
import { moneyReasons } from './money-reasons.ts'
import { orderExplainers } from './order-reasons.ts'
import { paymentReason } from './payment-reasons.ts'
import { runReasons } from './run-reasons.ts'
import { statusExplainers, workflowReasons } from './status-reasons.ts'
import { stockReasons } from './stock-reasons.ts'

/** Why the order is held: a reason for each hold that is not released (holds.md#holds). */
function holdReasons(facts: Facts): Reason[] {
  return activeHolds(facts.order).flatMap((hold) => {
    const found = firstReason(holdExplainers, hold, facts)
    if (found === null) return []
    const { id: holdId, reasonCode, note, rule, created, createdBy, until, releaseRule } = hold
    const configured = findHoldRule(hold, facts)
    const url = orderUrl(facts, 'Holds', holdId, 'Release')
    return {
      ...found,
      since: created,
      next: nextRelease(hold, facts),
      actions: [{ code: 'ReleaseHold', method: 'POST', url, body: { note: '<why>' } }],
      evidence: [
        evidence('Hold', { holdId, reasonCode, note, rule, created, createdBy, until, releaseRule }),
        ...(configured === undefined ? [] : [ruleEvidence(configured)]),
      ],
    }
  })
}

const holdExplainers: Explainers<'HeldForCredit' | 'HeldByRule' | 'HeldByPerson', Hold> = {
  // holds.md#open-amount
  HeldForCredit: (hold, facts) => {
    const rule = findHoldRule(hold, facts)
    if (rule === undefined || rule.openAmountAbove === null) return null
    const { amount, currency } = rule.openAmountAbove
    const { reasonCode: reason, note } = hold
    return { parameters: { reason, rule: rule.name, limit: { amount, currency }, note: cited(note) } }
  },
  HeldByRule: ({ reasonCode: reason, rule, note }) =>
    rule === null ? null : { parameters: { reason, rule, note: cited(note) } },
  HeldByPerson: ({ reasonCode: reason, createdBy: by, note }) => ({ parameters: { reason, by, note: cited(note) } }),
}

function nextRelease({ until: at, releaseRule }: Hold, facts: Facts): PlannedNext | null {
  if (at === null && releaseRule === null) return null
  const unpaid = releaseRule === null ? null : money(facts, facts.order.remainingPayment)
  return { code: 'HoldReleased', parameters: { at, unpaid }, at }
}

/** What the rule asks for; not whom it names, since those are other customers. */
function ruleEvidence({ name, totalAbove, countryMismatch, newCustomer, paymentMethods, openAmountAbove }: HoldRule) {
  return evidence('Rule', { rule: name, totalAbove, countryMismatch, newCustomer, paymentMethods, openAmountAbove })
}

/** The rule as it is configured now; undefined where it was removed since. */
function findHoldRule({ rule }: Hold, { holdRules }: Facts): HoldRule | undefined {
  return rule === null ? undefined : holdRules.find(({ name }) => name === rule)
}

/**
 * Of how many lines the whole order says what is missing: what else it waits for must not be cut
 * off.
 */
const LINES_NAMED_MAX = 100

const ranks = new Map(Object.keys(orderReasons).map((code, rank) => [code, rank]))

/** What an order waits for, the most pressing reason first, at most 250 (why.md#reasons). */
export function reasonsOfOrder(facts: Facts): Reason[] {
  const blocking = blockingReasons(facts)
  if (isOut(facts)) return sorted(blocking)
  const payments = facts.order.orderForm.payments.flatMap((payment) => paymentReason(payment, facts))
  return sorted([
    ...blocking,
    ...statusReasons(facts),
    ...stockReasons(facts).slice(0, LINES_NAMED_MAX),
    ...moneyReasons(facts),
    ...payments.filter(isWaiting),
  ])
}

/**
 * Why a line is not delivered: its own situation, what of it is missing, and what holds up the
 * order or its shipments (why.md#reasons-of-a-line). Raises `NotFound`.
 */
export function reasonsOfLine(facts: Facts, lineItemId: string): Reason[] {
  const { lineItems } = facts.order.orderForm
  const line = required(
    lineItems.find((candidate) => candidate.lineItemId === lineItemId),
    facts,
    `line "${lineItemId}"`,
  )
  const own = lineReason(line, facts)
  if (!own.some(isWaiting)) return own
  const shipments = new Set(openCopies(line, facts).map(({ shipmentId }) => shipmentId))
  const holdsUp = ({ about }: Reason) => about.kind === 'Order' || (about.kind === 'Shipment' && shipments.has(about.id))
  const hindering = hindrances(facts, facts.bookingSteps).filter(holdsUp)
  return sorted([...own, ...stockReasons(facts, [line]), ...hindering])
}

/**
 * Why a payment is not captured: its own situation, and what holds up the order or a step that
 * moves money (why.md#reasons-of-a-payment). Raises `NotFound`.
 */
export function reasonsOfPayment(facts: Facts, paymentId: string): Reason[] {
  const { payments } = facts.order.orderForm
  const payment = required(
    payments.find(({ id }) => id === paymentId),
    facts,
    `payment "${paymentId}"`,
  )
  const own = paymentReason(payment, facts)
  if (!own.some(isWaiting)) return own
  const hindering = hindrances(facts, facts.paymentSteps).filter(({ about }) => about.kind !== 'ReturnForm')
  return sorted([...own, ...hindering])
}

/** What keeps a part of the order from going on whose own steps are these. */
function hindrances(facts: Facts, ownSteps: ReadonlySet<string>): Reason[] {
  return blockingReasons(facts).filter((reason) => isWaiting(reason) && isHindrance(reason, ownSteps))
}

/** Facts that someone has to look at, and that keep nothing from going on. */
const notices: ReadonlySet<OrderReasonCode> = new Set(['OpenError', 'ShippedGoodsCanceled'])

/** A step holds up what is its own, and what comes after it where it has stopped its run. */
function isHindrance({ code, evidence }: Reason, ownSteps: ReadonlySet<string>): boolean {
  if (notices.has(code)) return false
  const steps = evidence.flatMap(({ kind, data }) => (kind === 'Step' && 'stopOnError' in data ? [data] : []))
  return steps.length === 0 || steps.some(({ step, stopOnError }) => ownSteps.has(String(step)) || stopOnError === true)
}

function blockingReasons(facts: Facts): Reason[] {
  return [...ofOrder(facts), ...holdReasons(facts), ...runReasons(facts), ...failureReasons(facts)]
}

function ofOrder(facts: Facts): Reason[] {
  return [...reasonsFrom(orderExplainers, facts, facts)]
}

/** Where the order is in its workflow: what it waits for when nothing is under way. */
function statusReasons(facts: Facts): Reason[] {
  const isUnderWay = facts.runs.some((run) => run.returnId === null && hasStepsLeft(run))
  const place = isUnderWay ? null : firstReason(statusExplainers, facts, facts)
  return [...(place === null ? [] : [place]), ...workflowReasons(facts)]
}

/**
 * The run goes on with steps that have not run: one that only tries a failed step again does not.
 */
function hasStepsLeft(run: RunFacts): boolean {
  return run.state === 'Running' || run.state === 'Held' || (run.state === 'Waiting' && isRunAborted(run))
}

/**
 * A deleted, queued or unconfigured order waits for that first: its lines and payments are no
 * subject.
 */
function isOut(facts: Facts): boolean {
  return ofOrder(facts).some(({ code }) => code === 'OrderDeleted' || code === 'OrderQueued' || code === 'TypeRemoved')
}

function isWaiting({ code }: Reason): boolean {
  return orderReasons[code].waitsFor !== 'Nothing'
}

/** In the order of the table of codes, and of the same code the oldest first. */
function sorted(reasons: readonly Reason[]): Reason[] {
  const reasonRank = ({ code }: Reason) => ranks.get(code) ?? ranks.size
  return reasons
    .toSorted((a, b) => reasonRank(a) - reasonRank(b) || (a.since ?? '').localeCompare(b.since ?? ''))
    .slice(0, LIST_MAX)
}

function required<T extends OrderLine | Payment>(found: T | undefined, { orderId }: Facts, what: string): T {
  if (found === undefined) throw new DomainError('NotFound', `Order "${orderId}" has no ${what}.`)
  return found
}
