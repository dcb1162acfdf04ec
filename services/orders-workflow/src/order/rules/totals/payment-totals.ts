import type { Payment } from '@open-oms/contracts/orders/payment'
import { type Minor, minus, plus, toMinor, ZERO } from '@open-oms/money/minor'

/** What was paid of an order, in minor units (money.md#payment-totals). */
export type PaymentTotals = {
  /** Authorised and not voided. */
  authorized: Minor
  /** Captured, sold and invoiced. */
  captured: Minor
  /** Paid back. */
  credited: Minor
}

/** True when the money of a payment counts: not for one that failed or is still pending. */
export function isEffective({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'Processed' || status === 'Paid' || status === 'Approved'
}

export function paymentTotals(payments: readonly Payment[], exponent: number): PaymentTotals {
  const totals: PaymentTotals = { authorized: ZERO, captured: ZERO, credited: ZERO }
  for (const payment of payments) {
    if (isEffective(payment)) count(totals, payment.transactionType, toMinor(payment.amount, exponent))
  }
  return totals
}

function count(totals: PaymentTotals, type: Payment['transactionType'], amount: Minor): void {
  if (type === 'Authorization') totals.authorized = plus(totals.authorized, amount)
  else if (type === 'Void') totals.authorized = minus(totals.authorized, amount)
  else if (type === 'Credit') totals.credited = plus(totals.credited, amount)
  else if (type !== null) totals.captured = plus(totals.captured, amount)
}

/** Everything that was captured has been refunded. */
export function isFullyRefunded({ captured, credited }: PaymentTotals): boolean {
  return captured > 0 && credited >= captured
}
