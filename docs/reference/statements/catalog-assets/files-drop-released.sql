-- files-drop-released
-- Parameters: $1 text[]
-- Columns: sha256 text
with
  -- released content that is shown again
  kept as (
    update stored_file
    set released = null
    where
      sha256 = any ($1)
      and exists (select from asset_place where asset_place.sha256 = stored_file.sha256)
  )
delete from stored_file
where
  sha256 = any ($1)
  and not exists (select from asset_place where asset_place.sha256 = stored_file.sha256)
returning sha256
