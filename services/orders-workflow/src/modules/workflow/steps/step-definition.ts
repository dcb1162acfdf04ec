import type { Order } from '@open-oms/contracts/orders/order'
import type {
  CallBehaviour,
  ChangeBehaviour,
  AskResult as PublicAskResult,
  StepContext as PublicContext,
  StepOutcome as PublicOutcome,
  StepDeclaration,
} from '@open-oms/extend/step'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { Validate } from '../../../connectors/ask/validation-hooks.ts'
import type { ConnectorCall, ConnectorResponse } from '../../../connectors/http/call-connector.ts'
import type { CallFailure } from '../../../connectors/http/call-failure.ts'
import type { PaymentConnector } from '../../../connectors/payment/payment-connector.ts'
import type { PaymentRoute } from '../../../connectors/payment/payment-connectors.ts'
import type { ShippingConnector } from '../../../connectors/shipping/shipping-connector.ts'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import type { PublishedAllocation } from '../../../order/rules/payments/published-allocations.ts'
import type { PlannedStep } from '../../../order/rules/status/workflow-plan.ts'
import type { WorkflowRun } from '../../../order/rules/status/workflow-run.ts'
import type { OrderStock } from '../../../order/rules/stock/inventory-ledger.ts'
import type { StockLine } from '../../../order/rules/stock/inventory-lines.ts'
import type { StoreWarehouses } from '../../../order/rules/stock/inventory-returns.ts'
import type { NewMessage } from '../../../order/store/new-message-store.ts'
import type { StepLocations } from '../../../order/store/order-stock-store.ts'
import type { ReadProducts } from '../../../product-copy/product-copy.ts'
import type { BuiltInReference } from './step-reference.ts'

/** What a step of the system sees beyond what every step sees. */
export type StepContext = PublicContext & {
  run: WorkflowRun
  step: PlannedStep
  /** What each payment of the order pays for, as published or as it would be now. */
  allocationsOf: (order: Order) => readonly PublishedAllocation[]
  /** What the write has read of the catalogue so far. */
  readProducts?: ReadProducts | undefined
}

/** What a step of the system did to the order and how it went (workflow.md#step-errors). */
export type StepOutcome = PublicOutcome & {
  /**
   * True: the order takes that status with the step; only the steps of the status follow the run.
   */
  isImmediate?: boolean
  /** What stays of the order where that status is not allowed; `order` when absent. */
  orderIfNotAllowed?: Order
}

/** What a step may reach outside this process. */
export type StepConnectors = {
  payment: (route: PaymentRoute) => PaymentConnector
  shipping: (connector: string | null) => ShippingConnector
  /** Asks the validation hooks whether something may be done. */
  validate: Validate
  /** Posts to the active connector of a kind and name; `refused` where there is none. */
  post: (receiver: Receiver, call: ConnectorCall) => Promise<ConnectorResponse>
  /**
   * Why `post` would be `refused` without a call, as things are configured; null where the receiver
   * would be asked.
   */
  unready: (receiver: Receiver) => string | null
  /**
   * What questions of a dry run were answered before it, by the id of the step; absent: nobody was
   * asked.
   */
  dryRunReplies?: ReadonlyMap<string, unknown>
}

/** The connector that something is posted to. */
export type Receiver = { kind: 'webhook' | 'export' | 'ask'; name: string | null }

/** What a call has to work with. */
export type CallContext = {
  connectors: StepConnectors
  /** Longest time of one external request. */
  timeoutMs: number
  /**
   * Aborted when another process holds the run: an open request must end then, and count as without
   * a response.
   */
  signal: AbortSignal
  /** True: the receiver is told that it must do nothing. */
  isDryRun?: boolean
}

/** What every step of the system says of itself, whatever its kind. */
export type NamedStep = StepDeclaration<BuiltInReference>

/** A step that only changes the order: it runs inside the next write. */
export type ChangeStep = NamedStep & ChangeBehaviour<StepContext, StepOutcome>

export type AskResult<Input> = PublicAskResult<Input, StepOutcome>

/** A step with an effect outside the database. It sends the idempotency key of its input. */
export type CallStep<Input = unknown, Output = unknown> = NamedStep & CallOfSystem<Input, Output>

