import { assetDeleted, assetStored } from '@oms/contracts/catalog/events'
import type { Asset } from '@oms/contracts/orders/primitive-models'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { newEvent } from '@oms/service-kit/events/new-event'
import { appendToOutbox } from '@oms/service-kit/events/outbox'
import type { AssetChanges } from './domain/asset-changes.ts'

/** What a write did to the assets of one holder; `productId` is null for a customer. */
export type HolderChanges = { productId: string | null; changes: AssetChanges }

export type EventOrigin = { actor: string; correlationId: string; now: string }

type Told = { asset: Asset; productIds: string[]; contract: typeof assetStored | typeof assetDeleted }

/** Each asset once, whatever happened to it and on however many products: what is stored anywhere is not deleted. */
function toTell(holders: readonly HolderChanges[]): Map<string, Told> {
  const told = new Map<string, Told>()
  const tell = (asset: Asset, productId: string | null, contract: Told['contract']) => {
    const id = asset.assetId as string
    const known = told.get(id)
    const isSame = known?.contract === contract
    if (known !== undefined && !isSame && contract === assetDeleted) return
    const productIds = isSame ? known.productIds : []
    if (productId !== null && !productIds.includes(productId)) productIds.push(productId)
    told.set(id, { asset, productIds, contract })
  }
  for (const { productId, changes } of holders) {
    for (const asset of changes.stored) tell(asset, productId, assetStored)
    for (const asset of changes.deleted) tell(asset, productId, assetDeleted)
  }
  return told
}

/**
 * Tells others which assets were stored and deleted (4-decisions Q.3). Their numbers are drawn in the order of their ids, and only after
 * the products are locked, so that no two writes wait for each other.
 */
export async function appendAssetEvents(tx: Transaction, holders: readonly HolderChanges[], origin: EventOrigin): Promise<void> {
  const told = toTell(holders)
  if (told.size === 0) return
  const rows = await tx.query<{ asset_id: string; sequence: number }>({
    name: 'asset-sequences-draw',
    text: `insert into asset_sequence as old (asset_id, sequence)
      select asset_id, 1 from unnest($1::text[]) as given (asset_id) order by asset_id collate "C"
      on conflict (asset_id) do update set sequence = old.sequence + 1 returning asset_id, sequence`,
    values: [[...told.keys()]],
  })
  const { actor, correlationId, now } = origin
  const events = rows.map(({ asset_id: assetId, sequence }) => {
    const { asset, productIds, contract } = told.get(assetId) as Told
    const { url, contentType, length } = asset
    const data = { assetId, productIds, url, contentType, length }
    return newEvent(contract, { subject: assetId, sequence, time: new Date(now), data, actor, correlationId })
  })
  await appendToOutbox(tx, events)
}
