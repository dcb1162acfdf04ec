import { serviceSession } from '@oms/system/service-session'
import type { System } from '@oms/system/start/start-system'
import { batchFigures } from './figures/batch-figures.ts'
import { largeOrderFigures } from './figures/large-order-figures.ts'
import { scrollFigures } from './figures/scroll-figures.ts'
import { searchFigures } from './figures/search-figures.ts'
import type { Figure } from './figures.ts'
import { growTo } from './samples/many-orders.ts'

const SIZES = [100_000, 1_000_000]

/**
 * The figures of orders: batches, long orders, and searches at two sizes of the table, which must
 * cost the same.
 */
export async function orders(system: System): Promise<Figure[]> {
  const session = serviceSession(system, 'orders-workflow')
  const figures = await batchFigures(system, session)
  for (const size of SIZES) {
    await growTo(size, system, session)
    figures.push(...(await searchFigures(size, system, session)))
  }
  // Last, because a search that finds orders of 1,000 lines is about their size.
  return [...figures, ...(await scrollFigures(system, session)), ...(await largeOrderFigures(session))]
}
