import type { WriteRequest } from '../../order/write-context.ts'
import type { RunnerDeps } from '../workflow/runner-deps.ts'
import { deleteCart as writeDeletion } from './change-cart.ts'

/**
 * Deletes a cart; the order that was made of it stays (carts.md#cart-creation). Raises `NotFound`,
 * `Forbidden`, `VersionConflict`.
 */
export function deleteCart(deps: RunnerDeps, { cartId, write }: { cartId: string; write: WriteRequest }): Promise<void> {
  return writeDeletion({ deps, write }, cartId)
}
