import type { Database } from '@open-oms/service-kit/database/database'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { AssetFile } from './domain/asset-file.ts'

/** A product or a customer: what the rows of its assets belong to. */
export type AssetHolder = { productId: string } | { customerId: string }

const save = statement({
  name: 'asset-places-save',
  text: `with
  -- the places of the owner after the write
  given as (
    select * from json_to_recordset($3::json) as given (owner text, "assetId" text, sha256 text, "fileName" text)
  ),
  -- places that it has no longer
  gone as (
    delete from asset_place where (product_id = $1 or customer_id = $2)
      and not exists (select from given where given.owner = asset_place.owner and given."assetId" = asset_place.asset_id)
  )
  insert into asset_place as old (owner, asset_id, product_id, customer_id, sha256, file_name, stored)
  select owner, "assetId", $1, $2, sha256, "fileName", $4 from given
  on conflict (owner, asset_id) do update
    set product_id = excluded.product_id, sha256 = excluded.sha256, file_name = excluded.file_name, stored = excluded.stored
    where (old.product_id, old.sha256, old.file_name) is distinct from (excluded.product_id, excluded.sha256, excluded.file_name)`,
  parameters: [Sql.nullable(Sql.text), Sql.nullable(Sql.text), Sql.json, Sql.timestamptzText],
  row: {},
})

/** The row of an asset on one of its carriers; without a file for a link. */
export type AssetPlace = { owner: string; assetId: string | null; sha256: string | null; fileName: string | null }

/** Replaces the rows of a holder's assets. `now` is the time of those whose content is new. */
export async function saveAssetPlaces(
  tx: Transaction,
  holder: AssetHolder,
  { places, now }: { places: readonly AssetPlace[]; now: string },
): Promise<void> {
  const [productId, customerId] = 'productId' in holder ? [holder.productId, null] : [null, holder.customerId]
  await save.on(tx, productId ?? null, customerId ?? null, JSON.stringify(places), now)
}

const drawSequences = statement({
  name: 'asset-sequences-draw',
  text: `insert into asset_sequence as old (asset_id, sequence)
    select asset_id, 1 from unnest($1::text[]) as given (asset_id) order by asset_id collate "C"
    on conflict (asset_id) do update set sequence = old.sequence + 1 returning asset_id as "assetId", sequence`,
  parameters: [Sql.list(Sql.text)],
  row: { assetId: Sql.text, sequence: Sql.integer },
})

/** Counts an event for each of the assets; returns their new sequences in the order of the ids. */
export async function drawAssetSequences(
  tx: Transaction,
  assetIds: readonly string[],
): Promise<{ assetId: string; sequence: number }[]> {
  return await drawSequences.on(tx, assetIds)
}

const findFiles = statement({
  name: 'asset-files-read',
  text: `select distinct on (asset_id) asset_id as "assetId", stored_file.sha256, file_name as "fileName", content_type as "contentType", length,
      width, height
    from asset_place join stored_file using (sha256)
    where asset_id = any ($1) and product_id is not null order by asset_id, stored desc, owner`,
  parameters: [Sql.list(Sql.text)],
  row: {
    assetId: Sql.text,
    sha256: Sql.text,
    fileName: Sql.nullable(Sql.text),
    contentType: Sql.text,
    length: Sql.integer,
    width: Sql.nullable(Sql.integer),
    height: Sql.nullable(Sql.integer),
  },
})

/**
 * The newest file of each of these assets, on whatever product it is; those without a file are left
 * out.
 */
export async function readFilesOfAssets(tx: Transaction, assetIds: readonly string[]): Promise<Map<string, AssetFile>> {
  if (assetIds.length === 0) return new Map()
  const rows = await findFiles.on(tx, assetIds)
  // The table has a name wherever it has a file.
  return new Map(rows.map(({ assetId, fileName, ...file }) => [assetId, { ...file, fileName: fileName as string }]))
}

const servedRow = { sha256: Sql.text, length: Sql.integer, contentType: Sql.text, hasPreviews: Sql.boolean }

/** A file as it is served. */
export type ServedFile = RowOf<typeof servedRow>

const findServed = statement({
  name: 'asset-served-find',
  text: `select stored_file.sha256, length, content_type as "contentType", has_previews as "hasPreviews"
    from asset_place join stored_file using (sha256)
    where asset_id = $1 and file_name = $2 and ($3::text is null or asset_place.sha256 = $3) order by stored desc, owner limit 1`,
  parameters: [Sql.text, Sql.text, Sql.nullable(Sql.text)],
  row: servedRow,
})

/**
 * The file that an asset shows under a name: the content of that version, or the newest where none
 * is named (products.md#product-update). Null when no asset shows it.
 */
export async function findServedFile(
  database: Pick<Database, 'query'>,
  asset: { assetId: string; fileName: string; version: string | null },
): Promise<ServedFile | null> {
  const [row] = await findServed.on(database, asset.assetId, asset.fileName, asset.version)
  return row ?? null
}
