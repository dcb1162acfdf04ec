import type { Order } from '@oms/contracts/orders/order'
import type { PaymentConnector } from '../connectors/payment/payment-connector.ts'
import type { PaymentRoute } from '../connectors/payment/payment-connectors.ts'
import type { PlannedStep } from '../domain/workflow-plan.ts'
import type { ActionStatus, WorkflowRun } from '../domain/workflow-run.ts'

/** What a step sees beside the order. Time, chance and identity come from here, so that a step can be tested and repeated. */
export type StepContext = {
  run: WorkflowRun
  step: PlannedStep
  /** ISO 8601 UTC. */
  now: string
  /** The currency of the order's amounts. */
  currencyOf: (order: Order) => string
  /** Random letters and digits. */
  randomText: (length: number) => string
}

/** What a step did to the order and how it went (4-decisions F.3). */
export type StepOutcome = { order: Order; actionStatus: ActionStatus; errorReason?: string; message?: string }

/** What a step may reach outside of this process. */
export type StepConnectors = { payment: (route: PaymentRoute) => PaymentConnector }

/** What a call has to work with. */
export type CallContext = {
  connectors: StepConnectors
  /** Longest time of one request to the outside. */
  timeoutMs: number
}

/** The values that a property of a step may have. */
export type StepProperties = Record<string, RegExp>

/** A step that only changes the order: it is carried out inside of the write that comes next. */
export type ChangeStep = {
  kind: 'change'
  names: readonly string[]
  properties: StepProperties
  apply(order: Order, context: StepContext): StepOutcome
}

/** Either what to ask the outside for, kept so that a repetition asks for exactly the same, or the outcome when there is nothing to ask. */
export type Asked<Input> = { input: Input } | StepOutcome

/**
 * A step with an effect outside of the database. `ask` decides from the order, `call` has the effect and carries an idempotency key
 * in its input and comes to an end within bounds, whatever the outside does; `record` writes the answer into the order, which may be a
 * fresher one.
 */
export type CallStep<Input = unknown, Output = unknown> = {
  kind: 'call'
  names: readonly string[]
  properties: StepProperties
  ask(order: Order, context: StepContext): Asked<Input>
  call(input: Input, context: CallContext): Promise<Output>
  record(order: Order, answer: { input: Input; output: Output }, context: StepContext): StepOutcome
}

export type StepDefinition = ChangeStep | CallStep

/** Keeps the types of input and output inside of the definition; the runner hands them from one part to the next. */
export function defineCallStep<Input, Output>(step: CallStep<Input, Output>): CallStep {
  return step as unknown as CallStep
}

/** The value of a property of a step's configuration. */
export function stepProperty(step: PlannedStep, key: string): string | null {
  return step.properties.find((property) => property.key === key)?.value ?? null
}
