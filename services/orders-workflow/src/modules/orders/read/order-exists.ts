import { DomainError } from '@oms/contracts/errors'
import { findIds, type StoreScope } from '../../../order/order-look-ups.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'

/**
 * Raises `NotFound` unless there is such an order in these stores; deleted ones exist
 * (orders.md#order-reads).
 */
export async function requireOrder(deps: Pick<RunnerDeps, 'query'>, id: string, stores: StoreScope): Promise<void> {
  const found = await findIds(deps, [id], stores)
  if (!found.has(id)) throw new DomainError('NotFound', `There is no order with id "${id}".`)
}

/** Those of the ids that orders have, in the order asked, each once (orders.md#customer-orders). */
export async function ordersExist(
  deps: Pick<RunnerDeps, 'query'>,
  ids: readonly string[],
  stores: StoreScope,
): Promise<string[]> {
  const found = await findIds(deps, ids, stores)
  return [...new Set(ids)].filter((id) => found.has(id))
}
