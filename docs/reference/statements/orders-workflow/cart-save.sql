-- cart-save
-- Parameters: $1 text, $2 text or null, $3 uuid, $4 timestamp with time zone, $5 boolean, $6 json,
--   $7 json, $8 text or null, $9 timestamp with time zone or null, $10 integer
-- Columns: version_number integer
update cart
set
  store_id = $2,
  version_number = version_number + 1,
  version_id = $3,
  expires = $4,
  has_fixed_expiry = $5,
  versions = $6,
  document = $7,
  sales_channel = $8,
  modified = $9
where id = $1 and version_number = $10
returning version_number
