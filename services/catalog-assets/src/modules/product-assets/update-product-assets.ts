import type { AssetInput } from '@oms/contracts/catalog/asset'
import type { Product } from '@oms/contracts/catalog/product'
import { DomainError } from '@oms/contracts/errors'
import type { Asset } from '@oms/contracts/orders/primitive-models'
import type { Transaction } from '@oms/service-kit/database/transaction'
import type { Deps } from '../../deps.ts'
import { carriersOf } from '../assets/domain/asset-carriers.ts'
import { type FileWish, fileOf } from '../assets/domain/asset-file.ts'
import { type NamedInput, requireIds } from '../assets/domain/asset-request.ts'
import type { AssetContext } from '../assets/domain/asset-source.ts'
import { FoundAssets } from '../assets/domain/found-assets.ts'
import { updatedAssets } from '../assets/domain/updated-assets.ts'
import { type RequestFiles, requireFiles, withRequestFiles } from '../assets/request-files.ts'
import type { HeldFiles } from '../assets/write-with-assets.ts'
import { type AcceptedVersions, assertVersion, versionsOfHeader } from '../products/assert-version.ts'
import { changesAssets, withChangedAssets } from '../products/domain/product-assets.ts'
import { type ProductWrite, updateProductsAssets, type WriteAuthor } from '../products/product-store.ts'
import { changeCarryingProducts } from './carrying-products.ts'

/** Every asset that was named, wherever it stands; the version where one product carries them all. */
export type UpdatedAssets = { assets: Asset[]; versionId: string | null }

export type UpdateProductAssets = WriteAuthor & {
  inputs: readonly AssetInput[]
  ifMatch: AcceptedVersions | null
  /** Called in the transaction of the write. */
  record: (tx: Transaction, updated: UpdatedAssets) => Promise<void>
}

/**
 * Updates assets on every product that carries them, all or none (document 1; 4-decisions N.4, N.8). Products on which nothing changes
 * are not written. Raises `NotFound` when no id is given or one is unknown, `ValidationFailed`, `VersionConflict`, `AssetUrlNotAllowed` and
 * `AssetDownloadFailed` with the place in the list.
 */
export async function updateProductAssets(deps: Deps, command: UpdateProductAssets): Promise<UpdatedAssets> {
  const inputs = requireIds(command.inputs, '')
  return withRequestFiles(deps, null, (files) =>
    deps.inTransaction(async (tx) => {
      const updating = new Updating({ tx, deps, command, inputs, files })
      await changeCarryingProducts(
        tx,
        inputs.map(({ assetId }) => assetId),
        (products) => updating.write(products),
      )
      const updated = updating.end()
      await command.record(tx, updated)
      return updated
    }),
  )
}

type Work = { tx: Transaction; deps: Deps; command: UpdateProductAssets; inputs: readonly NamedInput[]; files: RequestFiles }

/** An update while it goes through the products, batch by batch. */
class Updating {
  private readonly work: Work
  private readonly context: AssetContext
  private readonly found: FoundAssets
  /** By their place in the request: every product has the same. */
  private readonly missingFiles = new Map<string, FileWish>()
  /** Contents of this request's files that are referred to already. */
  private readonly referred = new Set<string>()
  private count = 0
  private lastVersionId: string | null = null

  constructor(work: Work) {
    const { deps, inputs, files } = work
    this.work = work
    this.context = {
      now: deps.now().toISOString(),
      fileFor: files.fileFor.bind(files),
      fileElsewhere: () => null,
    }
    this.found = new FoundAssets(inputs.map(({ assetId }) => assetId))
  }

  async write(products: readonly Product[]): Promise<void> {
    const { tx, command, inputs } = this.work
    for (const product of products) await assertVersion(tx, product, versionsOfHeader(command.ifMatch))
    const updates = products.map((product) => updateOf(product, inputs, this.context))
    for (const wish of updates.flatMap(({ wishes }) => wishes)) this.missingFiles.set(wish.path, wish)
    for (const { assetsOf } of updates) this.found.add([...assetsOf.values()].flat())
    // While files are missing only the other downloads are of interest: this transaction will be rolled back.
    if (this.missingFiles.size > 0) return
    const held = new Map([...this.work.files.held].filter(([sha256]) => !this.referred.has(sha256)))
    const changed = updates.filter(({ before, assetsOf }) => changesAssets(before, assetsOf))
    const writes = changed.map((update) => this.writeOf(update, held))
    await updateProductsAssets(tx, writes)
    for (const { product } of writes) this.noteReferred(product)
    this.count += products.length
    this.lastVersionId = writes.at(-1)?.product.versionId ?? products.at(-1)?.versionId ?? null
  }

  /** Throws `FilesMissing` and `NotFound`. */
  end(): UpdatedAssets {
    const unknown = this.found.missing().map((assetId) => `"${assetId}"`)
    if (unknown.length > 0) throw new DomainError('NotFound', `No product has the assets ${unknown.slice(0, 10).join(', ')}.`)
    requireFiles([...this.missingFiles.values()])
    return { assets: this.found.inOrder(), versionId: this.count === 1 ? this.lastVersionId : null }
  }

  private writeOf({ before, assetsOf }: Update, files: HeldFiles): ProductWrite {
    const { deps, command } = this.work
    const { actor, correlationId } = command
    const product = withChangedAssets(before, assetsOf, { now: this.context.now, versionId: deps.newId(), actor })
    return { before, product, contained: null, files, actor, correlationId }
  }

  private noteReferred(product: Product): void {
    for (const { assets } of carriersOf(product)) {
      for (const asset of assets) this.referred.add(fileOf(asset)?.sha256 ?? '')
    }
  }
}

type Update = { before: Product; assetsOf: Map<string, Asset[]>; wishes: FileWish[] }

function updateOf(before: Product, inputs: readonly NamedInput[], context: AssetContext): Update {
  const written = carriersOf(before).map(({ owner, assets }) => [owner, updatedAssets(assets, inputs, context)] as const)
  const touched = written.filter(([, { touched }]) => touched.length > 0)
  return {
    before,
    assetsOf: new Map(touched.map(([owner, { assets }]) => [owner, assets])),
    wishes: touched.flatMap(([, { wishes }]) => wishes),
  }
}
