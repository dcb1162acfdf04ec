import type { OrderForm } from '@open-oms/contracts/orders/order-form'
import { type Minor, toMinor, ZERO } from '@open-oms/money/minor'
import { isCanceledWhole } from '../lines/canceled-lines.ts'

/**
 * What handling costs and what is rounded, in minor units: nothing in an order that is cancelled
 * whole, which keeps what was sent (money.md#cancelled-charges).
 */
export function formCharges(form: OrderForm, exponent: number): { handling: Minor; rounding: Minor } {
  if (isCanceledWhole(form.lineItems)) return { handling: ZERO, rounding: ZERO }
  return { handling: toMinor(form.handlingTotal, exponent), rounding: toMinor(form.grossRoundoff ?? 0, exponent) }
}
