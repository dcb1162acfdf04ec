import type { Product } from '@open-oms/client/types'

export type Component = Product['components'][number]
export type PriceOffset = Component['options'][number]['priceOffsets'][number]

/**
 * The products of a catalogue that components name, by their ids and by the SKUs of their variants.
 */
export type KnownProducts = ReadonlyMap<string, Product>

/** A part of a package, or a choice for one; with what it is made of itself. */
export type ComponentNode = {
  /** Its place in the tree: unique in it. */
  key: string
  kind: 'component' | 'option'
  productId: string | null
  skuId: string | null
  /** What people call it; null where neither the component nor the product has a name. */
  name: string | null
  /** Units in one of the package at the root. */
  quantity: number
  isRequired: boolean
  /** The key of the component that it always ships with. */
  shipsWith: string | null
  priceOffsets: readonly PriceOffset[]
  /**
   * The SKUs of which one is taken from stock. Empty of what is made of others, shown below it or
   * left out of the tree.
   */
  skuIds: readonly string[]
  /** False: the catalogue has no such product, or it was not read. */
  isKnown: boolean
  children: readonly ComponentNode[]
}

type Part = { productId: string | null; skuId: string | null }
type Place = { products: KnownProducts; quantity: number; path: string; within: readonly string[]; budget: { left: number } }

/** Packages in packages multiply: what would make a tree larger is left out of it. */
const NODES_MAX = 2_000

/** The tree of the components of a package, down to the products that stock is kept of. */
export function componentTree(components: readonly Component[], products: KnownProducts): ComponentNode[] {
  return buildNodes(components, { products, quantity: 1, path: '', within: [], budget: { left: NODES_MAX } })
}

/** The ids and SKUs that components and their options name. */
export function namedBy(components: readonly Component[]): string[] {
  const parts: Part[] = components.flatMap((component) => [component, ...component.options])
  return [...new Set(parts.flatMap(({ productId, skuId }) => productId ?? skuId ?? []))]
}

/** Every list of components of a product: its own, and those that variants have instead. */
export function componentLists({ components, variants }: Product): Component[][] {
  return [components, ...variants.map((variant) => variant.components)].filter((list) => list.length > 0)
}

/** What people call a part: its name, else its SKU or id. */
export function nodeName({ name, skuId, productId }: Pick<ComponentNode, 'name' | 'skuId' | 'productId'>): string {
  return name ?? skuId ?? productId ?? '–'
}

/** All nodes of a tree. */
export function allNodes(nodes: readonly ComponentNode[]): ComponentNode[] {
  return nodes.flatMap((node) => [node, ...allNodes(node.children)])
}

function buildNodes(components: readonly Component[], place: Place): ComponentNode[] {
  const keys = components.map((_, index) => `${place.path}/${index}`)
  const named = new Map(components.map(({ componentId }, index) => [componentId, keys[index] ?? '']))
  return components.map((component, index) => {
    const path = keys[index] ?? ''
    const quantity = place.quantity * component.quantity
    const node = buildNode(component, { ...place, quantity, path })
    const { options, isRequired, componentName, shipTogetherWithComponentId } = component
    const own = { isRequired, name: componentName ?? node.name }
    const shipsWith = shipTogetherWithComponentId === null ? null : (named.get(shipTogetherWithComponentId) ?? null)
    if (options.length === 0) return { ...node, ...own, shipsWith }
    const children = options.map((option, choice): ComponentNode => {
      const chosen = buildNode(option, { ...place, quantity, path: `${path}/${choice}` })
      return { ...chosen, kind: 'option', priceOffsets: option.priceOffsets }
    })
    // One of the options is taken, not the component itself.
    return { ...node, ...own, shipsWith, skuIds: [], children }
  })
}

function buildNode({ productId, skuId }: Part, { products, quantity, path, within, budget }: Place): ComponentNode {
  const product = products.get(productId ?? skuId ?? '')
  const variant = product?.variants.find((one) => one.skuId === skuId)
  const node = {
    key: path,
    kind: 'component' as const,
    productId: product?.productId ?? productId,
    skuId,
    name: [product?.name, variant?.name].filter(Boolean).join(', ') || null,
    quantity,
    isRequired: false,
    shipsWith: null,
    priceOffsets: [],
    isKnown: product !== undefined,
  }
  const parts = variant?.components.length ? variant.components : (product?.components ?? [])
  // The API refuses circles; one that is there all the same must not hang the page.
  if (product === undefined || parts.length === 0 || within.includes(product.productId)) {
    return { ...node, skuIds: stockedAs({ productId, skuId }, product), children: [] }
  }
  budget.left -= parts.length
  if (budget.left < 0) return { ...node, skuIds: [], children: [] }
  const children = buildNodes(parts, { products, quantity, path, within: [...within, product.productId], budget })
  return { ...node, skuIds: [], children }
}

/** Without a SKU a component is its product, or one of the variants if it has any. */
function stockedAs({ productId, skuId }: Part, product: Product | undefined): string[] {
  if (skuId !== null) return [skuId]
  if (product !== undefined && product.variants.length > 0) return product.variants.map((variant) => variant.skuId)
  return productId === null ? [] : [productId]
}
