import { isDeepStrictEqual } from 'node:util'
import { Order } from '@open-oms/contracts/orders/order'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import type { StepOutcome } from './step.ts'

/**
 * What an extension may change of an order, beside the same of its parts
 * (extensions.md#what-a-step-may-change).
 */
const ofOrder = ['properties', 'tags', 'externalIds', 'followUpDate', 'requestedDeliveryDate'] as const
const ofShipment = ['properties', 'externalIds', 'warehouseCode', 'comment'] as const

const statuses: ReadonlySet<unknown> = new Set(['Success', 'Warning', 'Error'])
/** Made at the first outcome. */
let compiled: TypeCheck<typeof Order> | undefined
const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string'

/**
 * What an extension has made of an order, if it is a valid outcome that changes only what an
 * extension may change; else an error of the step, with the order as it was. Never throws.
 */
export function checkedOutcome(before: Order, work: () => StepOutcome): StepOutcome {
  const failed = (reason: string): StepOutcome => ({
    order: before,
    actionStatus: 'Error',
    errorReason: `The extension failed: ${reason}`,
  })
  try {
    const outcome = atOnce(work())
    const problem = problemOf(before, outcome)
    if (problem !== null) return failed(problem)
    const { order, actionStatus, errorReason, message, triggerNewStatus } = outcome
    return {
      ...{ order, actionStatus },
      ...(errorReason === undefined ? {} : { errorReason }),
      ...(message === undefined ? {} : { message }),
      ...(triggerNewStatus === undefined ? {} : { triggerNewStatus }),
    }
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

/**
 * The value itself. Raises an error for a promise: nothing waits for it, and none may fail alone.
 */
export function atOnce<T>(value: T): T {
  if (typeof (value as { then?: unknown } | null)?.then !== 'function') return value
  Promise.resolve(value).catch(() => undefined)
  throw new Error('only call may be asynchronous.')
}

function problemOf(before: Order, outcome: StepOutcome): string | null {
  if (typeof outcome !== 'object' || outcome === null) return 'it has returned no outcome.'
  const { order, actionStatus, errorReason, message, triggerNewStatus } = outcome
  if (!statuses.has(actionStatus)) return 'its actionStatus is none of Success, Warning and Error.'
  if (![errorReason, message, triggerNewStatus].every(isTextOrAbsent)) return 'a text of its outcome is none.'
  compiled ??= TypeCompiler.Compile(Order)
  const error = newError(compiled, before, order)
  if (error !== undefined) return `the order that it returned is not valid at ${error.path || '/'}: ${error.message}.`
  if (!isWellFormed(order)) return 'the order that it returned has a text that cannot be stored.'
  if (isDeepStrictEqual(fixedParts(before), fixedParts(order))) return null
  return 'it changes what an extension may not change of an order.'
}

/**
 * What is not valid of the order and was valid before. An order that is being created has no
 * derived statuses yet, and one of an earlier version may lack others.
 */
function newError(checked: TypeCheck<typeof Order>, before: Order, order: Order) {
  if (checked.Check(order)) return undefined
  const known = new Map([...checked.Errors(before)].map(({ path, value }) => [path, value]))
  const isNew = ({ path, value }: { path: string; value: unknown }) =>
    !known.has(path) || !isDeepStrictEqual(known.get(path), value)
  return [...checked.Errors(order)].find(isNew)
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  return typeof value !== 'object' || value === null || Object.values(value).every(isWellFormed)
}

/** The order without what may differ, as JSON has it. */
function fixedParts(order: Order): unknown {
  const line = (one: OrderLine) => ({ ...one, properties: null })
  const { orderForm, returnOrderForms } = order
  const parts = {
    ...without(order, ofOrder),
    returnOrderForms: returnOrderForms.map((form) => ({ ...form, properties: null })),
    orderForm: {
      ...orderForm,
      lineItems: orderForm.lineItems.map(line),
      shipments: orderForm.shipments.map((one) => ({ ...without(one, ofShipment), lineItems: one.lineItems.map(line) })),
    },
  }
  return JSON.parse(JSON.stringify(parts))
}

function without<T extends object>(value: T, fields: readonly (keyof T)[]): T {
  return { ...value, ...Object.fromEntries(fields.map((field) => [field, null])) }
}
