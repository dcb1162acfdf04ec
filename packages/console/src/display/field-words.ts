/**
 * The name of a field in words, as an English sentence begins: `customerPhone` is "Customer phone".
 */
export function humanizeFieldName(field: string): string {
  const words = field
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([a-z])(\d)/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

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
