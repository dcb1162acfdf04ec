/** The names that the catalogue has for a SKU. */
export type CatalogueNames = { productName: string | null; variantName: string | null }

/**
 * What customers call a SKU: product and variant, "Rain jacket, Large"
 * (workflow-steps.md#display-names). A variant whose name has that of its product keeps it as it
 * is; null when the catalogue has no name.
 */
export function displayName({ productName, variantName }: CatalogueNames): string | null {
  const [product, variant] = [(productName ?? '').trim(), (variantName ?? '').trim()]
  if (product === '' || variant === '') return variant || product || null
  return isNamedIn(product, variant) ? variant : `${product}, ${variant}`
}

/** Whether a name has another as whole words, in any letter case. */
function isNamedIn(name: string, text: string): boolean {
  const [part, whole] = [plain(name), plain(text)]
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    const [before, after] = [whole.slice(0, at), whole.slice(at + part.length)]
    if (!LETTER_AT_END.test(before) && !LETTER_AT_START.test(after)) return true
  }
  return false
}

const LETTER_AT_END = /[\p{L}\p{M}\p{N}]$/u
const LETTER_AT_START = /^[\p{L}\p{M}\p{N}]/u

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ')
}
