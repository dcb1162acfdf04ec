import type { HoldRule } from '@oms/contracts/config/hold-rules'
import type { OrderStatus, OrderType } from '@oms/contracts/config/order-types'
import type { Order } from '@oms/contracts/orders/order'
import type { OrderReasonCode } from '@oms/contracts/why/order-reasons'
import type { EvidenceKind, ReasonAction, ReasonEvidence, ReasonOf } from '@oms/contracts/why/reason'
import { openQuantity } from '../../../order/rules/shipments/shipment-lines.ts'
import type { StepResult, WorkflowRun } from '../../../order/rules/status/workflow-run.ts'

/** A run with what its row says of the process that carries it out. */
export type RunFacts = WorkflowRun & {
  finished: string | null
  /** Until when the process that carries it out may be silent; null: none does. */
  leaseUntil: string | null
  /** That time is over, and no other process has taken the run over yet. */
  isSilent: boolean
  /** How many processes have taken it over since it began, or was woken or resumed. */
  takeOvers: number
  /** The outside call whose response has not come; null: there is none. */
  open: { stepId: string; attempt: number; started: string } | null
  /** How many attempts each step has had, by step id. */
  attempts: ReadonlyMap<string, number>
}

/** What is in stock of a SKU in a warehouse. */
export type LevelFacts = { skuId: string; warehouseCode: string; quantity: number; reserved: number }

/**
 * Everything that the reasons of an order are taken from, as of one moment. Explainers are pure
 * functions of it (why.md#reasons).
 */
export type Facts = {
  order: Order
  orderId: string
  /** ISO 8601 UTC. */
  now: string
  types: readonly OrderType[]
  /** The configured type of the order; undefined: it is not configured any more. */
  type: OrderType | undefined
  holdRules: readonly HoldRule[]
  currency: string
  exponent: number
  /** Newest first, at most as many as run lists have. */
  runs: readonly RunFacts[]
  runRetentionDays: number
  /** Setting `payments.voidLeftAuthorizations`. */
  voidsLeft: boolean
  /** The warehouses of the order's store, the preferred one first. */
  warehouses: readonly string[]
  /** The warehouses that the caller may see; null: all. */
  visibleWarehouses: readonly string[] | null
  /**
   * The levels of what open lines are to be reserved from, in warehouses that the caller may see.
   */
  levels: readonly LevelFacts[]
  /** The connectors whose circuit breaker is open in this process. */
  openBreakers: readonly string[]
  /** The names of the steps that move money, and of those that book at a carrier. */
  paymentSteps: ReadonlySet<string>
  bookingSteps: ReadonlySet<string>
  /** When the lock of an operation that is modifying the order ends; null: there is none. */
  lockedUntil: string | null
}

export type Reason = ReasonOf<OrderReasonCode>
/** One situation: its reason when it is the case. */
export type Explainer = (facts: Facts) => Reason | null
/** One situation of a run, a line, a hold, a payment … of the order. */
export type ExplainerOf<Subject> = (subject: Subject, facts: Facts) => Reason | null

/** Code, sentence and what differs from the defaults of `reason`. */
export type ReasonFields = Pick<Reason, 'code' | 'sentence'> & Partial<Reason>

/**
 * A reason about the order, or about what `about` names, without a next event or an action by
 * default.
 */
export function reason({ orderId }: Pick<Facts, 'orderId'>, { code, sentence, ...fields }: ReasonFields): Reason {
  const about: Reason['about'] = { kind: 'Order', id: orderId }
  return { code, about, sentence, since: null, next: null, actions: [], evidence: [], ...fields }
}

/** The first reason that an explainer of a list finds for a subject; null when none does. */
export function firstReason<Subject>(explainers: readonly ExplainerOf<Subject>[], subject: Subject, facts: Facts): Reason | null {
  for (const explain of explainers) {
    const found = explain(subject, facts)
    if (found !== null) return found
  }
  return null
}

export function evidence(kind: EvidenceKind, data: Record<string, unknown>): ReasonEvidence {
  return { kind, data }
}

/** The path of the order, or of something below it; the parts are encoded. */
export function orderUrl({ orderId }: Pick<Facts, 'orderId'>, ...parts: readonly string[]): string {
  return ['/api/Orders', orderId, ...parts].map((part, index) => (index === 0 ? part : encodeURIComponent(part))).join('/')
}

type StatusTarget = { status: string; sentence: string; shipmentId?: string | null; returnId?: string | null }

/** The call that lets the order, one of its shipments, or a return form enter a status. */
export function statusAction(facts: Facts, { status, sentence, shipmentId, returnId }: StatusTarget): ReasonAction {
  if (returnId) {
    const url = `/api/Returns/${encodeURIComponent(facts.orderId)}/UpdateStatus`
    return { sentence, method: 'POST', url, body: { returnId, status } }
  }
  const body = shipmentId ? { status, shipmentInfo: { shipmentId } } : { status }
  return { sentence, method: 'POST', url: orderUrl(facts, 'UpdateStatus'), body }
}

/** The configured status of the order; undefined when its type does not have it. */
export function statusOfOrder({ order, type }: Facts): OrderStatus | undefined {
  return type?.orderStatuses.find(({ name }) => name === order.status)
}

/** Whether some units of the order are neither delivered nor cancelled. */
export function hasOpenUnits({ order }: Pick<Facts, 'order'>): boolean {
  return order.orderForm.lineItems.some((line) => openQuantity(line) > 0)
}

/** The status of goods that nobody came for; its name is fixed (workflow.md#uncollected-goods). */
export function isNotCollected({ order }: Pick<Facts, 'order'>): boolean {
  return order.status === 'NotCollected'
}

/** The run and the step as evidence. */
export function runEvidence(run: RunFacts): ReasonEvidence {
  const { id: runId, status, state, shipmentId, returnId, started, finished, takeOvers } = run
  return evidence('Run', { runId, status, state, shipmentId, returnId, started, finished, takeOvers })
}

export function resultEvidence(run: RunFacts, result: StepResult): ReasonEvidence {
  const { stepId, actionType, errorReason, reasonClass, message, finished } = result
  const step = run.steps.find(({ id }) => id === stepId)
  const connector = step?.connector ?? null
  return evidence('Step', {
    runId: run.id,
    stepId,
    step: actionType,
    stopOnError: step?.stopOnError ?? false,
    connector,
    reasonClass,
    reason: errorReason,
    message,
    attempts: run.attempts.get(stepId) ?? 1,
    finished,
  })
}
