-- holds-customer-facts
-- Parameters: $1 text[], $2 text[], $3 bigint
-- Columns: customer_id text, currency text or null, market_id text or null, count bigint, open text
select
  wanted.customer_id, o.currency, o.market_id,
  count(*) as count,
  sum(
    coalesce((o.document ->> 'remainingPayment')::numeric, 0) + coalesce(
      (
        select sum((payment ->> 'amount')::numeric)
        from json_array_elements(o.document -> 'orderForm' -> 'payments') as payment
        where
          payment ->> 'transactionType' = 'Invoiced'
          and payment ->> 'status' in ('Processed', 'Approved')
      ),
      0
    )
  )::text as open
from
  unnest($1::text[]) as wanted (customer_id)
  cross join lateral (
    select found.market_id, o.document, o.document ->> 'billingCurrency' as currency
    from
      (
        (
          select s.order_id, s.market_id, s.created
          from order_search as s
          where
            s.customer_id = wanted.customer_id
            and not s.is_deleted
            and s.payment_status in ('NotPaid', 'PartiallyPaid')
          order by s.created desc
          limit $3
        )
        union
        (
          select newest.order_id, newest.market_id, newest.created
          from
            (
              select s.order_id, s.market_id, s.created
              from order_search as s
              where s.customer_id = wanted.customer_id and not s.is_deleted
              order by s.created desc
              limit 5000
            ) as newest
            join order_term as t on t.order_id = newest.order_id
          where t.terms && $2::text[]
        )
      ) as found
      join "order" as o on o.id = found.order_id
    order by found.created desc
    limit $3
  ) as o
group by wanted.customer_id, o.currency, o.market_id
