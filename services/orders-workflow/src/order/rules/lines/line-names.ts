import type { LineInput } from './new-lines.ts'

/** Where names of SKUs are looked up; null: nothing is known. */
type Names = { sku(skuId: string): { name: string | null } | undefined } | null

type Nameable = Pick<LineInput, 'displayName' | 'code' | 'productId'>

/** The SKUs of lines without a display name. */
export function namelessSkus(lines: readonly Nameable[]): string[] {
  return lines.flatMap(({ displayName, code, productId }) => (displayName ? [] : code || productId || []))
}

/**
 * The lines with the display name that the catalogue has where they have none
 * (workflow-steps.md#display-names); the names of clients stay.
 */
export function withCatalogueNames<T extends Nameable>(lines: readonly T[], names: Names): T[] {
  return lines.map((line) => {
    const [sku] = namelessSkus([line])
    const name = sku === undefined ? null : (names?.sku(sku)?.name ?? null)
    return name === null ? line : { ...line, displayName: name }
  })
}
