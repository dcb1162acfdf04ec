import type { Order } from '@open-oms/contracts/orders/order'
import type { Payment } from '@open-oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, plus, smaller, sum, toMinor, ZERO } from '@open-oms/money/minor'
import { shares } from '@open-oms/money/shares'
import { type PaymentRest, takeFrom } from '../../../order/rules/payments/authorised-rest.ts'
import {
  type AllocatedPayment,
  linePart,
  type OrderPart,
  type PartAmounts,
  paidParts,
  partsOfPayments,
} from '../../../order/rules/payments/paid-parts.ts'

/** What the payments of an order were allocated to, and the decimals of its currency. */
export type Payers = { allocations: readonly AllocatedPayment[]; exponent: number }

/** What a return form credits of each part of the order, less what it has refunded of it. */
export function creditedParts(form: ReturnOrderForm, { allocations, exponent }: Payers): PartAmounts {
  const parts = new Map<OrderPart, Minor>()
  const add = (part: OrderPart, amount: number | null) =>
    parts.set(part, plus(parts.get(part) ?? ZERO, larger(ZERO, toMinor(amount ?? 0, exponent))))
  for (const { lineItemId, extendedPrice } of form.lineItems) if (lineItemId !== null) add(linePart(lineItemId), extendedPrice)
  add('Shipping', form.shippingTotal)
  add('Handling', form.handlingTotal)
  add('Rounding', form.grossRoundoff)
  const refunded = partsOfPayments(allocations, { ids: new Set(form.payments.map(({ id }) => id)), exponent })
  return new Map([...parts].map(([part, amount]) => [part, larger(ZERO, minus(amount, refunded.get(part) ?? ZERO))]))
}

/**
 * Takes a refund from captured payments (payments.md#amount-to-refund): the share of each part from
 * the payments that paid for it, the remainder from the others in their order. Returns what is
 * taken from each payment.
 */
export function takeFromPayers(
  order: Order,
  rests: readonly PaymentRest[],
  { amount, parts, payers }: { amount: Minor; parts: PartAmounts; payers: Payers },
): { payment: Payment; amount: Minor }[] {
  const names = [...parts.keys()]
  const credited = [...parts.values()]
  const wanted = shares(smaller(amount, sum(credited)), credited)
  const payersOf = rests.map(({ payment, rest }) => ({ payment, rest, paid: new Map(paidParts(order, payment, payers)) }))
  for (const [index, part] of names.entries()) {
    let open = wanted[index] as Minor
    for (const payer of payersOf) {
      const taken = larger(ZERO, smaller(open, smaller(payer.rest, payer.paid.get(part) ?? ZERO)))
      payer.rest = minus(payer.rest, taken)
      open = minus(open, taken)
    }
  }
  const takenSoFar = payersOf.map(({ rest }, index) => minus((rests[index] as PaymentRest).rest, rest))
  const others = takeFrom(payersOf, minus(amount, sum(takenSoFar)))
  return payersOf.flatMap(({ payment }, index) => {
    const other = others.find((one) => one.payment === payment)?.amount ?? ZERO
    const taken = plus(takenSoFar[index] as Minor, other)
    return taken > 0 ? [{ payment, amount: taken }] : []
  })
}
