import { completer } from '@oms/contracts/complete'
import { ProductComponent } from '@oms/contracts/orders/order-line'
import type { PackageCatalogue, PackageProduct } from '../../../order/packages/package-catalogue.ts'
import { packageProblem } from '../../../order/packages/package-problem.ts'

/** A choice for a component, as lines of orders and UpdateComponentsInCart carry it (packages.md#component-selection). */
export type ComponentSelection = Partial<Record<'componentId' | 'id' | 'skuId' | 'productId', string | null>> & {
  /** Per package; left out, that of the component. 0 takes a component out that is not required. */
  quantity?: number | null
}

export type Selecting = {
  products: PackageCatalogue
  /** Where the selections are in the body. */
  path: string
}

export type Offering = Selecting & {
  newId: () => string
  /** Ids of components that the order has already. */
  taken: Set<string>
}

const complete = completer(ProductComponent)

/**
 * The components of a package or bundle as its line keeps them: each with an id that is unique in the order, which is the catalogue's
 * where that is free, and with what is selected (components.md#component-fields, packages.md#component-selection). `id` is the catalogue's own. `known` is what the line
 * has of them: the components as they were given by this, or selections; `selections` come on top, and what they do not name stays. Raises
 * `ComponentInvalid` and `ComponentProductNotFound` naming the component.
 */
export function offeredComponents(
  product: PackageProduct,
  { known, selections = [] }: { known: readonly ComponentSelection[]; selections?: readonly ComponentSelection[] },
  offering: Offering,
): ProductComponent[] {
  const raw = product.components.map((component) => ({
    ...complete({}),
    ...component,
    componentId: null,
    id: component.componentId,
  }))
  const isListed = isListOf(raw, known)
  const isFixed = !product.isBundle
  // The line of an order has a quantity of 0 where none was sent; in a list with quantities it is of a component that was taken out.
  const isTelling = isListed && known.some(({ quantity }) => quantity)
  const isTakenOut = (place: number) => isTelling && raw[place]?.options.length === 0
  const sent = known.map((one, place) => ({ ...one, quantity: one.quantity || (isTakenOut(place) ? 0 : null) }))
  const before = isListed
    ? sent.map((one, index): Choice => ({ selection: asSelected(one, isFixed), index }))
    : inPlaces(raw, sent, offering)
  const named = raw.map((component, place) => ({ ...component, componentId: before[place]?.selection.componentId ?? null }))
  const now = inPlaces(named, selections, offering)
  const chosen = named.map((component, place) => {
    const choice = mergedChoice(component, { now: now[place], before: before[place], path: offering.path })
    if (choice === undefined) return component
    const path = `${offering.path}[${choice.index}]`
    return selectedOne(component, choice.selection, { products: offering.products, path, isFixed })
  })
  return withIds(chosen, offering)
}

/** Whether these are the components of the line already, each in its place, and no selections. */
function isListOf(raw: readonly ProductComponent[], known: readonly ComponentSelection[]): boolean {
  return (
    known.length === raw.length && known.every(({ componentId, id }, place) => componentId && (id ?? null) === raw[place]?.id)
  )
}

/** What the line of an order or a cart has of a component. How many units a fixed package has of one is not chosen. */
function asSelected(
  { componentId = null, skuId, productId = null, quantity: known = null }: ComponentSelection,
  isFixed: boolean,
): ComponentSelection {
  const quantity = isFixed ? null : known
  return skuId ? { componentId, skuId, productId, quantity } : { componentId, quantity }
}

type Choices = { now: Choice | undefined; before: Choice | undefined; path: string }

/** The new selection of a component, which keeps the SKU of the one before when it names none; the one before when there is no new one. */
function mergedChoice(component: ProductComponent, { now, before, path }: Choices): Choice | undefined {
  if (now === undefined) return before
  const { skuId, productId, quantity } = now.selection
  if (skuId || productId || quantity === 0) return now
  const { skuId: keptSku, productId: keptProduct } = before?.selection ?? {}
  if (keptSku) return { ...now, selection: { ...now.selection, skuId: keptSku, productId: keptProduct ?? null } }
  if (component.options.length === 0) return now
  const text = `or productId is required to select component "${nameOf(component)}"`
  throw packageProblem('ComponentInvalid', `${path}[${now.index}].skuId`, text)
}

function withIds(components: readonly ProductComponent[], { taken, newId }: Offering): ProductComponent[] {
  const ids = components.map(({ componentId, id }) => {
    const free = [componentId, id].find((wish) => wish && !taken.has(wish)) ?? newId()
    taken.add(free)
    return free
  })
  return components.map((component, place) => {
    const { shipTogetherWithComponentId: mateId } = component
    const mate = mateId === null ? -1 : components.findIndex(({ id }) => id === mateId)
    return { ...component, componentId: ids[place] as string, shipTogetherWithComponentId: ids[mate] ?? null }
  })
}

/** A selection, and its place in the list that it is from. */
type Choice = { selection: ComponentSelection; index: number }

