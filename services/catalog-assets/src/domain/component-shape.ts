import type { ComponentOption, PackageComponent, Product } from '@oms/contracts/catalog/product'
import { DomainError } from '@oms/contracts/errors'

/** A component with its place in the product: `components[0]`, `variants[2].components[1]`. */
export type PlacedComponent = { component: PackageComponent; path: string; siblings: readonly PackageComponent[] }

/** Every component of a product, those of its variants included. */
export function placedComponents(product: Pick<Product, 'components' | 'variants'>): PlacedComponent[] {
  const place = (siblings: readonly PackageComponent[], path: string) =>
    siblings.map((component, index) => ({ component, path: `${path}components[${index}]`, siblings }))
  return [
    ...place(product.components, ''),
    ...product.variants.flatMap((variant, index) => place(variant.components, `variants[${index}].`)),
  ]
}

/** A `ComponentInvalid` error naming one path. */
export function componentInvalid(path: string, text: string): DomainError {
  return new DomainError('ComponentInvalid', `${path} ${text}.`, { errors: { [path]: [text] } })
}

/**
 * Checks what can be said of components without looking at other products (4-decisions N.2, N.8): quantities above 0, component
 * ids unique in the product, siblings that exist, options that name something. Raises `ComponentInvalid` with the path.
 */
export function assertComponentShapes(product: Pick<Product, 'components' | 'variants'>): void {
  const owners = new Map<string, string>()
  for (const placed of placedComponents(product)) {
    const { component, path } = placed
    if (component.quantity <= 0) throw componentInvalid(`${path}.quantity`, 'must be above 0')
    assertOwnId(component, path, owners)
    assertSibling(placed)
    for (const [index, option] of component.options.entries()) assertOption(option, `${path}.options[${index}]`)
  }
}

function assertOwnId({ componentId }: PackageComponent, path: string, owners: Map<string, string>): void {
  if (componentId === null) return
  const owner = owners.get(componentId)
  if (owner !== undefined) throw componentInvalid(`${path}.componentId`, `is already the id of ${owner}`)
  owners.set(componentId, path)
}

function assertSibling({ component, path, siblings }: PlacedComponent): void {
  const linked = component.shipTogetherWithComponentId
  if (linked === null) return
  const isSibling = siblings.some((other) => other !== component && other.componentId === linked)
  if (!isSibling)
    throw componentInvalid(`${path}.shipTogetherWithComponentId`, 'must be the componentId of another component beside it')
}

function assertOption({ productId, skuId }: ComponentOption, path: string): void {
  if (productId === null && skuId === null) throw componentInvalid(path, 'must name a skuId or a productId')
}
