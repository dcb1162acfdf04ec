-- asset-places-save
-- Parameters: $1 text or null, $2 text or null, $3 json, $4 timestamp with time zone
with
  -- the places of the owner after the write
  given as (
    select *
    from
      json_to_recordset($3::json) as given (owner text, "assetId" text, sha256 text, "fileName" text)
  ),
  -- places that it has no longer
  gone as (
    delete from asset_place
    where
      (product_id = $1 or customer_id = $2)
      and not exists (
        select
        from given
        where given.owner = asset_place.owner and given."assetId" = asset_place.asset_id
      )
  )
insert into asset_place as old (owner, asset_id, product_id, customer_id, sha256, file_name, stored)
select owner, "assetId", $1, $2, sha256, "fileName", $4
from given
on conflict (owner, asset_id) do update
set
  product_id = excluded.product_id,
  sha256 = excluded.sha256,
  file_name = excluded.file_name,
  stored = excluded.stored
where
  (old.product_id, old.sha256, old.file_name) is distinct from (excluded.product_id, excluded.sha256, excluded.file_name)
