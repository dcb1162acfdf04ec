import { completer } from '@open-oms/contracts/complete'
import { ProductComponent } from '@open-oms/contracts/orders/order-line'
import type { PackageCatalogue, PackageProduct } from '../../../order/rules/packages/package-catalogue.ts'
import { packageProblem } from '../../../order/rules/packages/package-problem.ts'
import { componentDisplayName } from './component-state.ts'

/**
 * A selection for a component, as order lines and UpdateComponentsInCart have it
 * (packages.md#component-selection).
 */
export type ComponentSelection = Partial<Record<'componentId' | 'id' | 'skuId' | 'productId', string | null>> & {
  /** Per package; by default that of the component. 0 removes an optional component. */
  quantity?: number | null
}

export type SelectionContext = {
  products: PackageCatalogue
  /** The path of the selections in the body. */
  path: string
}

export type OfferContext = SelectionContext & {
  newId: () => string
  /** Ids of components that the order already has. */
  taken: Set<string>
}

const complete = completer(ProductComponent)

/**
 * The components of a package or bundle as its line stores them: each with an id that is unique in
 * the order (the catalogue's where free) and its selection (components.md#component-fields,
 * packages.md#component-selection). `id` is the catalogue's own. `known` are the components that
 * the line has, or earlier selections; `selections` override them, and unnamed components stay.
 * Raises `ComponentInvalid` and `ComponentProductNotFound` naming the component.
 */
export function offeredComponents(
  product: PackageProduct,
  { known, selections = [] }: { known: readonly ComponentSelection[]; selections?: readonly ComponentSelection[] },
  offering: OfferContext,
): ProductComponent[] {
  const raw = product.components.map((component) => ({
    ...complete({}),
    ...component,
    componentId: null,
    id: component.componentId,
  }))
  const isListed = isSameComponentList(raw, known)
  const isFixed = !product.isBundle
  // A line stores 0 where no quantity was sent; in a list with other quantities 0 means a removed
  // component.
  const isTelling = isListed && known.some(({ quantity }) => quantity)
  const isTakenOut = (position: number) => isTelling && raw[position]?.options.length === 0
  const sent = known.map((one, position) => ({ ...one, quantity: one.quantity || (isTakenOut(position) ? 0 : null) }))
  const before = isListed
    ? sent.map((one, index): Choice => ({ selection: asSelected(one, isFixed), index }))
    : inPlaces(raw, sent, offering)
  const named = raw.map((component, position) => ({ ...component, componentId: before[position]?.selection.componentId ?? null }))
  const now = inPlaces(named, selections, offering)
  const chosen = named.map((component, position) => {
    const choice = mergedChoice(component, { now: now[position], before: before[position], path: offering.path })
    if (choice === undefined) return component
    const path = `${offering.path}[${choice.index}]`
    return selectedOne(component, choice.selection, { products: offering.products, path, isFixed })
  })
  return withIds(chosen, offering)
}

/** Whether these are already the components of the line, each at its index, and not selections. */
function isSameComponentList(raw: readonly ProductComponent[], known: readonly ComponentSelection[]): boolean {
  return (
    known.length === raw.length &&
    known.every(({ componentId, id }, position) => componentId && (id ?? null) === raw[position]?.id)
  )
}

/**
 * A component as a line of an order or cart stores it. The quantity of a component of a fixed
 * package cannot be selected.
 */
function asSelected(
  { componentId = null, skuId, productId = null, quantity: known = null }: ComponentSelection,
  isFixed: boolean,
): ComponentSelection {
  const quantity = isFixed ? null : known
  return skuId ? { componentId, skuId, productId, quantity } : { componentId, quantity }
}

type Choices = { now: Choice | undefined; before: Choice | undefined; path: string }

/**
 * The new selection of a component; without a SKU it keeps that of the previous one, which also
 * applies when there is none.
 */
function mergedChoice(component: ProductComponent, { now, before, path }: Choices): Choice | undefined {
  if (now === undefined) return before
  const { skuId, productId, quantity } = now.selection
  if (skuId || productId || quantity === 0) return now
  const { skuId: keptSku, productId: keptProduct } = before?.selection ?? {}
  if (keptSku) return { ...now, selection: { ...now.selection, skuId: keptSku, productId: keptProduct ?? null } }
  if (component.options.length === 0) return now
  const text = `or productId is required to select component "${componentDisplayName(component)}"`
  throw packageProblem('ComponentInvalid', `${path}[${now.index}].skuId`, text)
}

function withIds(components: readonly ProductComponent[], { taken, newId }: OfferContext): ProductComponent[] {
  const ids = components.map(({ componentId, id }) => {
    const free = [componentId, id].find((candidate) => candidate && !taken.has(candidate)) ?? newId()
    taken.add(free)
    return free
  })
  return components.map((component, position) => {
    const { shipTogetherWithComponentId: mateId } = component
    const mate = mateId === null ? -1 : components.findIndex(({ id }) => id === mateId)
    return { ...component, componentId: ids[position] ?? null, shipTogetherWithComponentId: ids[mate] ?? null }
  })
}

/** A selection, and its index in its list. */
type Choice = { selection: ComponentSelection; index: number }

