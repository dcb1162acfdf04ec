import { DomainError } from '@oms/contracts/errors'
import { findByCart, type StoreScope } from '../../../order/order-look-ups.ts'
import type { OrderDocument } from '../../../order/order-queries.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'

/**
 * Reads the newest order of a cart that is not deleted (orders.md#order-reads). Raises `NotFound`.
 */
export async function getOrderByCart(
  deps: Pick<RunnerDeps, 'query'>,
  cartId: string,
  stores: StoreScope,
): Promise<OrderDocument> {
  const found = await findByCart(deps, cartId, stores)
  if (found === null) throw new DomainError('NotFound', `There is no order from cart "${cartId}".`)
  return found
}
