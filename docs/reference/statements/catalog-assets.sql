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

-- asset-sequences-draw
-- Parameters: $1 text[]
-- Columns: assetId text, sequence integer
insert into asset_sequence as old (asset_id, sequence)
select asset_id, 1
from unnest($1::text[]) as given (asset_id)
order by asset_id collate "C"
on conflict (asset_id) do update
set sequence = old.sequence + 1
returning asset_id as "assetId", sequence

-- asset-served-find
-- Parameters: $1 text, $2 text, $3 text or null
-- Columns: sha256 text, length integer, contentType text, hasPreviews boolean
select stored_file.sha256, length, content_type as "contentType", has_previews as "hasPreviews"
from asset_place join stored_file using (sha256)
where asset_id = $1 and file_name = $2 and ($3::text is null or asset_place.sha256 = $3)
order by stored desc, owner
limit 1

-- carriers-lock
-- Parameters: $1 text[]
-- Columns: count bigint
with
  -- the rows, locked in their order
  locked as (
    select
    from product
    where product_id in (select product_id from asset_place where asset_id = any ($1))
    order by product_id
    for no key update
  )
select count(*)
from locked

-- carriers-lock-files
-- Parameters: $1 text[]
-- Columns: count bigint
with
  -- the rows, locked in their order
  locked as (
    select
    from stored_file
    where sha256 in (select sha256 from asset_place where asset_id = any ($1))
    order by sha256
    for no key update
  )
select count(*)
from locked

-- carriers-lock-sequences
-- Parameters: $1 text[]
-- Columns: count bigint
with
  -- the rows, locked in their order
  locked as (
    select
    from asset_sequence
    where asset_id = any ($1)
    order by asset_id collate "C"
    for no key update
  )
select count(*)
from locked

-- carrying-product
-- Parameters: $1 text[]
-- Columns: document json
select document
from product
where product_id in (select product_id from asset_place where asset_id = any ($1))
order by product_id

-- carrying-product-locked
-- Parameters: $1 text[]
-- Columns: document json
select document
from product
where product_id in (select product_id from asset_place where asset_id = any ($1))
order by product_id
for no key update

-- component-edges-read
-- Parameters: $1 text[]
-- Columns: product_id text, component_product_id text
with recursive
  -- the products, and what they contain on any level
  reached (product_id) as (
    select unnest($1::text[]) collate "C"
    union
    select edge.component_product_id
    from reached join component_edge as edge using (product_id)
  )
select edge.product_id, edge.component_product_id
from reached join component_edge as edge using (product_id)

-- component-lock
-- Parameters: $1 bigint
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock($1)

-- component-packages-read
-- Parameters: $1 text, $2 text[] or null
-- Columns: product_id text
select product_id
from component_edge
where component_product_id = $1 and ($2::text[] is null or sku_ids && $2::text[])
order by product_id
limit 10

-- customer-load-for-update
-- Parameters: $1 text
-- Columns: document json
select document
from business_customer
where customer_id = $1
for no key update

-- customer-page
-- Parameters: $1 text, $2 bigint, $3 text[]
-- Columns: customer_id text, document json
select customer_id, document
from business_customer
where
  customer_id > $1
  and (
    $3::text[] = '{}'
    or lower(customer_id || ' ' || coalesce(document ->> 'name', '')) like all ($3)
  )
order by customer_id
limit $2

-- customer-read
-- Parameters: $1 text
-- Columns: document json
select document
from business_customer
where customer_id = $1

-- file-find-use
-- Parameters: $1 text
select
from (values (1)) as one
where
  exists (select from stored_file where sha256 = $1)
  or exists (select from file_hold where sha256 = $1)

-- file-hold
-- Parameters: $1 uuid, $2 text
with
  -- the lock of this content
  alone as materialized (select pg_advisory_xact_lock(6204, hashtext ($2)))
insert into file_hold (hold_id, sha256, expires)
select $1, $2, now() + interval '1 hour'
from alone

-- file-holds-expire
-- Parameters: $1 text
delete from file_hold
where sha256 = $1 and expires <= now()

-- file-holds-purge
delete from file_hold
where expires < now() - interval '1 day'

-- file-lock-content
-- Parameters: $1 text
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock(6204, hashtext ($1))

-- file-lock-referred
-- Parameters: $1 text
select
from stored_file
where sha256 = $1 and exists (select from asset_place where asset_place.sha256 = stored_file.sha256)
for key share

-- file-mark-missing
-- Parameters: $1 text
update stored_file
set missing_since = coalesce(missing_since, now())
where sha256 = $1

-- files-any
select
from stored_file
limit 1

-- files-count-missing
-- Columns: count bigint
select count(*) as count
from stored_file
where missing_since is not null

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

-- files-keep
-- Parameters: $1 text[]
-- Columns: sha256 text
select sha256
from stored_file
where sha256 = any ($1)
order by sha256
for key share

-- files-mark-found
-- Parameters: $1 text[]
update stored_file
set missing_since = null
where sha256 = any ($1) and missing_since is not null

-- files-mark-released
-- Parameters: $1 text[]
update stored_file
set released = now()
where sha256 = any ($1) and released is null

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

