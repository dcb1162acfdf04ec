import type {
  ComponentOptionInput,
  PackageComponentInput,
  PriceOffset,
  PriceOffsetInput,
} from '@open-oms/contracts/catalog/product'
import { invariant } from '@open-oms/contracts/errors'
import type { ComponentProblem } from './component-problems.ts'
import { componentInvalid } from './component-shape.ts'

/**
 * Price offsets of a component that was sent without an amount under either name
 * (components.md#component-checks). `path` is that of the component.
 */
export function offsetProblems({ options = [] }: PackageComponentInput, path: string): ComponentProblem[] {
  return options.flatMap(({ priceOffsets = [] }, index) =>
    priceOffsets.flatMap((offset, position) =>
      offsetAmount(offset) === undefined
        ? [componentInvalid(`${path}.options[${index}].priceOffsets[${position}].amount`, 'is required')]
        : [],
    ),
  )
}

/**
 * The components of a request in the form that products have: price offsets are read under both
 * pairs of names and written under the first (components.md#component-checks). Expects offsets
 * without problems.
 */
export function readComponents(components: readonly PackageComponentInput[] | undefined) {
  return (components ?? []).map((component) => ({ ...component, options: readOptions(component.options) }))
}

function readOptions(options: readonly ComponentOptionInput[] | undefined) {
  return (options ?? []).map((option) => ({ ...option, priceOffsets: (option.priceOffsets ?? []).map(readOffset) }))
}

function readOffset(offset: PriceOffsetInput): PriceOffset {
  const amount = offsetAmount(offset)
  invariant(amount !== undefined, 'a price offset that was read has an amount')
  return { marketId: offset.marketId ?? null, amount, currency: offset.currency ?? offset.currencyCode ?? null }
}

function offsetAmount({ amount, unitPrice }: PriceOffsetInput): number | undefined {
  return amount ?? unitPrice
}
