import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { type ChangesFilter, type ChangesPage, readOrderChanges } from './order-changes.ts'

/** Which changes a request is for. An empty list is no filter. */
export type WantedChanges = {
  storeIds: readonly string[]
  orderTypes: readonly string[]
  /** The stores that the caller is limited to; null means all (security.md#store-scope). */
  scope: readonly string[] | null
}

export type ReadChanges = WantedChanges & {
  after?: string | undefined
  take: number
}

/**
 * A page of the feed of changes (search.md#change-feed). Raises `ValidationFailed` for a cursor
 * that was never handed out.
 */
export function readChanges(deps: Pick<OrderDeps, 'query' | 'inTransaction'>, request: ReadChanges): Promise<ChangesPage> {
  const { after, take } = request
  return readOrderChanges(deps, { after, take, ...toChangesFilter(request) })
}

/** The filter of the changes that a caller may see and wants. */
export function toChangesFilter({ storeIds, orderTypes, scope }: WantedChanges): ChangesFilter {
  const stores = nonEmpty(storeIds)
  return {
    storeIds: stores === null || scope === null ? (stores ?? scope) : stores.filter((id) => scope.includes(id)),
    orderTypes: nonEmpty(orderTypes),
  }
}

function nonEmpty(values: readonly string[]): readonly string[] | null {
  const wanted = values.filter((value) => value !== '')
  return wanted.length === 0 ? null : wanted
}
