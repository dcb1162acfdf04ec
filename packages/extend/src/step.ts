import type { ActionStatus, OrderType, WorkflowStep } from '@open-oms/contracts/config/order-types'
import type { Order } from '@open-oms/contracts/orders/order'

/** A property of a step: the values that it may have, and what people must know to give one. */
export type StepPropertyReference = {
  /** Judges a value of the configuration: a pattern, or anything else. */
  values: { test(value: string): boolean }
  type: 'text' | 'number' | 'true or false' | 'word' | 'regular expression'
  meaning: string
  /** The value where the step has none; null: there is none. */
  default: string | null
  /** What limits its values beyond the type; the words of a word. */
  limits: string | null
}

/** The properties of a step by their keys. */
export type StepProperties = Readonly<Record<string, StepPropertyReference>>

/**
 * What the console and the reference say of a step. Sentences are short and end without a full stop
 * where they are parts of a list.
 */
export type StepReference = {
  /** What it does, in one sentence. */
  does: string
  /** What must hold so that it does something. */
  conditions: readonly string[]
  /** When it ends with a warning, and with an error. */
  warnings: readonly string[]
  errors: readonly string[]
}

/** What every step says of itself. A step without its reference does not compile. */
export type StepDeclaration<Reference extends StepReference = StepReference> = {
  /** The name and its aliases, as the configuration may use them. */
  names: readonly string[]
  properties: StepProperties
  reference: Reference
}

/** The step of the configuration that is carried out. */
export type ConfiguredStep = Pick<WorkflowStep, 'id' | 'name' | 'connector' | 'properties' | 'timeoutMs'>

/**
 * What a step sees beside the order. Time and chance come from here, so that a step can be tested
 * and repeated.
 */
export type StepContext = {
  /** The run that the step belongs to: of the order, or of one shipment or return form of it. */
  run: { id: string; orderId: string; shipmentId: string | null; returnId: string | null; status: string }
  step: ConfiguredStep
  /** ISO 8601 UTC. */
  now: string
  /** The currency of the order's amounts. */
  currencyOf: (order: Order) => string
  /** The type that the order is handled by, which says what its statuses mean; never raises. */
  handlingTypeOf: (order: Order) => OrderType
  /** The codes of the warehouses of the order's store, the preferred first. */
  warehousesOf: (order: Order) => readonly string[]
  /** Random letters and digits. */
  randomText: (length: number) => string
}

/** What a step did to the order and how it went (workflow.md#step-errors). */
export type StepOutcome = {
  order: Order
  actionStatus: ActionStatus
  errorReason?: string
  message?: string
  /**
   * The status that the order, or the shipment of the run, moves to after the run, however it ends
   * (workflow.md#triggered-statuses).
   */
  triggerNewStatus?: string
}

/** What a step that only changes the order does: it runs inside the next write. */
export type ChangeBehaviour<Context = StepContext, Outcome = StepOutcome> = {
  kind: 'change'
  apply(order: Order, context: Context): Outcome
}

/**
 * Either the external request, stored so that a retry sends exactly the same, or the outcome when
 * there is nothing to request.
 */
export type AskResult<Input, Outcome = StepOutcome> = { input: Input } | Outcome

/** What a call has to work with. */
export type CallContext = {
  /** Equal for every repetition in a run: the effect must not happen twice for it. */
  idempotencyKey: string
  /** Longest time of one external request. */
  timeoutMs: number
  /** Aborted when the time is over, or when another process holds the run. */
  signal: AbortSignal
}

/**
 * What a step with an effect outside the database does. `ask` decides from the order; `call` has
 * the effect and ends within its timeout; `record` writes the response into the order, which may be
 * a newer one.
 */
export type CallBehaviour<Input, Output, Context = StepContext, Call = CallContext, Outcome = StepOutcome> = {
  kind: 'call'
  ask(order: Order, context: Context): AskResult<Input, Outcome>
  call(input: Input, context: Call): Promise<Output>
  /**
   * How long it is usually tried again in the background while there is no response
   * (workflow.md#waiting-runs), such as `90s` or `4h`; absent: not at all.
   */
  retryFor?: string
  record(order: Order, result: { input: Input; output: Output }, context: Context): Outcome
}

/** A step of an extension that only changes the order. */
export type ChangeStep = StepDeclaration & ChangeBehaviour

/**
 * A step of an extension that calls someone. What `call` throws may pass: the same call is made
 * again with the same key, until `retryFor` is over. Input and output are JSON.
 */
export type CallStep<Input = unknown, Output = unknown> = StepDeclaration &
  CallBehaviour<Input, Output> & {
    /** What `call` would return if all went well, without calling: for dry runs. */
    dryRun(input: Input): Output
  }

export type ExtensionStep = ChangeStep | CallStep

/** A step of one's own, for `steps` of an extension (extensions.md#steps). */
export function defineStep<Input, Output>(step: ChangeStep | CallStep<Input, Output>): ExtensionStep {
  return step as ExtensionStep
}

/** A property that is true or false. */
export function flagProperty(meaning: string, usual: boolean): StepPropertyReference {
  return { values: /^(true|false)$/i, type: 'true or false', meaning, default: String(usual), limits: null }
}

/** A property that is one of some words, and has no default. */
export function wordProperty(words: readonly string[], meaning: string): StepPropertyReference {
  return { values: { test: (value) => words.includes(value) }, type: 'word', meaning, default: null, limits: words.join(', ') }
}

/** The value of a property of a step's configuration. */
export function stepProperty(step: Pick<ConfiguredStep, 'properties'>, key: string): string | null {
  return step.properties.find((property) => property.key === key)?.value ?? null
}
