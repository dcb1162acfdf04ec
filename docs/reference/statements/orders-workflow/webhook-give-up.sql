-- webhook-give-up
-- Parameters: $1 text[]
-- Columns: id bigint
with
  -- deliveries of subscriptions that are not active any more
  ended as (
    update webhook_delivery
    set state = 'GivenUp', failure_reason = 'The subscription is not active.'
    where
      id = any (
        array(
          select id
          from webhook_delivery
          where state = 'Waiting' and subscription_id <> all ($1::text[]) and give_up < now()
          limit 5000
        )
      )
      and state = 'Waiting'
    returning id, subscription_id, subject
  ),
  -- lanes that have no delivery left
  lanes as (
    delete from webhook_lane as lane using ended
    where
      lane.subscription_id = ended.subscription_id
      and lane.subject = ended.subject
      and not exists (
        select
        from webhook_delivery as d
        where
          d.subscription_id = lane.subscription_id
          and d.subject = lane.subject
          and d.state = 'Waiting'
          and d.id not in (select id from ended)
      )
  )
select id
from ended
