import type { AssetInput } from '@open-oms/contracts/catalog/asset'
import type { Product } from '@open-oms/contracts/catalog/product'
import type { Asset } from '@open-oms/contracts/orders/primitive-models'
import type { AssetCarrier } from '../../assets/domain/asset-changes.ts'
import type { PendingFile } from '../../assets/domain/asset-file.ts'
import { type NamedInput, nameAssets } from '../../assets/domain/asset-request.ts'
import type { AssetContext } from '../../assets/domain/asset-source.ts'
import { replacedAssets } from '../../assets/domain/incoming-assets.ts'
import type { ReadProduct } from './new-product.ts'
import { assetCarriers, withAssets } from './product-assets.ts'

export type InlineContext = AssetContext & { newId: () => string }

/**
 * A product with the assets that its request carries, for itself and its variants; lists that are
 * not sent stay (assets.md#inline-assets). `product` is the result of the request without them.
 * It is incomplete while files are pending. Raises `ValidationFailed`.
 */
export function withInlineAssets(
  product: Product,
  request: Pick<ReadProduct, 'assets' | 'variants'>,
  context: InlineContext,
): { product: Product; pending: PendingFile[] } {
  const [own, ...ofVariants] = assetCarriers(product)
  const lists = [
    { carrier: own as AssetCarrier, list: 'assets', sent: request.assets },
    ...ofVariants.map((carrier, index) => ({
      carrier,
      list: `variants[${index}].assets`,
      sent: request.variants?.[index]?.assets,
    })),
  ]
  const pending: PendingFile[] = []
  const assetsOf = new Map<string, readonly Asset[]>()
  for (const { carrier, list, sent } of lists) {
    if (sent === undefined) {
      assetsOf.set(carrier.owner, carrier.assets)
      continue
    }
    const inputs = nameInline(sent, { list, before: carrier.assets, newId: context.newId })
    const written = replacedAssets(carrier.assets, { list, inputs, code: carrier.code }, context)
    assetsOf.set(carrier.owner, written.assets)
    pending.push(...written.pending)
  }
  return { product: withAssets(product, assetsOf), pending }
}

type AssetIdContext = { list: string; before: readonly Asset[]; newId: () => string }

/**
 * An asset that is sent without its id is the one that has its address, so that the file stays and
 * so does the id.
 */
function nameInline(sent: readonly AssetInput[], { list, before, newId }: AssetIdContext): NamedInput[] {
  const taken = new Set(sent.map(({ assetId }) => assetId))
  const known = sent.map((input) => {
    if (input.assetId || !input.externalUrl) return input
    const same = before.find(({ assetId, externalUrl }) => externalUrl === input.externalUrl && !taken.has(assetId ?? ''))
    if (same?.assetId === undefined || same.assetId === null) return input
    taken.add(same.assetId)
    return { ...input, assetId: same.assetId }
  })
  return nameAssets(known, list, newId)
}

/** The ids of inline assets that come without an address, and may be those of assets elsewhere. */
export function idsWithoutAddress(request: Pick<ReadProduct, 'assets' | 'variants'>): string[] {
  const lists = [request.assets, ...(request.variants ?? []).map(({ assets }) => assets)]
  return lists.flatMap((assets) => assets ?? []).flatMap(({ assetId, externalUrl }) => (assetId && !externalUrl ? [assetId] : []))
}
