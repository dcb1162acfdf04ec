import type { ReturnOrderForm } from '@open-oms/contracts/orders/returns/returns'
import { larger, type Minor, minus, proportion, sum, ZERO } from '@open-oms/money/minor'
import { shares } from '@open-oms/money/shares'
import { type CreditedPart, creditedPart, type FormCredit } from './credited-parts.ts'
import { sumOfTaxed, type TaxedAmount } from './taxed-amount.ts'

/** What an order sold, before its returns, and which forms are cancelled. */
export type SoldParts = {
  /** All of it but the rounding. */
  parts: readonly FormCredit[]
  rounding: Minor
  isCanceled: (status: string | null) => boolean
}

/**
 * The credits of the forms, where a form without goods, shipping and handling takes its amount off
 * what the other forms leave of everything sold, in proportion and with its tax: nothing says what
 * it was for (returns.md#amounts-without-goods, ADR 174). The form that takes all that is left
 * takes the rounding of the order too.
 */
export function withCreditedAmounts(
  forms: readonly ReturnOrderForm[],
  credits: readonly FormCredit[][],
  sold: SoldParts,
): FormCredit[][] {
  const isAmount = forms.map((form, index) => form.lineItems.length === 0 && isRoundingAlone(credits[index] ?? []))
  if (!isAmount.includes(true)) return [...credits]
  const taken = new Map<CreditedPart, TaxedAmount>()
  const take = (index: number, own: readonly FormCredit[]) => {
    if (sold.isCanceled(forms[index]?.status ?? null)) return
    for (const { part, ...credit } of own) taken.set(part, sumOfTaxed(taken.get(part), credit))
  }
  for (const [index, own] of credits.entries()) if (!isAmount[index]) take(index, own)
  return credits.map((own, index) => {
    if (!isAmount[index]) return own
    const ofParts = creditedAmount(sum(own.map(({ amount }) => amount)), sold, taken)
    take(index, ofParts)
    return ofParts
  })
}

function isRoundingAlone(credits: readonly FormCredit[]): boolean {
  return credits.every(({ part, amount }) => (part === creditedPart.rounding ? amount > 0 : amount === 0))
}

function creditedAmount(
  amount: Minor,
  { parts, rounding }: SoldParts,
  taken: ReadonlyMap<CreditedPart, TaxedAmount>,
): FormCredit[] {
  const left = parts.map((sold) => {
    const before = taken.get(sold.part)
    return { ...sold, amount: minus(sold.amount, before?.amount ?? ZERO), tax: minus(sold.tax, before?.tax ?? ZERO) }
  })
  const open = left.map((part) => larger(ZERO, part.amount))
  const all = sum(open)
  const roundingLeft = minus(rounding, taken.get(creditedPart.rounding)?.amount ?? ZERO)
  const rounded = minus(amount, roundingLeft) === all ? roundingLeft : larger(ZERO, minus(amount, all))
  const own = shares(minus(amount, rounded), open)
  const ofParts = left.map((part, index) => {
    const share = own[index] as Minor
    return { ...part, amount: share, tax: share === 0 ? ZERO : proportion(part.tax, share, part.amount) }
  })
  return [...ofParts, { part: creditedPart.rounding, rate: null, amount: rounded, tax: ZERO }]
}
