-- cart-insert
-- Parameters: $1 text, $2 text or null, $3 uuid, $4 timestamp with time zone, $5 boolean, $6 json,
--   $7 json, $8 text or null, $9 timestamp with time zone or null, $10 timestamp with time zone
-- Columns: version_number integer
insert into
  cart as c (
    id, store_id, version_number, version_id, expires, has_fixed_expiry, versions, document,
    sales_channel, modified
  )
select $1, $2, 1, $3, $4, $5, $6, $7, $8, $9
where not exists (select from cart_order where cart_id = $1)
on conflict (id) do update
set
  store_id = excluded.store_id,
  version_number = c.version_number + 1,
  version_id = excluded.version_id,
  expires = excluded.expires,
  has_fixed_expiry = excluded.has_fixed_expiry,
  versions = excluded.versions,
  document = excluded.document,
  sales_channel = excluded.sales_channel,
  modified = excluded.modified
where c.expires <= $10
returning version_number
