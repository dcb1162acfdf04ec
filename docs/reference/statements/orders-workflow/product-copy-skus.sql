-- product-copy-skus
-- Parameters: $1 text, $2 json
insert into
  product_copy_sku (sku_id, product_id, name, image_url, is_package, is_bundle, gtins, price, cost, components)
select
  s.sku_id,
  $1,
  s.name, s.image_url, s.is_package, s.is_bundle, s.gtins, s.price, s.cost, s.components
from json_populate_recordset(null::product_copy_sku, $2::json) as s
