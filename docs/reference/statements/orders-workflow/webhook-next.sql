-- webhook-next
-- Parameters: $1 text, $2 text
with
  -- another delivery of the lane that waits
  further as (
    select
    from webhook_delivery
    where subscription_id = $1 and subject = $2 and state = 'Waiting'
    limit 1
  ),
  -- the lane without one, which is removed
  ended as (
    delete from webhook_lane
    where subscription_id = $1 and subject = $2 and not exists (select from further)
  )
update webhook_lane
set is_held = false, next_attempt = now()
where subscription_id = $1 and subject = $2 and exists (select from further)
