import type { ComponentOption, PackageComponent, Product } from '@open-oms/contracts/catalog/product'
import type { ComponentProblem } from './component-problems.ts'

/** A component with its path in the product: `components[0]`, `variants[2].components[1]`. */
export type PlacedComponent = { component: PackageComponent; path: string; siblings: readonly PackageComponent[] }

/** Every component of a product, those of its variants included. */
export function placedComponents(product: Pick<Product, 'components' | 'variants'>): PlacedComponent[] {
  const withPaths = (siblings: readonly PackageComponent[], path: string) =>
    siblings.map((component, index) => ({ component, path: `${path}components[${index}]`, siblings }))
  return [
    ...withPaths(product.components, ''),
    ...product.variants.flatMap((variant, index) => withPaths(variant.components, `variants[${index}].`)),
  ]
}

export function componentInvalid(path: string, text: string): ComponentProblem {
  return { code: 'ComponentInvalid', path, text }
}

/**
 * The problems of components that show without other products (components.md#component-checks):
 * quantities not above 0, duplicate component ids, siblings that do not exist, options that name
 * nothing.
 */
export function componentShapeProblems(product: Pick<Product, 'components' | 'variants'>): ComponentProblem[] {
  const owners = new Map<string, string>()
  return placedComponents(product).flatMap((placed) => [
    ...rowProblems(placed.component, placed.path),
    ...ownIdProblems(placed, owners),
    ...siblingProblems(placed),
  ])
}

type Row = { quantity: number; options?: readonly { [K in 'productId' | 'skuId']?: ComponentOption[K] }[] }

/** The problems of one component, without regard to others, stored or as it was sent. */
export function rowProblems({ quantity, options = [] }: Row, path: string): ComponentProblem[] {
  const ofOptions = options.flatMap(({ productId, skuId }, index) =>
    (productId ?? skuId ?? null) === null
      ? [componentInvalid(`${path}.options[${index}]`, 'must name a skuId or a productId')]
      : [],
  )
  return quantity > 0 ? ofOptions : [componentInvalid(`${path}.quantity`, 'must be above 0'), ...ofOptions]
}

function ownIdProblems({ component: { componentId }, path }: PlacedComponent, owners: Map<string, string>): ComponentProblem[] {
  if (componentId === null) return []
  const owner = owners.get(componentId)
  if (owner !== undefined) return [componentInvalid(`${path}.componentId`, `is already the id of ${owner}`)]
  owners.set(componentId, path)
  return []
}

function siblingProblems({ component, path, siblings }: PlacedComponent): ComponentProblem[] {
  const linked = component.shipTogetherWithComponentId
  if (linked === null) return []
  const isSibling = siblings.some((other) => other !== component && other.componentId === linked)
  if (isSibling) return []
  return [componentInvalid(`${path}.shipTogetherWithComponentId`, 'must be the componentId of another component beside it')]
}
