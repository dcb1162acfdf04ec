import { completer } from '@open-oms/contracts/complete'
import { invalid } from '@open-oms/contracts/errors'
import { type Asset, PropertyItem } from '@open-oms/contracts/orders/primitive-models'
import { isLinkOnly, type PendingFile, storedAssetFile } from './asset-file.ts'
import { assertWebAddress, fieldPath, type NamedInput } from './asset-request.ts'
import { type AssetContext, type AssetSource, downloadedFrom, linkTo, type StoredSource } from './asset-source.ts'
import { asIfUntouched, namedMain, type WrittenAssets, withFile } from './incoming-assets.ts'
import { assertMainIsImage, withMainImage } from './main-image.ts'

const completeItem = completer(PropertyItem)

/**
 * Updates the assets that the request names and that are there, field by field
 * (assets.md#asset-update). Raises `ValidationFailed` with the path in the request.
 */
export function updatedAssets(before: readonly Asset[], inputs: readonly NamedInput[], context: AssetContext): WrittenAssets {
  const pending: PendingFile[] = []
  const named = inputs.filter(({ assetId }) => before.some((asset) => asset.assetId === assetId))
  const after = before.map((old) => {
    const index = inputs.findIndex(({ assetId }) => assetId === old.assetId)
    if (index === -1) return old
    const input = inputs[index] as NamedInput
    const source = newSource(old, { input, path: fieldPath('', index, 'externalUrl') }, context)
    if (source?.kind === 'pending') {
      pending.push(source.pending)
      return old
    }
    const asset = updated(old, input, { source, ...context })
    assertMainIsImage(asset, { old, path: fieldPath('', index, 'isMainImage') })
    return asIfUntouched(old, asset)
  })
  // A main image that the request demotes leaves none; only a removed one has a successor.
  return {
    assets: withMainImage({ before: after, after, named: namedMain(named) }),
    touched: named.map(({ assetId }) => assetId),
    pending,
  }
}

/** Where the file comes from now; null when it stays. */
function newSource(old: Asset, { input, path }: { input: NamedInput; path: string }, context: AssetContext): AssetSource | null {
  const { assetType = old.assetType, forceUpload = false } = input
  const sent = input.externalUrl === '' ? undefined : input.externalUrl
  if (isLinkOnly({ assetType })) {
    return isLinkOnly(old) && sent === undefined ? null : linkTo(sent ?? old.externalUrl, path)
  }
  if (sent !== undefined && forceUpload) return downloadedFrom(sent, { fileName: input.fileName, path }, context)
  if (sent !== undefined && sent !== old.externalUrl) assertWebAddress(sent, path)
  if (storedAssetFile(old) === null) throw invalid(path, 'is required with forceUpload: true, because the asset has no file yet')
  return null
}

function updated(old: Asset, input: NamedInput, { source, now }: AssetContext & { source: StoredSource | null }): Asset {
  const { sortOrder, isMainImage, properties, parentId, externalUrl } = input
  return {
    ...old,
    ...texts(old, input),
    externalUrl: externalUrl || old.externalUrl,
    ...(source === null ? {} : withFile(source, { assetId: input.assetId, fileName: old.fileName })),
    sortOrder: sortOrder ?? old.sortOrder,
    isMainImage: isMainImage ?? old.isMainImage,
    parentId: parentId ?? old.parentId,
    properties: properties?.map((item) => completeItem(item)) ?? old.properties,
    modified: now,
  }
}

/** An empty text clears, an absent one leaves. */
function texts(old: Asset, input: NamedInput): Pick<Asset, 'name' | 'description' | 'altText' | 'purpose' | 'assetType'> {
  const text = (name: 'name' | 'description' | 'altText' | 'purpose' | 'assetType') => {
    const sent = input[name]
    return sent === undefined ? old[name] : sent === '' ? null : sent
  }
  const [name, description, altText] = [text('name'), text('description'), text('altText')]
  return { name, description, altText, purpose: text('purpose'), assetType: text('assetType') }
}