-- files-release
-- Parameters: $1 text[]
with
  -- the rows, locked in their order
  given as materialized (
    select sha256
    from stored_file
    where sha256 = any ($1)
    order by sha256
    for no key update
  )
update stored_file
set released = now()
where sha256 in (select sha256 from given)

-- files-released
-- Columns: sha256 text
select sha256
from stored_file
where
  released is not null
  and not exists (
    select
    from file_hold
    where file_hold.sha256 = stored_file.sha256 and expires > now()
  )
order by released
limit 20
for update skip locked

-- files-stored
-- Parameters: $1 text[]
-- Columns: sha256 text, length integer, contentType text, width integer or null,
--   height integer or null, hasPreviews boolean
select sha256, length, content_type as "contentType", width, height, has_previews as "hasPreviews"
from stored_file
where sha256 = any ($1)

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

-- product-codes-read
-- Parameters: $1 text[]
-- Columns: code text, product_id text, is_sku boolean
select code, product_id, is_sku
from product_code
where code = any ($1)

-- product-delete
-- Parameters: $1 text, $2 integer, $3 uuid, $4 timestamp with time zone, $5 text, $6 json, $7 json
-- Columns: product_id text
with
  -- the product, which is deleted
  gone as (delete from product where product_id = $1 returning product_id),
  -- its last version
  version as (
    insert into product_version (product_id, revision, version_id, created, created_by, document)
    select $1, $2, $3, $4, $5, $6
    from gone
  ),
  -- the events
  published as (
    insert into kit.event (event_id, type, traceparent, envelope)
    select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
    from json_array_elements($7::json) with ordinality as new (event, position)
    where exists (select from gone)
    order by position
    returning id
  ),
  -- that they wait to be published
  waiting as (insert into kit.waiting_event (id) select id from published)
select product_id
from gone

-- product-insert
-- Parameters: $1 text, $2 integer, $3 uuid, $4 boolean, $5 boolean, $6 timestamp with time zone,
--   $7 timestamp with time zone, $8 json, $9 text, $10 text[], $11 text[], $12 json or null,
--   $13 json, $14 json
-- Columns: product_id text
with
  -- the product
  saved as (
    insert into
      product (product_id, revision, version_id, is_package, is_bundle, created, modified, document)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    returning product_id
  ),
  -- its version
  version as (
    insert into product_version (product_id, revision, version_id, created, created_by, document)
    select $1, $2, $3, $7, $9, $8
    from saved
  ),
  -- codes that it has no longer
  codes_gone as (
    delete from product_code
    where product_id = $1 and code <> all ($10::text[]) and exists (select from saved)
  ),
  -- codes that it had before
  codes_kept as (
    update product_code
    set is_sku = code = any ($11::text[])
    where product_id = $1 and code = any ($10::text[]) and exists (select from saved)
  ),
  -- codes that are new
  codes_new as (
    insert into product_code (code, product_id, is_sku)
    select new.code, $1, new.code = any ($11::text[])
    from unnest($10::text[]) as new (code)
    where
      not exists (select from product_code as old where old.code = new.code and old.product_id = $1)
      and exists (select from saved)
  ),
  -- the components after the write; null: they stay as they are
  edge as (
    select component_product_id collate "C" as component_product_id, sku_ids
    from json_to_recordset($12::json) as edge (component_product_id text, sku_ids text[])
  ),
  -- components that it has no longer
  edges_gone as (
    delete from component_edge
    where
      product_id = $1
      and $12::json is not null
      and component_product_id not in (select component_product_id from edge)
      and exists (select from saved)
  ),
  -- components that are new or changed
  edges_new as (
    insert into component_edge as old (product_id, component_product_id, sku_ids)
    select $1, component_product_id, sku_ids
    from edge
    where exists (select from saved)
    on conflict (product_id, component_product_id) do update
    set sku_ids = excluded.sku_ids
    where old.sku_ids is distinct from excluded.sku_ids
  ),
  -- its search row
  searched as (
    insert into
      product_search as old (product_id, is_package, is_bundle, brand, product_type, component_ids, search_text)
    select
      $1,
      new.is_package, new.is_bundle, new.brand, new.product_type, new.component_ids, new.search_text
    from
      json_to_record($14::json) as new (
        is_package boolean, is_bundle boolean, brand text, product_type text, component_ids text[],
        search_text text
      )
    where exists (select from saved)
    on conflict (product_id) do update
    set
      (is_package, is_bundle, brand, product_type, component_ids, search_text) = row (
        excluded.is_package, excluded.is_bundle, excluded.brand, excluded.product_type,
        excluded.component_ids, excluded.search_text
      )
    where
      (old.is_package, old.is_bundle, old.brand, old.product_type, old.component_ids, old.search_text) is distinct from (
        excluded.is_package, excluded.is_bundle, excluded.brand, excluded.product_type,
        excluded.component_ids, excluded.search_text
      )
  ),
  -- the events
  published as (
    insert into kit.event (event_id, type, traceparent, envelope)
    select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
    from json_array_elements($13::json) with ordinality as new (event, position)
    where exists (select from saved)
    order by position
    returning id
  ),
  -- that they wait to be published
  waiting as (insert into kit.waiting_event (id) select id from published)
