-- products-find-earlier-form
-- Parameters: $1 text
-- Columns: product_id text, document json
select p.product_id, p.document
from product_search as s join product as p on p.product_id = s.product_id
where s.product_id > $1 and left(s.search_text, 1) <> E'\x02'
order by s.product_id
limit 100
for no key update of p
