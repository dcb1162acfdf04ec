-- product-copy-find-of-products
-- Parameters: $1 text[]
-- Columns: skuId text, productId text, variantName text or null, productName text or null,
--   brand text or null, productType text or null, unit text or null, imageUrl text or null,
--   taxGroup text or null, taxRate numeric or null, price numeric or null, cost numeric or null,
--   isPackage boolean, isBundle boolean, components json
select distinct
  on (s.sku_id) s.sku_id as "skuId",
  s.product_id as "productId",
  s.name as "variantName",
  p.name as "productName",
  p.brand,
  p.product_type as "productType",
  p.unit,
  coalesce(s.image_url, p.main_image_url) as "imageUrl",
  p.tax_group as "taxGroup",
  p.tax_rate as "taxRate",
  s.price, s.cost, s.is_package
  or p.is_package as "isPackage",
  s.is_bundle
  or p.is_bundle as "isBundle",
  case
    when json_array_length(s.components) > 0 then s.components
    else p.components
  end as components
from product_copy_sku as s join product_copy as p on p.product_id = s.product_id
where s.product_id = any ($1::text[])
order by s.sku_id, s.product_id
