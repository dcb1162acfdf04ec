-- product-copy
-- Parameters: $1 text, $2 integer, $3 text or null, $4 text or null, $5 text or null,
--   $6 text or null, $7 text or null, $8 text or null, $9 numeric or null, $10 boolean,
--   $11 boolean, $12 json
insert into
  product_copy (
    product_id, revision, name, brand, product_type, unit, main_image_url, tax_group, tax_rate,
    is_package, is_bundle, components
  )
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::json)
on conflict (product_id) do update
set
  revision = excluded.revision,
  name = excluded.name,
  brand = excluded.brand,
  product_type = excluded.product_type,
  unit = excluded.unit,
  main_image_url = excluded.main_image_url,
  tax_group = excluded.tax_group,
  tax_rate = excluded.tax_rate,
  is_package = excluded.is_package,
  is_bundle = excluded.is_bundle,
  components = excluded.components
