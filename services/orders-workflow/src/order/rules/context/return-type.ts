import type { OrderType } from '@open-oms/contracts/config/order-types'
import { DomainError } from '@open-oms/contracts/errors'

/**
 * The order type that has the statuses and the steps of return forms, for orders of every type
 * (workflow.md#default-statuses, returns.md#return-statuses).
 */
const RETURN_ORDER = 'ReturnOrder'

/** The status of a form that counts for nothing. */
const DELETED_FORM = 'Deleted'

/** The type of return forms; undefined where the tenant has none. */
export function findReturnType(types: readonly OrderType[]): OrderType | undefined {
  return types.find(({ name }) => name === RETURN_ORDER)
}

/** The type of return forms; `ValidationFailed` where the tenant has none. */
export function requireReturnType(types: readonly OrderType[]): OrderType {
  const type = findReturnType(types)
  if (type === undefined) throw new DomainError('ValidationFailed', `Order type "${RETURN_ORDER}" is not configured.`)
  return type
}

/** The statuses of a type that are flagged as cancelled. */
export function canceledStatusNames(type: OrderType | undefined): string[] {
  return (type?.orderStatuses ?? []).filter((status) => status.isCanceledStatus).map(({ name }) => name)
}

/** The cancelled statuses of return forms; none where the tenant has no type of them. */
export function canceledReturnStatuses(types: readonly OrderType[]): string[] {
  return canceledStatusNames(findReturnType(types))
}

/**
 * The statuses of return forms whose goods have come in: all but the first one, in which they are
 * awaited, and those in which they never come (returns.md#return-search).
 */
export function receivedReturnStatuses(types: readonly OrderType[]): string[] {
  const statuses = (findReturnType(types)?.orderStatuses ?? []).toSorted((a, b) => a.order - b.order)
  return statuses.slice(1).flatMap(({ name, isCanceledStatus }) => (isCanceledStatus || name === DELETED_FORM ? [] : [name]))
}

/** The statuses of a type that are flagged as delivered. */
export function deliveredStatusNames(type: OrderType | undefined): string[] {
  return (type?.orderStatuses ?? []).filter((status) => status.isDeliveredStatus).map(({ name }) => name)
}

/** Makes a test for a status, in any letter case, being one of these. */
export function isStatusIn(canceledStatuses: readonly string[]): (status: string | null) => boolean {
  const names = new Set(canceledStatuses.map((name) => name.toLowerCase()))
  return (status) => names.has((status ?? '').toLowerCase())
}
