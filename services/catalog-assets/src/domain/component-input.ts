import type { ComponentOptionInput, PackageComponentInput, PriceOffset, PriceOffsetInput } from '@oms/contracts/catalog/product'
import { componentInvalid } from './component-shape.ts'

/**
 * The components of a request in the form that products have: price offsets are read under both pairs of names and written
 * under the first (4-decisions N.2). `path` is the place of the list. An offset without amount is `ComponentInvalid`.
 */
export function readComponents(components: readonly PackageComponentInput[] | undefined, path: string) {
  return (components ?? []).map((component, index) => ({
    ...component,
    options: readOptions(component.options, `${path}[${index}].options`),
  }))
}

function readOptions(options: readonly ComponentOptionInput[] | undefined, path: string) {
  return (options ?? []).map((option, index) => ({
    ...option,
    priceOffsets: (option.priceOffsets ?? []).map((offset, place) =>
      readOffset(offset, `${path}[${index}].priceOffsets[${place}]`),
    ),
  }))
}

function readOffset(offset: PriceOffsetInput, path: string): PriceOffset {
  const amount = offset.amount ?? offset.unitPrice
  if (amount === undefined) throw componentInvalid(`${path}.amount`, 'is required')
  return { marketId: offset.marketId ?? null, amount, currency: offset.currency ?? offset.currencyCode ?? null }
}
