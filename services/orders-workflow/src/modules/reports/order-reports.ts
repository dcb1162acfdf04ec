import { discounts } from './definitions/discounts.ts'
import { leadTimes } from './definitions/lead-times.ts'
import { openOrders } from './definitions/open-orders.ts'
import { paymentsByMethod } from './definitions/payments-by-method.ts'
import { refunds } from './definitions/refunds.ts'
import { returnsByReason } from './definitions/returns-by-reason.ts'
import { salesByDay } from './definitions/sales-by-day.ts'
import { salesByProduct } from './definitions/sales-by-product.ts'
import { stockLevels } from './definitions/stock-levels.ts'
import { stockTurnover } from './definitions/stock-turnover.ts'
import { vatByRate } from './definitions/vat-by-rate.ts'

/** The reports of orders and stock that the system brings. */
export const orderReports = [
  discounts,
  leadTimes,
  openOrders,
  paymentsByMethod,
  refunds,
  returnsByReason,
  salesByDay,
  salesByProduct,
  stockLevels,
  stockTurnover,
  vatByRate,
] as const
