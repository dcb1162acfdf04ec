const MONEY = /(amount|amountPrItem|price|pricePerUnit|exclTax|tax|total|totalIncVat|cost|remainingPayment|roundoff|discounted)$/i

/**
 * Whether a number in the field is an amount in the currency of the order, and not a quantity, a
 * rate or a count.
 */
export function isMoney(field: string): boolean {
  return field !== 'requiredBuyAmount' && MONEY.test(field)
}

const unitPrices: ReadonlySet<string> = new Set(['placedPrice', 'suggestedRetailPrice', 'pricePerUnit', 'cost'])

/** Whether an amount is that of one unit, which has up to four decimals. */
export function isUnitPrice(field: string): boolean {
  return unitPrices.has(field)
}
