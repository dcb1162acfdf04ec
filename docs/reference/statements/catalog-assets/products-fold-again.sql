-- products-fold-again
-- Parameters: $1 json
update product_search as s
set search_text = f.search_text
from json_to_recordset($1::json) as f (product_id text, search_text text)
where s.product_id = f.product_id
