import type { Asset, AssetUpdate } from '@open-oms/client/types'
import { MARK } from '../assets/stored-file.ts'

/** What a person enters of a mark that nothing carries yet. */
export type MarkFields = { assetId: string; externalUrl: string; name: string; description: string }

/** A mark as an addition sends it. One that is known elsewhere has the same link and texts here. */
export function addedMark({ assetId, externalUrl, name, description }: MarkFields, known: Asset | null): AssetUpdate {
  if (known === null) return { assetId, assetType: MARK, externalUrl, name: name || null, description: description || null }
  const { altText, purpose, sortOrder, properties } = known
  const texts = { externalUrl: known.externalUrl, name: known.name, description: known.description, altText, purpose }
  return { assetId, assetType: MARK, ...texts, sortOrder, properties }
}
