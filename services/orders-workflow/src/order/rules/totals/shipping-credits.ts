import { larger, type Minor, minus, sum, ZERO } from '@open-oms/money/minor'
import { shares } from '@open-oms/money/shares'
import type { ShippingFigures } from './shipping-totals.ts'
import { newTax, sumOfTaxed, type TaxedAmount } from './taxed-amount.ts'

/** The shipping of a shipment: what it costs, the tax in it, and the rate. */
export type ShippingCharge = Pick<ShippingFigures, 'shipmentId' | 'total' | 'tax' | 'rate'>

/** The shipping that a form credits. */
export type CreditedShipping = {
  amount: Minor
  /** Null when it must be calculated. */
  tax: Minor | null
  /** Of shipping that the order does not have. */
  rate: number
  isCanceled: boolean
}

/** What a form credits of the shipping of a shipment. */
type ShipmentCredit = TaxedAmount & Pick<ShippingCharge, 'shipmentId' | 'rate'>

/**
 * The credited shipping of each form by shipment (returns.md#return-totals): in proportion to what
 * the forms before it leave of each, with the tax in all that is credited of it less what they
 * have. Forms whose tax is known go first.
 */
export function shippingCredits(credits: readonly CreditedShipping[], shipping: readonly ShippingCharge[]): ShipmentCredit[][] {
  const charged = shipping.filter(({ total }) => total > 0)
  const taken: TaxedAmount[] = []
  const ofForms: ShipmentCredit[][] = credits.map(() => [])
  const isNew = ({ tax }: CreditedShipping) => Number(tax === null)
  for (const [index, credit] of [...credits.entries()].sort(([, a], [, b]) => isNew(a) - isNew(b))) {
    const charges = charged.length > 0 ? charged : [{ shipmentId: null, total: ZERO, tax: ZERO, rate: credit.rate }]
    const own = distributeCredit(credit, charges, taken)
    ofForms[index] = own
    if (!credit.isCanceled) for (const [at, one] of own.entries()) taken[at] = sumOfTaxed(taken[at], one)
  }
  return ofForms
}

function distributeCredit(
  { amount, tax }: CreditedShipping,
  charges: readonly ShippingCharge[],
  taken: readonly TaxedAmount[],
): ShipmentCredit[] {
  const open = charges.map(({ total }, index) => larger(ZERO, minus(total, taken[index]?.amount ?? ZERO)))
  const parts = shares(amount, amount <= sum(open) ? open : charges.map(({ total }) => total))
  const credits = charges.map(({ shipmentId, rate }, index) => {
    const part = parts[index] as Minor
    return { shipmentId, rate, amount: part, tax: newTax(part, rate, taken[index]) }
  })
  const taxes = credits.map((credit) => credit.tax)
  if (tax === null || tax === sum(taxes)) return credits
  const known = shares(tax, taxes)
  return credits.map((credit, index) => ({ ...credit, tax: known[index] as Minor }))
}
