-- product-copy-clear
-- Parameters: $1 text
delete from product_copy_sku
where product_id = $1