type CallOfSystem<Input, Output> = CallBehaviour<Input, Output, StepContext, CallContext, StepOutcome> & {
  /**
   * True: `call` has no external effect, and returns the same for the same input at any time; it
   * then runs in the transaction that records its outcome, and is not recorded before. Absent:
   * never.
   */
  isInTransaction?(input: Input, connectors: StepConnectors): boolean
  /**
   * What is known of the failure of a call; null when it had its effect. Absent: it never fails.
   */
  failure?(output: Output): CallFailure | null
  /**
   * What is known after a further try of the same input: what an earlier one has learnt, or left
   * unknown, is not forgotten because the further one did not get as far. Absent: the last try says
   * all.
   */
  afterRepetition?(earlier: Output, output: Output): Output
  /**
   * True: its effect is one per run and step, so that another step of the same name does not make
   * up for its failure. Absent: it works off what is due for the order.
   */
  isPerStep?: boolean
  /** True: it is carried out for a held order too (holds.md#held-runs). Absent: it waits. */
  runsOnHold?: boolean
  /**
   * The entry in the order for a call whose run was given up without a response, so that a later
   * run repeats the request first; absent where the order alone leads every run to the same call.
   */
  withoutResponse?(input: Input): Output
  /**
   * What `call` would return if the external system accepted, without calling it: for dry runs
   * (workflow.md#dry-run). May look up in the connectors whether `call` could be made at all.
   */
  dryRun(input: Input, connectors: StepConnectors): Output
}

/** What a step that moves stock sees beside the order and its stock. */
export type StockContext = StepContext & {
  /** The warehouses of the order's store, the preferred first. */
  warehouses: readonly string[]
  stores: StoreWarehouses
  /** The cancelled statuses of return forms. */
  canceledReturns: readonly string[]
  /**
   * Whether to reserve units of a shipment; known to steps with `knowsReservationIntents`.
   */
  isReserving: (shipmentId: string) => boolean
}

/**
 * A step that moves stock. `move` enters the movements in the stock that it is given, which is
 * locked, and returns the order that goes with it; the run writes all of it in one transaction,
 * also of a step that gives an error.
 */
export type StockStep = NamedStep & {
  kind: 'stock'
  /** True: it needs the reservation intents of the order. */
  knowsReservationIntents?: boolean
  /** What it locks beside the stock of the lines. */
  places?(order: Order, lines: readonly StockLine[], context: StockContext): StepLocations
  move(order: Order, stock: OrderStock, context: StockContext): StepOutcome
}

/** What a step in the transaction sees beside the order. */
export type TransactionContext = StepContext & { config: OrdersConfig }

/**
 * A step that needs other rows than the order's. It reads and writes them in the transaction that
 * records its outcome, on an order that is locked.
 */
export type TransactionStep = NamedStep & {
  kind: 'transaction'
  carryOut(tx: Transaction, order: Order, context: TransactionContext): Promise<StepOutcome>
}

/** What a message step has decided, and the messages that are stored with it. */
export type MessageOutcome = Omit<StepOutcome, 'order'> & { messages?: readonly NewMessage[] }

/**
 * A step that only decides which messages are stored; they are composed and sent after the commit
 * (ADR 111). It sees the order as it is written and leaves it as it is, so that it can be part of
 * the write that reaches it, also where it runs after the order is saved (ADR 54).
 */
export type MessageStep = NamedStep & {
  kind: 'message'
  isPerStep: true
  messagesFor(order: Order, context: TransactionContext): MessageOutcome
}

export type StepDefinition = ChangeStep | CallStep | StockStep | TransactionStep | MessageStep

/**
 * A call that a request makes by itself: no status may name it, so that it has no reference. Its
 * properties are written by the request.
 */
export type RequestedStep = Omit<CallStep, 'properties' | 'reference'>
/** A step of an extension, as runs carry it out. */
export type AddedStep = StepDeclaration & (ChangeBehaviour<StepContext, StepOutcome> | CallOfSystem<unknown, unknown>)
/** What a run carries out. */
export type RunnableStep = StepDefinition | RequestedStep | AddedStep

/**
 * Keeps the types of input and output inside the definition; the runner hands them from one part to
 * the next.
 */
export function defineCallStep<Input, Output>(step: CallStep<Input, Output>): CallStep {
  return step as unknown as CallStep
}

/** Likewise, of a step without a reference. */
export function defineRequestedStep<Input, Output>(
  step: Omit<CallStep<Input, Output>, 'properties' | 'reference'>,
): RequestedStep {
  return step as unknown as RequestedStep
}
