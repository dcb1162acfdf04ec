import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { PaymentBreakdownEntry } from '@open-oms/contracts/orders/payment-event-data'
import { type Minor, minus, plus, toMinor, ZERO } from '@open-oms/money/minor'
import { countingPayments, refundedPayment } from './authorised-rest.ts'

/** A part of an order: a line in all its shipments, the shipping, the handling, the rounding. */
export type OrderPart = string

/** Amounts by part of an order. */
export type PartAmounts = ReadonlyMap<OrderPart, Minor>

/** The entries of the allocation of a payment. */
export type AllocatedPayment = { paymentId: string; breakdown: readonly PaymentBreakdownEntry[] }

/** The part that an allocation entry or unit belongs to. */
export function toOrderPart({
  kind,
  lineItemId,
  shipmentId,
}: Pick<PaymentBreakdownEntry, 'kind' | 'lineItemId' | 'shipmentId'>): OrderPart {
  if (lineItemId !== null) return linePart(lineItemId)
  return kind === 'Shipping' && shipmentId === null ? 'Handling' : kind
}

export function linePart(lineItemId: string): OrderPart {
  return `Line ${lineItemId}`
}

/**
 * What a captured payment paid of each part of its order, less the Credits that draw on it
 * (payment-allocation.md#allocation-entries), in minor units. `allocations` are those of the
 * payments of the order.
 */
export function paidParts(
  order: Order,
  payment: Payment,
  { allocations, exponent }: { allocations: readonly AllocatedPayment[]; exponent: number },
): PartAmounts {
  const credits = countingPayments(order, 'Credit').filter((credit) => refundedPayment(order, credit)?.id === payment.id)
  const paid = new Map(partsOfPayments(allocations, { ids: new Set([payment.id]), exponent }))
  for (const [part, amount] of partsOfPayments(allocations, { ids: new Set(credits.map(({ id }) => id)), exponent }))
    paid.set(part, minus(paid.get(part) ?? ZERO, amount))
  return paid
}

/** The sums of the allocations of some payments by part. */
export function partsOfPayments(
  allocations: readonly AllocatedPayment[],
  { ids, exponent }: { ids: ReadonlySet<string | null>; exponent: number },
): PartAmounts {
  const sums = new Map<OrderPart, Minor>()
  for (const { paymentId, breakdown } of allocations) {
    if (!ids.has(paymentId)) continue
    for (const entry of breakdown) {
      const amount = plus(toMinor(entry.net, exponent), toMinor(entry.vatAmount, exponent))
      sums.set(toOrderPart(entry), plus(sums.get(toOrderPart(entry)) ?? ZERO, amount))
    }
  }
  return sums
}
