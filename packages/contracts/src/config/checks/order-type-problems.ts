import type { ConfigProblem } from '../config-file.ts'
import type { Connector } from '../connectors.ts'
import type { Market } from '../markets.ts'
import type { NumberSequence } from '../number-sequences.ts'
import { type OrderStatus, type OrderType, orderTypesFile, type WorkflowStep } from '../order-types.ts'
import type { Store } from '../stores.ts'
import { findDuplicates, findUnresolved, problemIn } from './find-problems.ts'

const { file } = orderTypesFile
const problem = problemIn(file)

/**
 * Reached by an operation of its own whatever the policy of moves says: deleting an order
 * (orders.md#soft-deletion).
 */
const STATUS_OF_DELETION = 'Deleted'

/**
 * What can be said of order types without knowing the steps (workflow.md#configuration-checks):
 * names, orders, step ids and indexes are unique, named statuses exist, every status can be
 * reached, exactly one type is the default.
 */
export function findOrderTypeProblems(types: readonly OrderType[]): ConfigProblem[] {
  const defaults = types.filter((type) => type.defaultOrderType).length
  return [
    ...findDuplicates({ file, list: 'orderTypes', items: types, key: 'name', value: (type) => type.name }),
    ...(defaults === 1 ? [] : [wrongDefaults(defaults)]),
    ...types.flatMap((type, index) => findStatusProblems(type, `orderTypes[${index}]`)),
  ]
}

function wrongDefaults(count: number): ConfigProblem {
  return problem(
    'orderTypes',
    `exactly one order type must have defaultOrderType, ${count} have it`,
    'Set "defaultOrderType": true on the type of carts that name none, and on no other.',
  )
}

function findStatusProblems(type: OrderType, at: string): ConfigProblem[] {
  const list = `${at}.orderStatuses`
  const statuses = { file, list, items: type.orderStatuses }
  const names = { what: `a status of order type "${type.name}"`, names: type.orderStatuses.map((status) => status.name) }
  const references = type.orderStatuses.flatMap((status, index) => statusReferences(status, `${list}[${index}]`))
  return [
    ...findDuplicates({ ...statuses, key: 'name', value: (status) => status.name }),
    ...findDuplicates({ ...statuses, key: 'order', value: (status) => String(status.order) }),
    ...findUnresolved(file, references, names),
    ...type.orderStatuses.flatMap((status, index) => findPolicyProblems(status, `${list}[${index}]`)),
    ...findUnreachable(type, list),
    ...findStepProblems(type, list),
  ]
}

function statusReferences(status: OrderStatus, at: string) {
  const main = status.mainOrderStatus === null ? [] : [{ path: `${at}.mainOrderStatus`, name: status.mainOrderStatus }]
  return [...main, ...status.availableSteps.map((name, index) => ({ path: `${at}.availableSteps[${index}]`, name }))]
}

function findPolicyProblems(status: OrderStatus, at: string): ConfigProblem[] {
  const twice = findDuplicates({
    file,
    list: `${at}.availableSteps`,
    items: status.availableSteps,
    key: '',
    value: (name) => name,
  })
  const problems = twice.map((found) => ({ ...found, path: found.path.replace(/\.$/, '') }))
  if (status.isCanceledStatus && status.isDeliveredStatus) {
    problems.push(
      problem(
        `${at}.isDeliveredStatus`,
        'a status cannot both cancel and deliver the rest of an order',
        'Remove isDeliveredStatus or isCanceledStatus.',
      ),
    )
  }
  return problems
}

/** The status that an order of the type begins with: the lowest in order. */
export function firstStatus(type: OrderType): OrderStatus {
  return type.orderStatuses.reduce((first, status) => (status.order < first.order ? status : first))
}

