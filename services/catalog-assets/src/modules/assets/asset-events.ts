import { assetDeleted, assetStored } from '@open-oms/contracts/catalog/events'
import type { Asset } from '@open-oms/contracts/orders/primitive-models'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { newEvent } from '@open-oms/service-kit/events/new-event'
import { appendToOutbox } from '@open-oms/service-kit/events/outbox'
import { drawAssetSequences } from './asset-store.ts'
import type { AssetChanges } from './domain/asset-changes.ts'

/** Who writes, and what ties the events to the request that caused them. */
export type WriteAuthor = { actor: string; correlationId: string }

export type EventOrigin = WriteAuthor & { now: string }

/** What a write did to the assets of one holder; `productId` is null for a customer. */
export type HolderChanges = { productId: string | null; changes: AssetChanges }

type AssetNews = { asset: Asset; productIds: string[]; contract: typeof assetStored | typeof assetDeleted }

/**
 * Publishes which assets were stored and deleted (events.md#event-types). Their sequences are drawn
 * in the order of their ids, and only after the products are locked, so that no two writes wait for
 * each other.
 */
export async function appendAssetEvents(tx: Transaction, holders: readonly HolderChanges[], origin: EventOrigin): Promise<void> {
  const newsOf = assetNews(holders)
  if (newsOf.size === 0) return
  const { actor, correlationId, now } = origin
  const sequences = await drawAssetSequences(tx, [...newsOf.keys()])
  const events = sequences.map(({ assetId, sequence }) => {
    const { asset, productIds, contract } = newsOf.get(assetId) as AssetNews
    const { url, contentType, length } = asset
    const data = { assetId, productIds, url, contentType, length }
    return newEvent(contract, { subject: assetId, sequence, time: new Date(now), data, actor, correlationId })
  })
  await appendToOutbox(tx, events)
}

/**
 * Each asset once, by id, on however many products it was changed: one that is stored on any of
 * them is not deleted.
 */
function assetNews(holders: readonly HolderChanges[]): Map<string, AssetNews> {
  const newsOf = new Map<string, AssetNews>()
  const add = (asset: Asset, productId: string | null, contract: AssetNews['contract']) => {
    const id = asset.assetId as string
    const known = newsOf.get(id)
    const isSame = known?.contract === contract
    if (known !== undefined && !isSame && contract === assetDeleted) return
    const productIds = isSame ? known.productIds : []
    if (productId !== null && !productIds.includes(productId)) productIds.push(productId)
    newsOf.set(id, { asset, productIds, contract })
  }
  for (const { productId, changes } of holders) {
    for (const asset of changes.stored) add(asset, productId, assetStored)
    for (const asset of changes.deleted) add(asset, productId, assetDeleted)
  }
  return newsOf
}
