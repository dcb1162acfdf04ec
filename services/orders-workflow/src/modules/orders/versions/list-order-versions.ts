import { invalid } from '@open-oms/contracts/errors'
import type { OrderVersionEntry } from '@open-oms/contracts/orders/order-version'
import { orderNotFound } from '../../../order/rules/context/order-guards.ts'
import type { OrderKey } from '../../../order/store/order-queries.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { findStoreId, findVersionNumber, findVersions } from './order-version-queries.ts'

export type ListOrderVersions = OrderKey & {
  take: number
  /** The version after which the list continues. */
  after: string | undefined
}

/**
 * The versions of an order, newest first (orders.md#order-versions). Raises `NotFound`, and
 * `ValidationFailed` for an unknown `after`.
 */
export async function listOrderVersions(
  deps: Pick<RunnerDeps, 'execute'>,
  { orderId, isInScope, take, after }: ListOrderVersions,
): Promise<OrderVersionEntry[]> {
  const storeId = await findStoreId(deps, orderId)
  if (storeId === null || !isInScope(storeId)) throw orderNotFound(orderId)
  const below = after === undefined ? null : await findVersionNumber(deps, orderId, after)
  if (after !== undefined && below === null) throw invalid('after', `"${after}" is not a version of the order`)
  const versions = await findVersions(deps, orderId, { below, take })
  return versions.map(({ versionId, created, createdBy, provenBy, operation, changedFields }) => ({
    versionId,
    created: created.toISOString(),
    createdBy,
    provenBy,
    operation,
    changedFields,
  }))
}
