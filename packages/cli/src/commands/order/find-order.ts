import { searchOrders } from '@open-oms/contracts/orders/search/routes/search-orders'
import type { ApiClient } from '../../api/api-client.ts'
import { wrongUsage } from '../../command-failure.ts'

/** The argument of every command for one order. */
export const orderArgument = ['<order>', 'the id of the order, or its number'] as const

const NAMED_MAX = 10

/**
 * The id of the order that has this id or this number (search.md#search-filters); what no order has
 * comes back as it is, for the call that follows to name. Raises `CommandFailure` for a number that
 * several have.
 */
export async function resolveOrderId(api: ApiClient, idOrNumber: string): Promise<string> {
  const { result, totalHits } = await api.call(searchOrders, { body: { orderNumber: idOrNumber, take: NAMED_MAX } })
  const ids = result.flatMap(({ id }) => id ?? [])
  if (ids.length <= 1 || ids.includes(idOrNumber)) return ids.includes(idOrNumber) ? idOrNumber : (ids[0] ?? idOrNumber)
  throw wrongUsage(
    `${totalHits} orders have the number ${idOrNumber}: ${ids.join(', ')}${totalHits > ids.length ? ', …' : ''}. Give the id.`,
  )
}