function findUnreachable(type: OrderType, list: string): ConfigProblem[] {
  const byName = new Map(type.orderStatuses.map((status) => [status.name, status]))
  const reached = new Set([firstStatus(type).name, STATUS_OF_DELETION])
  for (const name of reached) {
    const status = byName.get(name)
    // A set grows while it is walked: names added here are visited too.
    for (const next of status?.enforceAvailableStepsPolicy ? status.availableSteps : status === undefined ? [] : byName.keys())
      reached.add(next)
  }
  return type.orderStatuses
    .map((status, index) => ({ name: status.name, path: `${list}[${index}].name` }))
    .filter(({ name }) => !reached.has(name))
    .map(({ name, path }) =>
      problem(
        path,
        `no allowed move from "${firstStatus(type).name}" leads to status "${name}"`,
        `Name "${name}" in availableSteps of a status that may lead to it, or remove the status.`,
      ),
    )
}

type PlacedStep = { step: WorkflowStep; at: string }

function placedSteps(type: OrderType, list: string): PlacedStep[] {
  return type.orderStatuses.flatMap((status, index) =>
    status.workflowSteps.map((step, position) => ({ step, at: `${list}[${index}].workflowSteps[${position}]` })),
  )
}

function findStepProblems(type: OrderType, list: string): ConfigProblem[] {
  const idOwners = new Map<string, string>()
  const problems: ConfigProblem[] = []
  for (const { step, at } of placedSteps(type, list)) {
    const owner = idOwners.get(step.id)
    if (owner !== undefined)
      problems.push(
        problem(`${at}.id`, `"${step.id}" is already used by ${owner}`, 'Give the step an id of its own within the order type.'),
      )
    idOwners.set(step.id, at)
    problems.push(
      ...findDuplicates({
        file,
        list: `${at}.properties`,
        items: step.properties,
        key: 'key',
        value: (property) => property.key,
      }),
    )
  }
  for (const [index, status] of type.orderStatuses.entries()) {
    const steps = { file, list: `${list}[${index}].workflowSteps`, items: status.workflowSteps }
    problems.push(...findDuplicates({ ...steps, key: 'index', value: (step) => String(step.index) }))
  }
  return problems
}

function findFilterProblems(
  types: readonly OrderType[],
  filter: 'Markets' | 'Stores' | 'Warehouses',
  known: { what: string; names: readonly string[] },
): ConfigProblem[] {
  const steps = types.flatMap((type, index) => placedSteps(type, `orderTypes[${index}].orderStatuses`))
  const references = steps.flatMap(({ step, at }) =>
    (['enabledFor', 'disabledFor'] as const).flatMap((kind) =>
      step[`${kind}${filter}`].map((name, position) => ({ path: `${at}.${kind}${filter}[${position}]`, name })),
    ),
  )
  return findUnresolved(file, references, known)
}

/** Steps are limited to markets that exist. */
export function findStepMarketProblems(types: readonly OrderType[], markets: readonly Market[]): ConfigProblem[] {
  return findFilterProblems(types, 'Markets', { what: 'a market', names: markets.map((market) => market.id) })
}

/** Steps are limited to stores and warehouses that exist. */
export function findStepStoreProblems(types: readonly OrderType[], stores: readonly Store[]): ConfigProblem[] {
  return [
    ...findFilterProblems(types, 'Stores', { what: 'a store', names: stores.map((store) => store.id) }),
    ...findFilterProblems(types, 'Warehouses', {
      what: 'a warehouse of any store',
      names: stores.flatMap((store) => store.warehouses),
    }),
  ]
}

/** Steps use connectors that exist. */
export function findStepConnectorProblems(types: readonly OrderType[], connectors: readonly Connector[]): ConfigProblem[] {
  const steps = types.flatMap((type, index) => placedSteps(type, `orderTypes[${index}].orderStatuses`))
  const references = steps.flatMap(({ step, at }) =>
    step.connector === null ? [] : [{ path: `${at}.connector`, name: step.connector }],
  )
  return findUnresolved(file, references, { what: 'a connector', names: connectors.map((connector) => connector.name) })
}

/** Order numbers come from sequences that exist. */
export function findOrderNumberProblems(types: readonly OrderType[], sequences: readonly NumberSequence[]): ConfigProblem[] {
  const references = types.map((type, index) => ({ path: `orderTypes[${index}].orderNumberType`, name: type.orderNumberType }))
  return findUnresolved(file, references, { what: 'a number sequence', names: sequences.map((sequence) => sequence.name) })
}
