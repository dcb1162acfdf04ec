-- webhook-delete-unsent
-- Parameters: $1 text
-- Columns: id bigint
with
  -- the lanes of the subscription
  lanes as (delete from webhook_lane where subscription_id = $1)
delete from webhook_delivery
where
  id = any (
    array(
      select id
      from webhook_delivery
      where subscription_id = $1 and state <> 'Delivered'
      limit 5000
    )
  )
  and state <> 'Delivered'
returning id
