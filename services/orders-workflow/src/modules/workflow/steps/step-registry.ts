import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { type OrderType, orderTypesFile, type WorkflowStep } from '@open-oms/contracts/config/order-types'
import { invariant } from '@open-oms/contracts/errors'
import type { PlannedStep } from '../../../order/rules/status/workflow-plan.ts'
import { durationMs } from '../domain/next-wait.ts'
import { ask, buttonStep } from './ask/ask.ts'
import { bookShipment } from './bookings.ts'
import { setCanceledDate, setCompletedDate, setReadyForPickupDate } from './dates.ts'
import { enrichOrderFromProducts } from './enrichment.ts'
import { exportOrder } from './export.ts'
import { makePaymentLink, withdrawPaymentLink } from './money/payment-links.ts'
import { authorizePayment, cancelPayments, capturePayments } from './money/payments.ts'
import { creditCancelledOrderLines, creditReturn } from './money/refunds.ts'
import { captureAmount, refundAmount, voidAmount } from './money/requested-moves.ts'
import { notification } from './notification.ts'
import { productPackageBreakDown } from './package-breakdown.ts'
import { createCreditNote, ensureRma, updateOrderStatus } from './returns.ts'
import { generateSecretKey } from './secret-key.ts'
import { completeShipment, updateShipmentStatus, validateTrackingNumber } from './shipments.ts'
import { splitAllLineItems } from './splitting.ts'
import type { AddedStep, RunnableStep, StepDefinition } from './step-definition.ts'
import { allocateToWarehouse } from './stock/allocation.ts'
import {
  increaseReservedInventory,
  reduceInventory,
  reduceInventoryAndReservedInventory,
  reduceReservedInventory,
} from './stock/inventory.ts'
import { updateInventory } from './stock/returned-stock.ts'
import { webhook } from './webhook.ts'

/**
 * Every step that an order type may name (workflow-steps.md#step-effects). Other files name the
 * steps that they treat alike; docs/how-to/add-a-workflow-step.md lists them, and the test beside
 * checks that their names are in the registry.
 */
export const stepDefinitions: readonly StepDefinition[] = [
  authorizePayment,
  capturePayments,
  cancelPayments,
  creditReturn,
  creditCancelledOrderLines,
  increaseReservedInventory,
  reduceReservedInventory,
  reduceInventory,
  reduceInventoryAndReservedInventory,
  updateInventory,
  allocateToWarehouse,
  bookShipment,
  completeShipment,
  updateShipmentStatus,
  validateTrackingNumber,
  splitAllLineItems,
  ensureRma,
  createCreditNote,
  updateOrderStatus,
  setCompletedDate,
  setReadyForPickupDate,
  setCanceledDate,
  generateSecretKey,
  enrichOrderFromProducts,
  productPackageBreakDown,
  notification,
  webhook,
  exportOrder,
  ask,
]

/** Steps that requests make, and that no status may name. */
const requestedSteps: readonly RunnableStep[] = [
  refundAmount,
  captureAmount,
  voidAmount,
  makePaymentLink,
  withdrawPaymentLink,
  buttonStep,
]

const byName = new Map<string, ConfigurableStep>(
  stepDefinitions.flatMap((definition) => definition.names.map((name) => [name, definition] as const)),
)

/** The steps of extensions, of which a process loads its own when it starts. */
const added: AddedStep[] = []

/** A step that an order type may name. */
export type ConfigurableStep = StepDefinition | AddedStep

/** Every step that an order type may name, those of extensions too. */
export function configurableSteps(): readonly ConfigurableStep[] {
  return [...stepDefinitions, ...added]
}

/** Adds the steps of an extension; the names of which there is a step already, where some are. */
export function addSteps(steps: readonly AddedStep[]): string[] {
  const names = steps.flatMap((step) => step.names)
  const taken = names.filter((name, index) => byName.has(name) || requestedByName.has(name) || names.indexOf(name) < index)
  if (taken.length > 0) return taken
  added.push(...steps)
  for (const step of steps) for (const name of step.names) byName.set(name, step)
  return []
}

const requestedByName = new Map(requestedSteps.flatMap((step) => step.names.map((name) => [name, step] as const)))

/** The step with a name or an alias. The names in the configuration are checked at start. */
export function stepNamed(name: string): RunnableStep {
  const definition = byName.get(name) ?? requestedByName.get(name)
  invariant(definition !== undefined, `step "${name}" is not in the registry`)
  return definition
}

/** Whether the effect of a step is one per run and step (workflow-steps.md#step-effects). */
export function isPerStep(definition: RunnableStep): boolean {
  return 'isPerStep' in definition && definition.isPerStep === true
}

/**
 * How long a step is tried again in the background (workflow.md#waiting-runs), in milliseconds; 0:
 * not at all.
 */
export function retryForMs({ name, retryFor }: Pick<PlannedStep, 'name' | 'retryFor'>): number {
  const definition = stepNamed(name)
  if (definition.kind !== 'call') return 0
  return durationMs(retryFor ?? definition.retryFor ?? '0')
}

/**
 * Steps that the configuration names but that do not exist, and properties that a step does not
 * take (workflow.md#configuration-checks).
 */
export function findStepProblems(types: readonly OrderType[]): ConfigProblem[] {
  return types.flatMap((type, typeIndex) =>
    type.orderStatuses.flatMap((status, statusIndex) =>
      status.workflowSteps.flatMap((step, stepIndex) =>
        collectStepProblems(step, `orderTypes[${typeIndex}].orderStatuses[${statusIndex}].workflowSteps[${stepIndex}]`),
      ),
    ),
  )
}

/** The steps that resemble a name that does not exist, or all of them. */
function remedyOfName(name: string): string {
  const names = [...byName.keys()]
  const similar = names.filter(
    (known) => known.toLowerCase().includes(name.toLowerCase()) || name.toLowerCase().includes(known.toLowerCase()),
  )
  return `Name one of ${(similar.length > 0 ? similar : names).join(', ')}.`
}

function collectStepProblems(step: WorkflowStep, at: string): ConfigProblem[] {
  const { file } = orderTypesFile
  const definition = byName.get(step.name)
  if (definition === undefined)
    return [{ file, path: `${at}.name`, reason: `there is no step "${step.name}"`, remedy: remedyOfName(step.name) }]
  const reason = `step "${step.name}" calls nobody, so that there is nothing to try again`
  const misplaced =
    definition.kind === 'call' || step.retryFor === null
      ? []
      : [{ file, path: `${at}.retryFor`, reason, remedy: 'Remove retryFor.' }]
  const ofProperties = step.properties.flatMap(({ key, value }, index) => {
    const path = `${at}.properties[${index}]`
    const property = definition.properties[key]
    if (property === undefined) {
      const known = Object.keys(definition.properties)
      const remedy = known.length === 0 ? 'Remove it: the step takes none.' : `Remove it, or use one of ${known.join(', ')}.`
      return [{ file, path: `${path}.key`, reason: `step "${step.name}" has no property "${key}"`, remedy }]
    }
    if (property.values.test(value ?? '')) return []
    const reason = `"${value}" is not a value of property "${key}" of step "${step.name}"`
    return [
      { file, path: `${path}.value`, reason, remedy: 'Write a value that docs/reference/workflow-steps-reference.md lists.' },
    ]
  })
  return [...misplaced, ...ofProperties]
}
