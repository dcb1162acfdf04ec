-- asset-files-read
-- Parameters: $1 text[]
-- Columns: assetId text, sha256 text, fileName text or null, contentType text, length integer,
--   width integer or null, height integer or null
select distinct
  on (asset_id) asset_id as "assetId",
  stored_file.sha256,
  file_name as "fileName",
  content_type as "contentType",
  length, width, height
from asset_place join stored_file using (sha256)
where asset_id = any ($1) and product_id is not null
order by asset_id, stored desc, owner
