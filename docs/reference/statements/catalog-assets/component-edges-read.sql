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
