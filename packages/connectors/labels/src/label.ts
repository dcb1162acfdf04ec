/** What a label says. */
export type Label = {
  sscc: string
  /** Part of its address, so that nobody finds the labels of others by counting. */
  token: string
  sender: readonly string[]
  recipient: readonly string[]
  postalCode: string | null
  orderNumber: string
  shippingMethod: string | null
  /** This package of so many. */
  position: readonly [number: number, total: number]
  weightInKg: number | null
}

/** The barcodes of a label, by application identifiers of GS1: the package, and where it goes. */
export function barcodesFor({ sscc, postalCode }: Pick<Label, 'sscc' | 'postalCode'>): string[] {
  // The postal code within one postal authority: letters, digits and dashes, 20 at most.
  const isShown = postalCode !== null && /^[A-Za-z0-9-]{1,20}$/.test(postalCode)
  return isShown ? [`(420)${postalCode}`, `(00)${sscc}`] : [`(00)${sscc}`]
}

/** The lines between the addresses and the barcodes. */
export function facts({ orderNumber, shippingMethod, position, weightInKg }: Label): string[] {
  const weight = weightInKg === null || weightInKg === 0 ? [] : [`${weightInKg} kg`]
  return [
    `${orderNumber}`,
    ...(shippingMethod === null ? [] : [shippingMethod]),
    [`${position.join(' / ')}`, ...weight].join('   '),
  ]
}

/** A character that the built-in font of PDFs has not; null when it has all. */
export function findBeyondLatin1(lines: readonly string[]): string | null {
  return /[^\t\n\r\x20-\x7e\xa0-\xff]/u.exec(lines.join('\n'))?.[0] ?? null
}