select product_id
from saved

-- product-last-revision
-- Parameters: $1 text
-- Columns: revision integer or null
select max(revision) as revision
from product_version
where product_id = $1

-- product-load-for-update
-- Parameters: $1 text
-- Columns: document json
select document
from product
where product_id = $1
for no key update

-- product-read
-- Parameters: $1 text
-- Columns: version_id uuid, document json
select version_id, document
from product
where product_id = $1

-- product-update
-- Parameters: $1 text, $2 integer, $3 uuid, $4 boolean, $5 boolean, $6 timestamp with time zone,
--   $7 timestamp with time zone, $8 json, $9 text, $10 text[], $11 text[], $12 json or null,
--   $13 json, $14 json
-- Columns: product_id text
with
  -- the product
  saved as (
    update product
    set
      revision = $2,
      version_id = $3,
      is_package = $4,
      is_bundle = $5,
      created = $6,
      modified = $7,
      document = $8
    where product_id = $1
    returning product_id
  ),
  -- its version
  version as (
    insert into product_version (product_id, revision, version_id, created, created_by, document)
    select $1, $2, $3, $7, $9, $8
    from saved
  ),
  -- codes that it has no longer
  codes_gone as (
    delete from product_code
    where product_id = $1 and code <> all ($10::text[]) and exists (select from saved)
  ),
  -- codes that it had before
  codes_kept as (
    update product_code
    set is_sku = code = any ($11::text[])
    where product_id = $1 and code = any ($10::text[]) and exists (select from saved)
  ),
  -- codes that are new
  codes_new as (
    insert into product_code (code, product_id, is_sku)
    select new.code, $1, new.code = any ($11::text[])
    from unnest($10::text[]) as new (code)
    where
      not exists (select from product_code as old where old.code = new.code and old.product_id = $1)
      and exists (select from saved)
  ),
  -- the components after the write; null: they stay as they are
  edge as (
    select component_product_id collate "C" as component_product_id, sku_ids
    from json_to_recordset($12::json) as edge (component_product_id text, sku_ids text[])
  ),
  -- components that it has no longer
  edges_gone as (
    delete from component_edge
    where
      product_id = $1
      and $12::json is not null
      and component_product_id not in (select component_product_id from edge)
      and exists (select from saved)
  ),
  -- components that are new or changed
  edges_new as (
    insert into component_edge as old (product_id, component_product_id, sku_ids)
    select $1, component_product_id, sku_ids
    from edge
    where exists (select from saved)
    on conflict (product_id, component_product_id) do update
    set sku_ids = excluded.sku_ids
    where old.sku_ids is distinct from excluded.sku_ids
  ),
  -- its search row
  searched as (
    insert into
      product_search as old (product_id, is_package, is_bundle, brand, product_type, component_ids, search_text)
    select
      $1,
      new.is_package, new.is_bundle, new.brand, new.product_type, new.component_ids, new.search_text
    from
      json_to_record($14::json) as new (
        is_package boolean, is_bundle boolean, brand text, product_type text, component_ids text[],
        search_text text
      )
    where exists (select from saved)
    on conflict (product_id) do update
    set
      (is_package, is_bundle, brand, product_type, component_ids, search_text) = row (
        excluded.is_package, excluded.is_bundle, excluded.brand, excluded.product_type,
        excluded.component_ids, excluded.search_text
      )
    where
      (old.is_package, old.is_bundle, old.brand, old.product_type, old.component_ids, old.search_text) is distinct from (
        excluded.is_package, excluded.is_bundle, excluded.brand, excluded.product_type,
        excluded.component_ids, excluded.search_text
      )
  ),
  -- the events
  published as (
    insert into kit.event (event_id, type, traceparent, envelope)
    select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
    from json_array_elements($13::json) with ordinality as new (event, position)
    where exists (select from saved)
    order by position
    returning id
  ),
  -- that they wait to be published
  waiting as (insert into kit.waiting_event (id) select id from published)
select product_id
from saved

-- product-version-read
-- Parameters: $1 text, $2 text[]
-- Columns: document json
select document
from product_version
where product_id = $1 and version_id::text = any ($2)
order by revision desc
limit 1

-- product-versions-since
-- Parameters: $1 text, $2 text
-- Columns: version_id uuid
select version_id
from product_version
where
  product_id = $1
  and revision > (
    select revision
    from product_version
    where product_id = $1 and version_id::text = $2
  )
order by revision desc
limit 100

-- products-find-earlier-form
-- Parameters: $1 text
-- Columns: product_id text, document json
select p.product_id, p.document
from product_search as s join product as p on p.product_id = s.product_id
where s.product_id > $1 and left(s.search_text, 1) <> E'\x02'
order by s.product_id
limit 100
for no key update of p

-- products-fold-again
-- Parameters: $1 json
update product_search as s
set search_text = f.search_text
from json_to_recordset($1::json) as f (product_id text, search_text text)
where s.product_id = f.product_id
