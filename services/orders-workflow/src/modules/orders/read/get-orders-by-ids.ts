import { findDocuments, type StoreScope } from '../../../order/order-look-ups.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'

/**
 * Reads orders by their ids (orders.md#order-reads). Returns a GetMultipleResponse as JSON text:
 * both lists in the requested order, each id once.
 */
export async function getOrdersByIds(
  deps: Pick<RunnerDeps, 'query'>,
  ids: readonly string[],
  stores: StoreScope,
): Promise<string> {
  const wanted = [...new Set(ids)]
  const found = await findDocuments(deps, wanted, stores)
  const orders = wanted.flatMap((id) => found.get(id) ?? [])
  const missingIds = wanted.filter((id) => !found.has(id))
  return `{"orders":[${orders.join(',')}],"missingIds":${JSON.stringify(missingIds)}}`
}
