import type { OrderType } from '@open-oms/contracts/config/order-types'
import { invalid } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import { type PlannedStep, planSteps } from '../../../order/rules/status/workflow-plan.ts'
import type { StatusWithLinkedOrder } from '../settle-exchange.ts'

/** A step by its names, of which the first is its own. */
type StepNames = { names: readonly string[] }

export type MoneyStep = {
  /** Unique in the run; the ids of configured steps are chosen by the tenant. */
  id: string
  step: StepNames
  /** The steps of the type that show how it asks for money, the best one first. */
  like: readonly StepNames[]
}

const defaults: Omit<PlannedStep, 'id' | 'name'> = {
  connector: null,
  stopOnError: false,
  runAfterOrderIsSaved: false,
  isInvisible: false,
  properties: [],
  workflowStepConditions: [],
  translateKey: null,
  timeoutMs: 30_000,
  retries: 3,
  retryFor: null,
}

/**
 * A step that a request asks for and that no status has: it has the connector, the time-out and the
 * retries of a configured step that is like it.
 */
export function moneyStep(order: Order, type: OrderType, { id, step, like }: MoneyStep): PlannedStep {
  const planned = type.orderStatuses.flatMap((status) => planSteps(order, { type, status, shipmentId: null }))
  const models = like.map(({ names }) => planned.find(({ name }) => names.includes(name)))
  const { connector, timeoutMs, retries, retryFor } = models.find((model) => model !== undefined) ?? defaults
  return { ...defaults, connector, timeoutMs, retries, retryFor, id, name: step.names[0] as string }
}

/**
 * The order as it is, with a run of these steps. Raises `ValidationFailed` for a type without
 * statuses.
 */
export function keepingStatus(order: Order, type: OrderType, steps: readonly PlannedStep[]): StatusWithLinkedOrder {
  const [first] = type.orderStatuses
  const entered = type.orderStatuses.find(({ name }) => name === order.status) ?? first
  if (entered === undefined) throw invalid('', `order type "${type.name}" has no status`)
  return { order, entered, shipmentId: null, orderEntered: null, keepsStatus: true, plan: () => [...steps] }
}
