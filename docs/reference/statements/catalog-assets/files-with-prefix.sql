-- files-with-prefix
-- Parameters: $1 text
-- Columns: sha256 text, length integer, contentType text, hasPreviews boolean,
--   missingSince timestamp with time zone or null, isReferred boolean
select
  sha256, length,
  content_type as "contentType",
  has_previews as "hasPreviews",
  missing_since as "missingSince",
  exists (select from asset_place where asset_place.sha256 = stored_file.sha256) as "isReferred"
from stored_file
where sha256 >= $1 and sha256 < $1 || 'g'
order by sha256