function inPlaces(
  components: readonly ProductComponent[],
  selections: readonly ComponentSelection[],
  selecting: Selecting,
): (Choice | undefined)[] {
  const places = placesOf(components, selections, selecting)
  return components.map((_, place) => {
    const index = places.indexOf(place)
    const selection = selections[index]
    return selection === undefined ? undefined : { selection, index }
  })
}

/** The component that each selection is for: by its id, else by what it offers, each once. */
function placesOf(
  components: readonly ProductComponent[],
  selections: readonly ComponentSelection[],
  { path, products }: Selecting,
): number[] {
  const free = new Set(components.keys())
  const found: (number | undefined)[] = selections.map(({ componentId, id }, index) => {
    const names = [componentId, id].filter(Boolean)
    const place = components.findIndex((one) => names.some((name) => name === one.componentId || name === one.id))
    if (place !== -1 && !free.has(place))
      throw packageProblem('ComponentInvalid', `${path}[${index}].componentId`, `"${componentId ?? id}" is selected twice`)
    free.delete(place)
    return place === -1 ? undefined : place
  })
  return found.map((known, index) => {
    if (known !== undefined) return known
    const selection = selections[index] as ComponentSelection
    const place = [...free].find((one) => couldBe(components[one] as ProductComponent, selection, products))
    if (place === undefined) {
      const name = selection.componentId ?? selection.skuId ?? selection.productId ?? ''
      throw packageProblem('ComponentInvalid', `${path}[${index}]`, `"${name}" is not a component of the package`)
    }
    free.delete(place)
    return place
  })
}

function couldBe(component: ProductComponent, { skuId, productId }: ComponentSelection, products: PackageCatalogue): boolean {
  const product = productId || products.sku(skuId ?? null)?.productId
  if (component.productId === product || (skuId && component.skuId === skuId)) return true
  return component.options.some(
    (option) => (skuId && option.skuId === skuId) || (product !== undefined && option.productId === product),
  )
}

type SelectingOne = Selecting & {
  /** True: the package says how many units it has of the component. */
  isFixed: boolean
}

function selectedOne(
  component: ProductComponent,
  selection: ComponentSelection,
  { products, path, isFixed }: SelectingOne,
): ProductComponent {
  const quantity = selection.quantity ?? component.quantity
  const refused = (text: string) =>
    packageProblem('ComponentInvalid', `${path}.quantity`, `of component "${nameOf(component)}" must be ${text}`)
  if (isFixed && quantity !== component.quantity) throw refused(`the ${component.quantity} that the package has of it`)
  // Nothing of a component is how one that is not required is taken out.
  if (quantity === 0 && component.options.length > 0) return { ...component, skuId: null }
  if (quantity === 0 && !isFixed && !component.isRequired) return { ...component, quantity }
  if (quantity <= 0 || quantity > component.quantity) throw refused(`above 0 and at most ${component.quantity}`)
  if (!selection.skuId && !selection.productId) return { ...component, quantity }
  const { skuId, productId } = chosenSku(component, selection, { products, path })
  return { ...component, quantity, skuId, productId }
}

type Sku = { skuId: string; productId: string }

/** The one SKU that a selection stands for, among those that the component offers. */
function chosenSku(component: ProductComponent, { skuId, productId }: ComponentSelection, { path, products }: Selecting): Sku {
  const name = nameOf(component)
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
    ? products.skusOf(product).map((one) => one.skuId)
    : offered.flatMap((one) => (one.skuId !== null && one.productId === product ? [one.skuId] : []))
  if (!isWhole && skus.length === 0)
    throw packageProblem('ComponentInvalid', `${path}.productId`, `"${product}" is not an option of component "${name}"`)
  if (skus.length === 0)
    throw packageProblem(
      'ComponentProductNotFound',
      `${path}.productId`,
      `"${product}" of component "${name}" is not a known product`,
    )
  if (skus.length > 1)
    throw packageProblem(
      'ComponentInvalid',
      `${path}.skuId`,
      `is required: "${product}" of component "${name}" has several variants`,
    )
  return { skuId: skus[0] as string, productId: product }
}

/** What may be chosen: one SKU, or where that is null any of the product. */
function offeredBy({ options, skuId, productId }: ProductComponent, products: PackageCatalogue) {
  if (options.length === 0) return [{ skuId, productId }]
  return options.map((option) => {
    const sku = option.skuId || null
    return { skuId: sku, productId: option.productId || products.sku(sku)?.productId || null }
  })
}

/** How people call a component. */
export function nameOf({ componentName, id, componentId, productId }: ProductComponent): string {
  const name = id || productId || componentId || ''
  return componentName ? `${componentName} (${name})` : name
}

/** Whether it is still open which product the component stands for. */
export function isUnselected({ options, skuId }: ProductComponent): boolean {
  return options.length > 0 && skuId === null
}

/** Whether a package comes without the component: it was taken out, or nothing was selected for it. */
export function isLeftOut(component: ProductComponent): boolean {
  return component.quantity === 0 || isUnselected(component)
}
