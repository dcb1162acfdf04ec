import { DomainError } from '@open-oms/contracts/errors'
import { orderNotFound } from '../../../order/rules/context/order-guards.ts'
import {
  type DocumentReadOptions,
  findByCart,
  findDocuments,
  findIds,
  type StoreScope,
} from '../../../order/store/order-look-ups.ts'
import { type OrderDocument, type OrderKey, readOrderDocument } from '../../../order/store/order-queries.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'

/** Reads an order as it is stored (orders.md#order-reads). Raises `NotFound`. */
export function getOrder(deps: Pick<RunnerDeps, 'query'>, key: OrderKey): Promise<OrderDocument> {
  return readOrderDocument(deps, key)
}

/**
 * Reads the newest order of a cart that is not deleted (orders.md#order-reads). Raises `NotFound`.
 */
export async function getOrderByCart(
  deps: Pick<RunnerDeps, 'query'>,
  cartId: string,
  reading: DocumentReadOptions,
): Promise<OrderDocument> {
  const found = await findByCart(deps, cartId, reading)
  if (found === null) throw new DomainError('NotFound', `There is no order from cart "${cartId}".`)
  return found
}

/**
 * Reads orders by their ids (orders.md#order-reads). Returns a GetMultipleResponse as JSON text:
 * both lists in the requested order, each id once.
 */
export async function getOrdersByIds(
  deps: Pick<RunnerDeps, 'query'>,
  ids: readonly string[],
  reading: DocumentReadOptions,
): Promise<string> {
  const wanted = [...new Set(ids)]
  const found = await findDocuments(deps, wanted, reading)
  const orders = wanted.flatMap((id) => found.get(id) ?? [])
  const missingIds = wanted.filter((id) => !found.has(id))
  return `{"orders":[${orders.join(',')}],"missingIds":${JSON.stringify(missingIds)}}`
}

/**
 * Raises `NotFound` unless there is such an order in these stores; deleted ones exist
 * (orders.md#order-reads).
 */
export async function requireOrder(deps: Pick<RunnerDeps, 'query'>, id: string, stores: StoreScope): Promise<void> {
  const found = await findIds(deps, [id], stores)
  if (!found.has(id)) throw orderNotFound(id)
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
