-- erasure-identity-facts
-- Parameters: $1 text
-- Columns: kind text, value text
with
  -- the orders of the customer with their earlier versions
  documents as (
    select o.document
    from order_customer as c join "order" as o on o.id = c.order_id
    where c.customer_key = $1
    union all
    select v.document
    from order_customer as c join order_version as v on v.order_id = c.order_id
    where c.customer_key = $1 and v.document is not null
  ),
  -- the customer of each, with the addresses that it was billed and sent to
  facts as (
    select f.kind, f.value
    from
      documents as d
      cross join lateral (
        values
          ('id', d.document ->> 'customerId'),
          ('number', d.document ->> 'customerNumber'),
          ('email', d.document ->> 'customerEmail'),
          ('phone', d.document ->> 'customerPhone'),
          ('name', d.document ->> 'customerName'),
          ('email', d.document -> 'contactPerson' ->> 'email'),
          ('phone', d.document -> 'contactPerson' ->> 'phone'),
          (
            'name',
            concat_ws(' ', d.document -> 'contactPerson' ->> 'firstName', d.document -> 'contactPerson' ->> 'lastName')
          )
      ) as f (kind, value)
    union all
    select f.kind, f.value
    from
      documents as d
      cross join lateral (
        select d.document -> 'billingAddress' as address
        union all
        select shipment -> 'address'
        from
          json_array_elements(
            case json_typeof(d.document -> 'orderForm' -> 'shipments')
              when 'array' then d.document -> 'orderForm' -> 'shipments'
              else '[]'
            end
          ) as shipment
      ) as a
      cross join lateral (
        values
          ('name', a.address ->> 'name'),
          ('name', concat_ws(' ', a.address ->> 'firstName', a.address ->> 'lastName')),
          ('email', a.address ->> 'email'),
          ('phone', a.address ->> 'phone'),
          ('phone', a.address ->> 'daytimePhoneNumber'),
          ('phone', a.address ->> 'eveningPhoneNumber'),
          ('street', a.address ->> 'line1'),
          ('street', a.address ->> 'line2')
      ) as f (kind, value)
  )
select distinct kind, value
from facts
where value <> ''
limit 2000
