-- migration-candidates
-- Parameters: $1 text, $2 bigint, $3 json, $4 text[] or null
-- Columns: looked_at bigint, last_id text or null, ids text[]
with
  -- the next orders by id
  page as materialized (
    select o.id, s.order_type, s.status, s.store_id, s.is_deleted, o.document
    from "order" as o join order_search as s on s.order_id = o.id
    where o.id > $1
    order by o.id
    limit $2
  )
select
  count(*) as looked_at,
  max(p.id) as last_id,
  coalesce(
    array_agg(
      p.id
      order by p.id
    ) filter (
      where
        not p.is_deleted
        and ($4::text[] is null or p.store_id = any ($4))
        and exists (
          select
          from
            json_to_recordset($3::json) as m ("orderType" text, status text, "isOfReturns" boolean)
          where
            case
              when m."isOfReturns" then exists (
                select
                from json_array_elements(p.document -> 'returnOrderForms') as form
                where form ->> 'status' = m.status
              )
              else m."orderType" = p.order_type
              and (
                m.status is null
                or m.status = p.status
                or exists (
                  select
                  from json_array_elements(p.document #> '{orderForm,shipments}') as shipment
                  where shipment ->> 'orderStatus' = m.status
                )
              )
            end
        )
    ),
    '{}'
  ) as ids
from page as p
