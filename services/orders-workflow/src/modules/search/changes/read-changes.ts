import type { OrderDeps } from '../../../order/order-deps.ts'
import { type ChangesPage, readOrderChanges } from './order-changes.ts'

export type ReadChanges = {
  after?: string | undefined
  take: number
  storeIds: readonly string[]
  orderTypes: readonly string[]
  /** The stores that the caller is limited to; null means all (security.md#store-scope). */
  scope: readonly string[] | null
}

/**
 * A page of the feed of changes (search.md#change-feed). An empty list is no filter. Raises
 * `ValidationFailed` for a cursor that was never handed out.
 */
export function readChanges(deps: Pick<OrderDeps, 'query' | 'inTransaction'>, request: ReadChanges): Promise<ChangesPage> {
  const { after, take, scope } = request
  const stores = nonEmpty(request.storeIds)
  return readOrderChanges(deps, {
    after,
    take,
    storeIds: stores === null || scope === null ? (stores ?? scope) : stores.filter((id) => scope.includes(id)),
    orderTypes: nonEmpty(request.orderTypes),
  })
}

function nonEmpty(values: readonly string[]): readonly string[] | null {
  const wanted = values.filter((value) => value !== '')
  return wanted.length === 0 ? null : wanted
}
