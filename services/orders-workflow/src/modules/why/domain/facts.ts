import type { HoldRule } from '@open-oms/contracts/config/hold-rules'
import type { OrderStatus, OrderType } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { Shipment } from '@open-oms/contracts/orders/shipment'
import type { OrderReasonCode, orderReasons } from '@open-oms/contracts/why/catalogue/order-catalogue'
import type { Said } from '@open-oms/contracts/why/catalogue/sentence'
import type { EvidenceKind, ReasonEvidence } from '@open-oms/contracts/why/reason'
import type { Found, PlannedAction, ReasonFields } from '@open-oms/contracts/why/write-reasons'
import { openQuantity } from '../../../order/rules/shipments/shipment-lines.ts'
import type { WorkflowRun } from '../../../order/rules/status/workflow-run.ts'

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
  /** The payment methods of the order's market that have payment links. */
  linkMethods: readonly string[]
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
  /** Refunds above the limit that nobody has decided, oldest first. */
  refundRequests: readonly { amount: number; requestedBy: string; requested: string }[]
  /** When the lock of an operation that is modifying the order ends; null: there is none. */
  lockedUntil: string | null
}

export type Reason = Found<typeof orderReasons>

/** What the sentence of a code says, and what differs from the defaults of a reason. */
type Finding<Code extends OrderReasonCode> = Omit<Said<typeof orderReasons, Code>, 'code'> & Partial<ReasonFields>

/**
 * A table of situations by their codes: of each what it says of a subject, null when it is not the
 * case. A code whose sentence has parameters gets them all.
 */
export type Explainers<Code extends OrderReasonCode, Subject> = Readonly<{
  [Each in Code]: (subject: Subject, facts: Facts) => Finding<Each> | null
}>
type AnyExplainers<Subject> = Readonly<Record<string, (subject: Subject, facts: Facts) => object | null>>

/** The situations of a table that are the case: reasons about the order unless they say of what. */
export function* reasonsFrom<Subject>(table: AnyExplainers<Subject>, subject: Subject, facts: Facts): Generator<Reason, void> {
  for (const [code, explain] of Object.entries(table)) {
    const finding = explain(subject, facts)
    const about = { kind: 'Order', id: facts.orderId } as const
    if (finding !== null)
      yield { about, since: null, next: null, actions: [], evidence: [], ...finding, code } as unknown as Reason
  }
}

/** The first of them; null when none is the case. */
export function firstReason<Subject>(table: AnyExplainers<Subject>, subject: Subject, facts: Facts): Reason | null {
  return reasonsFrom(table, subject, facts).next().value ?? null
}

/** A reason of a part of the order, whose own facts come first. */
export function reasonAbout(about: Reason['about'], own: readonly ReasonEvidence[], found: Reason | null): Reason[] {
  return found === null ? [] : [{ ...found, about, evidence: [...own, ...found.evidence] }]
}

export function evidence(kind: EvidenceKind, data: Record<string, unknown>): ReasonEvidence {
  return { kind, data }
}

/** A shipment as evidence. */
export function shipmentEvidence({ shipmentId, orderStatus, status, warehouseCode, shipmentTrackingNumber }: Shipment) {
  return evidence('Shipment', { shipmentId, orderStatus, status, warehouseCode, trackingNumber: shipmentTrackingNumber })
}

/** The path of the order, or of something below it; the parts are encoded. */
export function orderUrl({ orderId }: Pick<Facts, 'orderId'>, ...parts: readonly string[]): string {
  return ['/api/Orders', orderId, ...parts].map((part, index) => (index === 0 ? part : encodeURIComponent(part))).join('/')
}

type StatusTarget = { status: string; shipmentId?: string | null; returnId?: string | null }

/** The call that moves the order, one of its shipments, or a return form to a status. */
export function statusCall(facts: Facts, { status, shipmentId, returnId }: StatusTarget) {
  if (returnId) {
    const url = `/api/Returns/${encodeURIComponent(facts.orderId)}/UpdateStatus`
    return { method: 'POST', url, body: { returnId, status } } as const
  }
  const body = shipmentId ? { status, shipmentInfo: { shipmentId } } : { status }
  return { method: 'POST', url: orderUrl(facts, 'UpdateStatus'), body } as const
}

/** The action that moves the order to a status. */
export function markOrder(facts: Facts, status: string): PlannedAction {
  return { code: 'MarkOrder', parameters: { status: statusLabel(facts, status) }, ...statusCall(facts, { status }) }
}

/** The action that records payments. */
export function paymentsCall(facts: Facts, ...payments: readonly object[]) {
  return { method: 'POST', url: orderUrl(facts, 'AddPayments'), body: { payments } } as const
}

/** What people call a status: of the order's type, else of any. */
export function statusLabel({ type, types }: Pick<Facts, 'type' | 'types'>, name: string): string {
  const statuses = [type, ...types].flatMap((one) => one?.orderStatuses ?? [])
  return statuses.find((status) => status.name === name)?.displayName ?? name
}

/** An amount of the order. */
export function money({ currency }: Pick<Facts, 'currency'>, amount: number) {
  return { amount, currency }
}

/** What the sentence about a payment calls it. */
export function namedPayment({ transactionType, amount }: Payment, facts: Facts) {
  return { transaction: transactionType ?? 'Authorization', amount: money(facts, amount) }
}

/** A text of someone else within a sentence, without its own full stop; null for none. */
export function cited(text: string | null | undefined): string | null {
  return text?.trim().replace(/[.\s]+$/, '') || null
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
