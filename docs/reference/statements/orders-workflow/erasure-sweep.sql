-- erasure-sweep
-- Parameters: $1 text, $2 text[], $3 text[], $4 text[]
-- Columns: carts bigint, notes bigint, notifications bigint, searches bigint, texts bigint
with
  -- carts that no order was made of
  carts as (delete from cart where document::text ilike any ($2) returning 1),
  -- what the desk has noted; usually gone with the last order
  notes as (delete from customer_note where customer_key = $1 returning 1),
  -- what colleagues were told
  notifications as (
    delete from staff_notification
    where customer_key = $1 or text ilike any ($4) or subject ilike any ($4)
    returning 1
  ),
  -- searches that find nobody any more
  searches as (delete from saved_search where document::text ilike any ($3) returning 1),
  -- messages of no order, such as one that was being sent when its order was purged
  messages as (
    delete from message
    where order_id is null and content::text ilike any ($3)
    returning id, kind, created, kept_in
  ),
  -- their copies in folders
  unkept as (
    insert into message_file_removal (folder, kind, message_id, message_created)
    select folder, kind, id, created
    from messages cross join lateral unnest(kept_in) as folder
  ),
  -- what people wrote for jobs
  jobs as (update job set note = null where note ilike any ($4) returning 1),
  -- what people wrote for changes of inventory
  movements as (update inventory_movement set reason = null where reason ilike any ($4) returning 1)
select
  (select count(*) from carts) as carts,
  (select count(*) from notes) as notes,
  (select count(*) from notifications) as notifications,
  (select count(*) from searches) as searches,
  (
    select count(*)
    from messages
  ) + (
    select count(*)
    from jobs
  ) + (
    select count(*)
    from movements
  ) as texts
