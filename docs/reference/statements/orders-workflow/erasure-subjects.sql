-- erasure-subjects
-- Parameters: $1 text[]
-- Columns: name text, subject text
select coalesce(name, '') as name, erasure_subject ('Customer', name) as subject
from unnest($1::text[]) as name
