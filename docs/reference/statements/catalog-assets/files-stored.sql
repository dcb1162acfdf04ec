-- files-stored
-- Parameters: $1 text[]
-- Columns: sha256 text, length integer, contentType text, width integer or null,
--   height integer or null, hasPreviews boolean
select sha256, length, content_type as "contentType", width, height, has_previews as "hasPreviews"
from stored_file
where sha256 = any ($1)
