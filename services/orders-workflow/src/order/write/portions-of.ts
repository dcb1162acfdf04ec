import type { OrderVersion } from '../rules/order-version.ts'

/**
 * Lines of the orders of one statement: all other requests wait while its orders are written down
 * as text.
 */
const LINES_PER_STATEMENT = 2_000

/** The versions in their order, those of one statement each. */
export function portionsOf(versions: readonly OrderVersion[]): OrderVersion[][] {
  const portions: OrderVersion[][] = []
  let lines = 0
  for (const one of versions) {
    const own = one.order.orderForm.lineItems.length
    const last = portions.at(-1)
    if (last === undefined || lines + own > LINES_PER_STATEMENT) {
      portions.push([one])
      lines = own
    } else {
      last.push(one)
      lines += own
    }
  }
  return portions
}
