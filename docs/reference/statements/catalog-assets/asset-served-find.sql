-- asset-served-find
-- Parameters: $1 text, $2 text, $3 text or null
-- Columns: sha256 text, length integer, contentType text, hasPreviews boolean
select stored_file.sha256, length, content_type as "contentType", has_previews as "hasPreviews"
from asset_place join stored_file using (sha256)
where asset_id = $1 and file_name = $2 and ($3::text is null or asset_place.sha256 = $3)
order by stored desc, owner
limit 1
