import { type ApiClient, apiClientsFile } from '../access/api-clients.ts'
import type { ConfigProblem } from '../config-file.ts'
import { type Market, marketsFile } from '../markets.ts'
import { type NumberSequence, numberSequencesFile, requiredSequences } from '../number-sequences.ts'
import { type OrderStatus, type OrderType, orderTypesFile, type WorkflowStep } from '../order-types.ts'
import { type Store, storesUnstated } from '../stores.ts'
import { problemIn } from './find-problems.ts'
import { firstStatus } from './order-type-problems.ts'

// Warnings (configuration.md#configuration-warnings): what is valid and most likely not what
// someone meant.

const inTypes = problemIn(orderTypesFile.file)

/**
 * Statuses of fixed names that orders leave by operations of their own, whatever the policy of
 * moves says.
 */
const leftByOperations: readonly string[] = ['Deleted', 'Queued']

/** Warnings about statuses: no way out of them, none to an end, moves that have no effect. */
export function findStatusWarnings(types: readonly OrderType[]): ConfigProblem[] {
  return types.flatMap((type, index) =>
    type.orderStatuses.flatMap((status, position) => {
      const at = `orderTypes[${index}].orderStatuses[${position}]`
      return [...ignoredMoves(status, at), ...deadEnd(status, type, at), ...neverFirst(status, type, at)]
    }),
  )
}

function ignoredMoves({ name, enforceAvailableStepsPolicy, availableSteps }: OrderStatus, at: string): ConfigProblem[] {
  if (enforceAvailableStepsPolicy || availableSteps.length === 0) return []
  return [
    inTypes(
      `${at}.availableSteps`,
      `has no effect: "${name}" may be left for any status without enforceAvailableStepsPolicy`,
      'Set "enforceAvailableStepsPolicy": true, or remove availableSteps.',
    ),
  ]
}

function isEnd({ isDeliveredStatus, isCanceledStatus }: OrderStatus): boolean {
  return isDeliveredStatus || isCanceledStatus
}

/** A status from which no allowed moves lead to one that delivers or cancels an order. */
function deadEnd(status: OrderStatus, type: OrderType, at: string): ConfigProblem[] {
  if (leftByOperations.includes(status.name) || !status.enforceAvailableStepsPolicy) return []
  const reached = reachedFrom(status, type)
  if (reached.some(isEnd) || !type.orderStatuses.some(isEnd)) return []
  // A status after delivery, such as Returned, is an end too.
  if (type.orderStatuses.some((other) => isEnd(other) && reachedFrom(other, type).includes(status))) return []
  const remedy = 'Name a status in availableSteps from where the order can be delivered or cancelled.'
  if (status.availableSteps.length === 0)
    return [inTypes(`${at}.availableSteps`, `orders cannot leave status "${status.name}"`, remedy)]
  return [
    inTypes(`${at}.availableSteps`, `no moves lead from "${status.name}" to a status that delivers or cancels an order`, remedy),
  ]
}

/** The status itself and those that allowed moves lead to. */
function reachedFrom(status: OrderStatus, { orderStatuses }: OrderType): OrderStatus[] {
  const reached = new Set([status])
  // A set grows while it is walked: statuses added here are visited too.
  for (const { enforceAvailableStepsPolicy, availableSteps } of reached) {
    for (const next of orderStatuses) if (!enforceAvailableStepsPolicy || availableSteps.includes(next.name)) reached.add(next)
  }
  return [...reached]
}

/** New orders would be over immediately. */
function neverFirst(status: OrderStatus, type: OrderType, at: string): ConfigProblem[] {
  if (status !== firstStatus(type) || !isEnd(status) || type.orderStatuses.length === 1) return []
  const what = status.isDeliveredStatus ? 'delivers' : 'cancels'
  return [
    inTypes(
      `${at}.order`,
      `new orders of type "${type.name}" begin with "${status.name}", which ${what} them`,
      'Give the status that orders begin with the lowest order.',
    ),
  ]
}

