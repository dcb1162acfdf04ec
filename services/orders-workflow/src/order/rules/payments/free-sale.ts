import type { Order } from '@open-oms/contracts/orders/order'
import type { PaymentBreakdownEntry } from '@open-oms/contracts/orders/payment-event-data'
import { ZERO } from '@open-oms/money/minor'
import { calculationTerms, type TotalsContext } from '../context/totals-context.ts'
import { breakdownEntries } from './breakdown-entries.ts'
import { breakdownUnits } from './breakdown-units.ts'
import { movesMoney } from './published-allocations.ts'

/**
 * What an order without payments that costs nothing sold: free goods, or goods whose price was
 * rounded to 0 (z-reports.md#summed-figures). Empty for every other order: its payments say it.
 */
export function freeSaleEntries(order: Order, totals: Pick<TotalsContext, 'currency' | 'taxRate'>): PaymentBreakdownEntry[] {
  const { total, payments } = order.orderForm
  if (total !== 0 || payments.some(movesMoney)) return []
  const terms = calculationTerms(order, totals)
  const changes = breakdownUnits(order, terms).map((unit) => ({ unit, parts: unit }))
  return breakdownEntries(changes, ZERO, terms.exponent)
}
