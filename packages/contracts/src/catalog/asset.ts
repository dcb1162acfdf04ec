import { type Static, Type } from '@sinclair/typebox'
import { Asset } from '../orders/primitive-models.ts'
import { InputModel, type InputOf, LIST_MAX, List, Text } from '../primitives.ts'

/**
 * The asset type of a certification mark: a link-only asset, whose file stays where it is
 * (assets.md#link-only-assets).
 */
export const LINK_ONLY_TYPE = 'ExternalCertification'

/**
 * An asset as a request carries it. What the server sets itself (url, contentType, length, dates)
 * may be sent back and is ignored.
 */
export const AssetInput = InputModel(Asset)
export type AssetInput = InputOf<Asset>

/** The assets of a request. */
export const AssetInputList = Type.Array(AssetInput, { maxItems: LIST_MAX })

export const AssetList = List(Asset, Number.MAX_SAFE_INTEGER)
export type AssetList = Static<typeof AssetList>

/** Ids of assets in a query; whether none may be given is up to the endpoint. */
export const AssetIdsQuery = Type.Object({
  assetIds: Type.Optional(Type.Array(Text, { maxItems: LIST_MAX, description: 'The ids; repeat the key for more than one.' })),
})