/** Warnings about steps that never run. */
export function findStepWarnings(types: readonly OrderType[]): ConfigProblem[] {
  return types.flatMap((type, index) => [
    ...unusedWorkflow(type, `orderTypes[${index}]`),
    ...type.orderStatuses.flatMap(({ workflowSteps }, position) =>
      workflowSteps.flatMap((step, stepIndex) =>
        neverRuns(step, workflowSteps, `orderTypes[${index}].orderStatuses[${position}].workflowSteps[${stepIndex}]`),
      ),
    ),
  ])
}

function unusedWorkflow({ name, disableWorkflow, orderStatuses }: OrderType, at: string): ConfigProblem[] {
  const count = orderStatuses.reduce((sum, { workflowSteps }) => sum + workflowSteps.length, 0)
  if (!disableWorkflow || count === 0) return []
  return [
    inTypes(
      `${at}.disableWorkflow`,
      `the ${count} steps of order type "${name}" never run`,
      'Remove disableWorkflow, or the steps.',
    ),
  ]
}

const filterKinds = ['Markets', 'Stores', 'Warehouses', 'ShipmentOptions', 'Tags'] as const

function neverRuns(step: WorkflowStep, steps: readonly WorkflowStep[], at: string): ConfigProblem[] {
  if (!step.active) return []
  const excluded = filterKinds.filter((kind) => {
    const enabled = step[`enabledFor${kind}`]
    return enabled.length > 0 && enabled.every((name) => step[`disabledFor${kind}`].includes(name))
  })
  const isFirst = !steps.some((other) => other.active && other.index < step.index)
  const failed = step.workflowStepConditions.findIndex(({ type }) => type !== 'Success')
  return [
    ...excluded.map((kind) =>
      inTypes(
        `${at}.disabledFor${kind}`,
        `step "${step.name}" never runs: all that enabledFor${kind} names is disabled`,
        `Remove names from disabledFor${kind}.`,
      ),
    ),
    ...(isFirst && failed >= 0
      ? [
          inTypes(
            `${at}.workflowStepConditions[${failed}]`,
            `step "${step.name}" never runs: no earlier step of the status can have ended so`,
            'Give it a higher index than the step whose outcome it waits for, or remove the condition.',
          ),
        ]
      : []),
  ]
}

/** Warnings about sequences that nothing takes numbers from. */
export function findSequenceWarnings(sequences: readonly NumberSequence[], types: readonly OrderType[]): ConfigProblem[] {
  const used = new Set<string>([...requiredSequences, ...types.map(({ orderNumberType }) => orderNumberType)])
  return sequences.flatMap(({ name }, index) =>
    used.has(name)
      ? []
      : [
          problemIn(numberSequencesFile.file)(
            `numberSequences[${index}].name`,
            `nothing takes numbers from sequence "${name}"`,
            'Name it as orderNumberType of an order type, or remove it.',
          ),
        ],
  )
}

/** Warnings about markets without a store. */
export function findMarketWarnings(markets: readonly Market[], stores: readonly Store[]): ConfigProblem[] {
  const used = new Set(stores.map(({ marketId }) => marketId))
  return markets.flatMap(({ id }, index) =>
    used.has(id)
      ? []
      : [
          problemIn(marketsFile.file)(
            `markets[${index}].id`,
            `no store is in market "${id}"`,
            'Add a store, or remove the market.',
          ),
        ],
  )
}

/** Warnings about clients that may do nothing. */
export function findClientWarnings(clients: readonly ApiClient[]): ConfigProblem[] {
  const report = problemIn(apiClientsFile.file)
  return clients.flatMap((client, index) => {
    const path = `apiClients[${index}]`
    const reason = `client "${client.clientId}" has no role and may do nothing`
    const unused = report(`${path}.roles`, reason, 'Add a role, or remove the client.')
    return [...(client.roles.length === 0 ? [unused] : []), ...storesUnstated(report, path, client)]
  })
}
