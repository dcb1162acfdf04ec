import type { Order } from '@open-oms/contracts/orders/order'
import type { PaymentBreakdownEntry } from '@open-oms/contracts/orders/payment-event-data'
import { Decimal } from '@open-oms/money/decimal'

/** A line of an invoice. `rate` is null for what has no VAT by its nature, such as a gift card. */
export type InvoiceLine = { name: string; code: string | null; quantity: Decimal; net: Decimal; rate: number | null }
export type InvoiceVat = { rate: number | null; net: Decimal; vat: Decimal }

export type InvoiceParts = {
  lines: InvoiceLine[]
  /** A row per rate. */
  vat: InvoiceVat[]
  /** Cash rounding of the whole. */
  rounding: Decimal
  /** What is to be paid. */
  total: Decimal
}

const names: Record<PaymentBreakdownEntry['kind'], string> = {
  Sales: 'Goods',
  Discount: 'Discount',
  Shipping: 'Shipping',
  GiftCard: 'Gift card',
  Tip: 'Tip',
  Fee: 'Fee',
  Rounding: 'Rounding',
  Deposit: 'Deposit',
}

/**
 * The invoice that a payment was booked as (payment-allocation.md#allocation-entries). An order
 * line with its discounts is a line; so is what belongs to no line, by kind and rate. Amounts
 * without VAT add up to the sums by rate exactly.
 */
export function invoiceParts(order: Order, breakdown: readonly PaymentBreakdownEntry[]): InvoiceParts {
  const zero = new Decimal(0)
  const lines = new Map<string, InvoiceLine & { gross: Decimal }>()
  const vat = new Map<number | null, InvoiceVat>()
  let [rounding, total] = [zero, zero]
  for (const { kind, net, vatRate, vatAmount, lineItemId } of breakdown) {
    total = total.add(net).add(vatAmount)
    if (kind === 'Rounding') {
      rounding = rounding.add(net)
      continue
    }
    const line = order.orderForm.lineItems.find((one) => one.lineItemId !== null && one.lineItemId === lineItemId)
    const key = JSON.stringify([line?.lineItemId ?? kind, vatRate])
    const known = lines.get(key) ?? {
      name: line?.displayName || line?.code || names[kind],
      code: line?.code ?? null,
      ...{ quantity: new Decimal(1), net: zero, gross: zero, rate: vatRate },
    }
    const gross = known.gross.add(net).add(vatAmount)
    const isWhole = line !== undefined && gross.eq(line.extendedPrice) && line.quantity > 0
    lines.set(key, { ...known, net: known.net.add(net), gross, quantity: new Decimal(isWhole ? line.quantity : 1) })
    const ofRate = vat.get(vatRate) ?? { rate: vatRate, net: zero, vat: zero }
    vat.set(vatRate, { rate: vatRate, net: ofRate.net.add(net), vat: ofRate.vat.add(vatAmount) })
  }
  return { lines: [...lines.values()].filter(({ net }) => !net.isZero()), vat: [...vat.values()], rounding, total }
}
