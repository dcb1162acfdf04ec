import type { Payment } from '@open-oms/contracts/orders/payment'
import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, proportion, smaller, sum, ZERO } from '@open-oms/money/minor'
import { shares } from '@open-oms/money/shares'
import { type CreditedPart, creditedPart, type FormCredit } from './credited-parts.ts'
import { isEffective } from './payment-totals.ts'

/** What of an order is not credited. */
type Remainder = {
  /** All of it but the rounding. */
  parts: readonly FormCredit[]
  rounding: Minor
}

/** What an order sold, before its returns, its payments, and which forms are cancelled. */
export type SoldParts = Remainder & {
  payments: readonly Payment[]
  isCanceled: (status: string | null) => boolean
}

/**
 * The credits of the forms, where a form without goods, shipping and handling takes its amount off
 * everything that earlier forms leave, in proportion and with its tax: nothing says what it was for
 * (returns.md#amounts-without-goods, ADR 174). Forms after it take what is left of what they
 * credit, and the difference off everything else. They follow each other as they were refunded, so
 * that what is posted stays; forms that are not refunded come last.
 */
export function withCreditedAmounts(
  forms: readonly ReturnOrderForm[],
  credits: readonly FormCredit[][],
  sold: SoldParts,
): FormCredit[][] {
  const limited = [...credits]
  if (!forms.some(isAmount)) return limited
  let left: Remainder = sold
  let isLimited = false
  for (const { form, index } of inSequence(forms, sold)) {
    const own = credits[index] ?? []
    if (isLimited || isAmount(form)) limited[index] = creditsOfRemainder(own, left, isAmount(form))
    if (sold.isCanceled(form.status)) continue
    isLimited ||= isAmount(form)
    left = remainder(left, limited[index] ?? [])
  }
  return limited
}

function isAmount({ lineItems, shippingTotal, handlingTotal, total }: ReturnOrderForm): boolean {
  return lineItems.length === 0 && shippingTotal === 0 && handlingTotal === 0 && total > 0
}

/** Cancelled forms first: they take nothing, and have their amounts whatever others have. */
function inSequence(forms: readonly ReturnOrderForm[], { payments, isCanceled }: SoldParts) {
  const positions = forms.map(({ status, payments: own }) => {
    if (isCanceled(status)) return -1
    const ids = new Set(own.map(({ id }) => id))
    const refund = payments.findIndex((payment) => ids.has(payment.id) && isEffective(payment))
    return refund < 0 ? payments.length : refund
  })
  const placed = forms.map((form, index) => ({ form, index, position: positions[index] as number }))
  return placed.sort((a, b) => a.position - b.position)
}

function remainder({ parts, rounding }: Remainder, credits: readonly FormCredit[]): Remainder {
  return {
    parts: parts.map((sold) => {
      const own = credits.filter(({ part }) => part === sold.part)
      const [amount, tax] = [sum(own.map((one) => one.amount)), sum(own.map((one) => one.tax))]
      return { ...sold, amount: minus(sold.amount, amount), tax: minus(sold.tax, tax) }
    }),
    rounding: minus(rounding, amountOf(credits, creditedPart.rounding)),
  }
}

/** The credits of a form within what is left; they sum to the same amount. */
function creditsOfRemainder(own: readonly FormCredit[], left: Remainder, isRoundingForGoods: boolean): FormCredit[] {
  const total = sum(own.map(({ amount }) => amount))
  const open = left.parts.map(({ amount }) => larger(ZERO, amount))
  const all = sum(open)
  // What a form deducts for amounts that were refunded before it is no rounding either.
  const stated = isRoundingForGoods ? ZERO : larger(amountOf(own, creditedPart.rounding), smaller(ZERO, left.rounding))
  const rounding = minus(total, left.rounding) === all ? left.rounding : larger(stated, minus(total, all))
  const goods = minus(total, rounding)
  const wanted = left.parts.map(({ part }, index) => smaller(amountOf(own, part), open[index] as Minor))
  const named = shares(smaller(goods, sum(wanted)), wanted)
  const others = shares(
    minus(goods, sum(named)),
    open.map((amount, index) => minus(amount, named[index] as Minor)),
  )
  const credits = left.parts.map((part, index) => {
    const amount = sum([named[index] as Minor, others[index] as Minor])
    return { ...part, amount, tax: amount === 0 ? ZERO : proportion(part.tax, amount, part.amount) }
  })
  return [...credits, { part: creditedPart.rounding, rate: null, amount: rounding, tax: ZERO }]
}

function amountOf(credits: readonly FormCredit[], of: CreditedPart): Minor {
  return sum(credits.filter(({ part }) => part === of).map(({ amount }) => amount))
}