function inPlaces(
  components: readonly ProductComponent[],
  selections: readonly ComponentSelection[],
  selecting: SelectionContext,
): (Choice | undefined)[] {
  const positions = matchPositions(components, selections, selecting)
  return components.map((_, position) => {
    const index = positions.indexOf(position)
    const selection = selections[index]
    return selection === undefined ? undefined : { selection, index }
  })
}

/**
 * The component of each selection: by its id, else by the SKUs that it offers; each component once.
 */
function matchPositions(
  components: readonly ProductComponent[],
  selections: readonly ComponentSelection[],
  { path, products }: SelectionContext,
): number[] {
  const free = new Set(components.keys())
  const found: (number | undefined)[] = selections.map(({ componentId, id }, index) => {
    const names = [componentId, id].filter(Boolean)
    const position = components.findIndex((one) => names.some((name) => name === one.componentId || name === one.id))
    if (position !== -1 && !free.has(position))
      throw packageProblem('ComponentInvalid', `${path}[${index}].componentId`, `"${componentId ?? id}" is selected twice`)
    free.delete(position)
    return position === -1 ? undefined : position
  })
  return found.map((known, index) => {
    if (known !== undefined) return known
    const selection = selections[index] as ComponentSelection
    const position = [...free].find((one) => couldBe(components[one] as ProductComponent, selection, products))
    if (position === undefined) {
      const name = selection.componentId ?? selection.skuId ?? selection.productId ?? ''
      throw packageProblem('ComponentInvalid', `${path}[${index}]`, `"${name}" is not a component of the package`)
    }
    free.delete(position)
    return position
  })
}

function couldBe(component: ProductComponent, { skuId, productId }: ComponentSelection, products: PackageCatalogue): boolean {
  const product = productId || products.sku(skuId ?? null)?.productId
  if (component.productId === product || (skuId && component.skuId === skuId)) return true
  return component.options.some(
    (option) => (skuId && option.skuId === skuId) || (product !== undefined && option.productId === product),
  )
}

type SelectingOne = SelectionContext & {
  /** True if the package fixes the quantity of the component. */
  isFixed: boolean
}

function selectedOne(
  component: ProductComponent,
  selection: ComponentSelection,
  { products, path, isFixed }: SelectingOne,
): ProductComponent {
  const quantity = selection.quantity ?? component.quantity
  const refused = (text: string) =>
    packageProblem('ComponentInvalid', `${path}.quantity`, `of component "${componentDisplayName(component)}" must be ${text}`)
  if (isFixed && quantity !== component.quantity) throw refused(`the ${component.quantity} that the package has of it`)
  // A quantity of 0 removes an optional component.
  if (quantity === 0 && component.options.length > 0) return { ...component, skuId: null }
  if (quantity === 0 && !isFixed && !component.isRequired) return { ...component, quantity }
  if (quantity <= 0 || quantity > component.quantity) throw refused(`above 0 and at most ${component.quantity}`)
  if (!selection.skuId && !selection.productId) return { ...component, quantity }
  const { skuId, productId } = chosenSku(component, selection, { products, path })
  return { ...component, quantity, skuId, productId }
}

type Sku = { skuId: string; productId: string }

/** The SKU of a selection, among those that the component offers. */
function chosenSku(
  component: ProductComponent,
  { skuId, productId }: ComponentSelection,
  { path, products }: SelectionContext,
): Sku {
  const name = componentDisplayName(component)
  const offered = offeredBy(component, products)
  if (skuId) {
    const known = products.sku(skuId)
    const isOffered = offered.some((one) => one.skuId === skuId || (one.skuId === null && one.productId === known?.productId))
    if (!isOffered || (productId && known !== undefined && known.productId !== productId))
      throw packageProblem('ComponentInvalid', `${path}.skuId`, `"${skuId}" is not an option of component "${name}"`)
    if (known === undefined)
      throw packageProblem(
        'ComponentProductNotFound',
        `${path}.skuId`,
        `"${skuId}" of component "${name}" is not a known product`,
      )
    return { skuId, productId: known.productId }
  }
  const product = productId as string
  const isWhole = offered.some((one) => one.skuId === null && one.productId === product)
  const skus = isWhole
    ? products.productSkus(product).map((one) => one.skuId)
    : offered.flatMap((one) => (one.skuId !== null && one.productId === product ? [one.skuId] : []))
  if (!isWhole && skus.length === 0)
    throw packageProblem('ComponentInvalid', `${path}.productId`, `"${product}" is not an option of component "${name}"`)
  const [sku, another] = skus
  if (sku === undefined)
    throw packageProblem(
      'ComponentProductNotFound',
      `${path}.productId`,
      `"${product}" of component "${name}" is not a known product`,
    )
  if (another !== undefined)
    throw packageProblem(
      'ComponentInvalid',
      `${path}.skuId`,
      `is required: "${product}" of component "${name}" has several variants`,
    )
  return { skuId: sku, productId: product }
}

/** An option: one SKU, or any of the product where that is null. */
function offeredBy({ options, skuId, productId }: ProductComponent, products: PackageCatalogue) {
  if (options.length === 0) return [{ skuId, productId }]
  return options.map((option) => {
    const sku = option.skuId || null
    return { skuId: sku, productId: option.productId || products.sku(sku)?.productId || null }
  })
}
