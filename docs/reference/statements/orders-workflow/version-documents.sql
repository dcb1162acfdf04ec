-- version-documents
-- Parameters: $1 text[], $2 integer[], $3 uuid, $4 text[] or null
-- Columns: document json
select v.document
from
  unnest($1::text[], $2::int[]) with ordinality as wanted (order_id, version_number, position)
  join order_version_content v on v.order_id = wanted.order_id
  and v.version_number = wanted.version_number
where
  not (v.version_id > $3 and exists (select from purged_order p where p.order_id = v.order_id))
  and ($4::text[] is null or v.document ->> 'storeId' = any ($4))
order by wanted.position
