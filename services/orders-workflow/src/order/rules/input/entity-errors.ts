import type { EntityError } from '@open-oms/contracts/orders/primitive-models'
import { LIST_MAX } from '@open-oms/contracts/primitives'

export type NewEntityError = {
  key: string
  message: string
  severity: 'Warning' | 'Error'
  occurred: string
  referenceId?: string
}

/** The status of an error whose step is tried again automatically (workflow.md#waiting-runs). */
export const WAITING = 'Waiting'

const closedStatuses: readonly (string | null)[] = ['Solved', 'Deleted']

/** Whether nothing is left to do about an error. */
export function isClosedError({ status }: Pick<EntityError, 'status'>): boolean {
  return closedStatuses.includes(status)
}

/** Whether an error is neither closed nor being retried automatically. */
export function isOpenError(error: Pick<EntityError, 'status'>): boolean {
  return !isClosedError(error) && error.status !== WAITING
}

/**
 * The steps that move stock. What one of them warns of is seen in the stock, and later deliveries
 * put it right.
 */
export const stockSteps: readonly (string | null)[] = [
  'IncreaseReservedInventory',
  'ReduceReservedInventory',
  'ReduceInventory',
  'ReduceInventoryAndReservedInventory',
  'UpdateInventory',
  'AllocateToWarehouse',
]

/** Whether someone must look at an order for an error (search.md#search-filters, `hasErrors`). */
export function needsSomebody(error: Pick<EntityError, 'key' | 'severity' | 'status'>): boolean {
  return isOpenError(error) && !(error.severity === 'Warning' && stockSteps.includes(error.key))
}

/** The errors of an order with one more; of more than a list may have, the oldest are dropped. */
export function withEntityError<T>(errors: readonly T[], error: T): T[] {
  return [...errors, error].slice(-LIST_MAX)
}

/** An entry of an order's `errors`. */
export function entityError(fields: NewEntityError): EntityError {
  return { comment: null, details: null, status: null, ...fields, referenceId: fields.referenceId ?? null }
}
