-- files-refer
-- Parameters: $1 json
-- Columns: areHeld boolean
with
  -- the contents to show
  given as (
    select *
    from
      json_to_recordset($1::json) as given (
        "holdId" uuid,
        sha256 text, length integer,
        "contentType" text,
        width integer, height integer,
        "hasPreviews" boolean
      )
  ),
  -- the holds of them, which end
  held as (
    delete from file_hold using (select distinct "holdId" from given) as used
    where hold_id = used."holdId"
    returning hold_id
  ),
  -- their rows
  stored as (
    insert into
      stored_file as old (sha256, length, content_type, width, height, has_previews, created)
    select distinct on (sha256) sha256, length, "contentType", width, height, "hasPreviews", now()
    from given
    order by sha256
    on conflict (sha256) do update
    set
      content_type = excluded.content_type,
      width = excluded.width,
      height = excluded.height,
      has_previews = excluded.has_previews,
      missing_since = null
    where
      old.missing_since is not null
      or (old.content_type, old.width, old.height, old.has_previews) is distinct from (excluded.content_type, excluded.width, excluded.height, excluded.has_previews)
  )
select (select count(*) from held) = (select count(distinct "holdId") from given) as "areHeld"
