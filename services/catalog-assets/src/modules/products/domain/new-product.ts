import {
  type PackageComponentInput,
  Product,
  type ProductInput,
  type ProductVariantInput,
} from '@open-oms/contracts/catalog/product'
import { completer } from '@open-oms/contracts/complete'
import type { InputOf } from '@open-oms/contracts/primitives'
import { readComponents } from '../../components/domain/component-input.ts'
import { assertCodes } from '../../components/domain/product-codes.ts'
import { withFreeProperties } from './free-properties.ts'

/** A request whose components were read. */
export type ReadVariant = Omit<ProductVariantInput, 'components'> & { components?: PackageComponentInput[] }
export type ReadProduct = Omit<ProductInput, 'components' | 'variants'> & {
  components?: PackageComponentInput[]
  variants?: ReadVariant[]
}

/** What a write takes from outside: time, identity and author. */
export type WriteContext = { now: string; versionId: string; actor: string }

const complete = completer(Product)

/**
 * The product of a create request, without its assets (products.md#product-creation). Its
 * components are still to be checked. Raises `ValidationFailed`.
 */
export function newProduct(request: ReadProduct, context: WriteContext): Product {
  const variants = request.variants?.map((variant) => ({ ...variant, assets: [] }))
  return completeProduct(
    { ...request, assets: [], ...(variants === undefined ? {} : { variants }) },
    {
      ...context,
      created: context.now,
      revision: 1,
    },
  )
}

/** The last state of a product, as it is deleted. */
export function deletedProduct(stored: Product, { now, versionId, actor }: WriteContext): Product {
  return { ...stored, modified: now, modifiedBy: actor, revision: stored.revision + 1, versionId }
}

/**
 * The product after a full update, with the assets that it had: lists that were not sent stay, of a
 * variant that stays too; everything else is replaced (products.md#product-update). Its components
 * are still to be checked. Raises `ValidationFailed`.
 */
export function replacedProduct(stored: Product, request: ReadProduct, context: WriteContext): Product {
  const { components, variants, gtins, properties, assets } = stored
  const sent = {
    components,
    gtins,
    properties,
    ...request,
    assets,
    variants: mergedVariants(stored, request.variants) ?? variants,
  }
  return completeProduct(sent as ReadProduct, { ...context, created: stored.created, revision: stored.revision + 1 })
}

/** Fields that every write sets. */
const bookkeeping = new Set(['modified', 'modifiedBy', 'revision', 'versionId'])

/** The top-level fields in which two versions of a product differ (http.md#entity-tags). */
export function changedFields(before: Product, after: Product): string[] {
  // Products are completed by the model, so equal content has equal text.
  return (Object.keys(after) as (keyof Product)[]).filter(
    (name) => !bookkeeping.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
}

function mergedVariants(stored: Product, sent: ReadVariant[] | undefined): ReadVariant[] | undefined {
  return sent?.map((variant) => {
    const before = stored.variants.find(({ skuId }) => skuId === variant.skuId)
    if (before === undefined) return { ...variant, assets: [] }
    const { components, gtins, properties, assets } = before
    return { components, gtins, properties, ...variant, assets } as ReadVariant
  })
}

type Identity = WriteContext & { created: string; revision: number }

function completeProduct(request: ReadProduct, { now, versionId, actor, created, revision }: Identity): Product {
  const { known, free } = splitFields(request)
  const product = complete({
    ...known,
    components: readComponents(known.components),
    variants: (known.variants ?? []).map((variant) => ({ ...variant, components: readComponents(variant.components) })),
    properties: withFreeProperties(known.properties ?? [], free),
    created,
    modified: now,
    modifiedBy: actor,
    revision,
    versionId,
  } as InputOf<Product>)
  assertCodes(product)
  return product
}

function splitFields(request: ReadProduct): { known: ReadProduct; free: Record<string, unknown> } {
  const fields = Object.entries(request)
  const isKnown = ([name]: [string, unknown]) => Object.hasOwn(Product.properties, name)
  const free = fields.filter((field) => !isKnown(field))
  return { known: Object.fromEntries(fields.filter(isKnown)) as ReadProduct, free: Object.fromEntries(free) }
}
