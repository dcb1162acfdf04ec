-- audit-checkpoint
-- Columns: sequence bigint, hash text
select sequence, hash
from audit_checkpoint
order by sequence desc
limit 1

-- audit-end
-- Columns: sequence bigint, hash text
select sequence, hash
from audit_end

-- audit-insert
-- Parameters: $1 json
insert into
  audit_record (
    sequence, id, time, act, outcome, actor_kind, actor, client_id, session, address, service,
    operation, order_id, customer_key, trace_id, details, hash
  )
select
  sequence, id, time, act, outcome,
  "actorKind",
  actor,
  "clientId",
  session, address, service, operation,
  "orderId",
  "customerKey",
  "traceId",
  details, hash
from
  json_to_recordset($1) as new (
    sequence bigint, id uuid, time timestamptz, act text, outcome text,
    "actorKind" text,
    actor text,
    "clientId" text,
    session text, address text, service text, operation text,
    "orderId" text,
    "customerKey" text,
    "traceId" text,
    details text, hash text
  )

-- audit-known
-- Parameters: $1 uuid[]
-- Columns: id uuid
select id
from audit_record
where id = any ($1::uuid[])

-- audit-lock
-- Columns: locked void
select pg_advisory_xact_lock(6203912) as locked

-- audit-move-end
-- Parameters: $1 bigint, $2 text
update audit_end
set sequence = $1, hash = $2

-- audit-read
-- Parameters: $1 bigint, $2 bigint
-- Columns: sequence bigint, id uuid, time timestamp with time zone, act text, outcome text,
--   actor_kind text or null, actor text or null, client_id text or null, session text or null,
--   address text or null, service text, operation text or null, order_id text or null,
--   customer_key text or null, trace_id text or null, details text, hash text
select
  sequence, id, time, act, outcome, actor_kind, actor, client_id, session, address, service,
  operation, order_id, customer_key, trace_id, details, hash
from audit_record
where sequence > $1
order by sequence
limit $2

-- audit-remove
-- Parameters: $1 timestamp with time zone, $2 integer
-- Columns: removed integer
select remove_old_audit ($1, $2)::int as removed

-- audit-sent-lock
-- Columns: sequence bigint
select sequence
from audit_sent
for update skip locked

-- audit-sent-move
-- Parameters: $1 bigint
update audit_sent
set sequence = $1

-- author-is-colleague
-- Parameters: $1 text[], $2 text[]
-- Columns: user_name text, display_name text
select user_name, display_name
from colleague
where person = any ($1) or lower(display_name) = any ($1) or look_keys && $2

-- cart-insert
-- Parameters: $1 text, $2 text or null, $3 uuid, $4 timestamp with time zone, $5 boolean, $6 json,
--   $7 json, $8 text or null, $9 timestamp with time zone or null, $10 timestamp with time zone
-- Columns: version_number integer
insert into
  cart as c (
    id, store_id, version_number, version_id, expires, has_fixed_expiry, versions, document,
    sales_channel, modified
  )
select $1, $2, 1, $3, $4, $5, $6, $7, $8, $9
where not exists (select from cart_order where cart_id = $1)
on conflict (id) do update
set
  store_id = excluded.store_id,
  version_number = c.version_number + 1,
  version_id = excluded.version_id,
  expires = excluded.expires,
  has_fixed_expiry = excluded.has_fixed_expiry,
  versions = excluded.versions,
  document = excluded.document,
  sales_channel = excluded.sales_channel,
  modified = excluded.modified
where c.expires <= $10
returning version_number

-- cart-load
-- Parameters: $1 text, $2 timestamp with time zone
-- Columns: document json, version_id uuid, version_number integer, has_fixed_expiry boolean,
--   versions json, order_id text or null
select c.document, c.version_id, c.version_number, c.has_fixed_expiry, c.versions, o.order_id
from cart as c left join cart_order as o on o.cart_id = c.id
where c.id = $1 and c.expires > $2

-- cart-lock
-- Parameters: $1 text
select
from cart
where id = $1
for update

-- cart-open-page
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 timestamp with time zone,
--   $5 text[] or null, $6 bigint
-- Columns: id text, store_id text or null, modified text, market_id text or null,
--   customer_name text or null, currency text or null, modified_by text or null, total numeric,
--   line_count integer
select
  c.id, c.store_id,
  c.document ->> 'modified' as modified,
  c.document ->> 'marketId' as market_id,
  c.document ->> 'customerName' as customer_name,
  c.document ->> 'billingCurrency' as currency,
  c.document ->> 'modifiedBy' as modified_by,
  (c.document ->> 'total')::numeric as total,
  json_array_length(c.document -> 'orderForm' -> 'lineItems') as line_count
from cart as c
where
  c.sales_channel = $1
  and (c.modified, c.id) < ($2, $3)
  and c.expires > $4
  and ($5::text[] is null or c.store_id = any ($5))
  and not exists (select from cart_order as o where o.cart_id = c.id)
order by c.modified desc, c.id desc
limit $6

-- cart-order-find
-- Parameters: $1 text
-- Columns: orderId text, document json, versionId uuid, storeId text
select o.id as "orderId", o.document, o.version_id as "versionId", o.store_id as "storeId"
from cart_order as c join "order" as o on o.id = c.order_id
where c.cart_id = $1

-- cart-order-record
-- Parameters: $1 text, $2 text
insert into cart_order (cart_id, order_id)
values ($1, $2)

-- cart-order-take
-- Parameters: $1 text, $2 integer
-- Columns: id text
update cart
set version_number = version_number + 1
where id = $1 and version_number = $2
returning id

-- cart-read
-- Parameters: $1 text, $2 timestamp with time zone
-- Columns: document json, versionId uuid, storeId text or null
select document, version_id as "versionId", store_id as "storeId"
from cart
where id = $1 and expires > $2

-- cart-remove
-- Parameters: $1 text
delete from cart
where id = $1

-- cart-remove-expired
-- Parameters: $1 timestamp with time zone
-- Columns: id text
delete from cart
where
  id in (select id from cart where expires <= $1 order by expires limit 500 for update skip locked)
returning id

-- cart-save
-- Parameters: $1 text, $2 text or null, $3 uuid, $4 timestamp with time zone, $5 boolean, $6 json,
--   $7 json, $8 text or null, $9 timestamp with time zone or null, $10 integer
-- Columns: version_number integer
update cart
set
  store_id = $2,
  version_number = version_number + 1,
  version_id = $3,
  expires = $4,
  has_fixed_expiry = $5,
  versions = $6,
  document = $7,
  sales_channel = $8,
  modified = $9
where id = $1 and version_number = $10
returning version_number

-- colleague-list
-- Parameters: $1 timestamp with time zone
-- Columns: user_name text, display_name text, store_ids text[]
select user_name, display_name, store_ids
from colleague
where seen >= $1

-- colleague-note
-- Parameters: $1 text, $2 text, $3 text, $4 text[], $5 timestamp with time zone, $6 text[]
insert into colleague (person, user_name, display_name, store_ids, seen, look_keys)
values ($1, $2, $3, $4, $5, $6)
on conflict (person) do update
set user_name = $2, display_name = $3, store_ids = $4, seen = $5, look_keys = $6
where
  colleague.seen < $5 - interval '1 day'
  or (colleague.display_name, colleague.store_ids, colleague.look_keys) is distinct from ($3, $4, $6)

-- colleague-remove
-- Parameters: $1 timestamp with time zone
-- Columns: person text
delete from colleague
where person in (select person from colleague where seen < $1 limit 500 for update skip locked)
returning person

-- configuration-erase-hashes
-- Columns: erased bigint or null
select erase_former_hashes () as erased

-- configuration-newest
-- Columns: name text, version integer, sequence integer, content text or null,
--   changed timestamp with time zone, changed_by text, note text or null
select distinct on (name) name, version, sequence, content, changed, changed_by, note
from configuration_version
order by name, version desc

-- configuration-sequence
-- Columns: sequence integer or null
select coalesce(max(sequence), 0) as sequence
from configuration_version

-- credential-find
-- Parameters: $1 text
-- Columns: name text, version integer, key_id text, sealed text
select name, version, key_id, sealed
from credential
where name = $1

-- credential-insert
-- Parameters: $1 text, $2 text, $3 text, $4 timestamp with time zone
-- Columns: version integer
insert into credential (name, version, key_id, sealed, changed)
values ($1, 1, $2, $3, $4)
on conflict (name) do nothing
returning version

-- credential-list-others
-- Parameters: $1 text, $2 text
-- Columns: name text, version integer, key_id text, sealed text
select name, version, key_id, sealed
from credential
where key_id <> $1 and name > $2
order by name
limit 100

-- credential-replace
-- Parameters: $1 text, $2 text, $3 text, $4 timestamp with time zone, $5 integer
-- Columns: version integer
update credential
set version = version + 1, key_id = $2, sealed = $3, changed = $4
where name = $1 and version = $5
returning version

-- customer-count-orders
-- Parameters: $1 text, $2 text[] or null
-- Columns: count bigint
select count(*) as count
from order_customer as c
where c.customer_key = $1 and not c.is_deleted and ($2::text[] is null or c.store_id = any ($2))

-- customer-count-returns
-- Parameters: $1 text, $2 text[] or null
-- Columns: count bigint
select count(*) as count
from order_customer as c join order_return as r on r.order_id = c.order_id
where c.customer_key = $1 and not c.is_deleted and ($2::text[] is null or c.store_id = any ($2))

-- customer-export-carts
-- Parameters: $1 text[], $2 text, $3 bigint
-- Columns: id text, order_id text or null, document json
select c.id, o.order_id, c.document
from cart as c left join cart_order as o on o.cart_id = c.id
where c.document::text ilike any ($1) and c.id > $2
order by 1
limit $3

-- customer-export-deliveries
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: id text, order_id text or null, document json
select
  lpad(d.id::text, 20, '0') as id,
  d.order_id,
  json_build_object('subscriptionId', d.subscription_id, 'state', d.state, 'created', d.created, 'event', d.envelope) as document
from order_customer as c join webhook_delivery as d on d.order_id = c.order_id
where c.customer_key = $1 and lpad(d.id::text, 20, '0') > $2
order by 1
limit $3

-- customer-export-files
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: id text, order_id text, document json
select
  f.order_id || '/' || f.asset_id as id,
  f.order_id,
  json_build_object('fileName', f.file_name, 'created', f.created, 'content', f.model) as document
from order_customer as c join order_file as f on f.order_id = c.order_id
where c.customer_key = $1 and f.order_id || '/' || f.asset_id > $2
order by 1
limit $3

-- customer-export-messages
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: id text, order_id text or null, document json
select
  m.id::text as id,
  m.order_id,
  json_build_object('kind', m.kind, 'state', m.state, 'created', m.created, 'sent', m.sent, 'content', m.content) as document
from order_customer as c join message as m on m.order_id = c.order_id
where c.customer_key = $1 and m.id::text > $2
order by 1
limit $3

-- customer-export-notes
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: id text, order_id text or null, document json
select
  n.id::text as id,
  null::text as order_id,
  json_build_object('text', n.text, 'author', n.author, 'created', n.created, 'edited', n.edited) as document
from customer_note as n
where n.customer_key = $1 and n.id::text > $2
order by 1
limit $3

-- customer-export-notifications
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: id text, order_id text or null, document json
select
  lpad(s.id::text, 20, '0') as id,
  s.order_id,
  json_build_object('kind', s.kind, 'subject', s.subject, 'text', s.text, 'created', s.created) as document
from staff_notification as s
where
  (
    s.customer_key = $1
    or s.order_id in (select order_id from order_customer where customer_key = $1)
  )
  and lpad(s.id::text, 20, '0') > $2
order by 1
limit $3

-- customer-export-orders
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: id text, order_id text, document json
select o.id, o.id as order_id, o.document
from order_customer as c join "order" as o on o.id = c.order_id
where c.customer_key = $1 and c.order_id > $2
order by 1
limit $3

-- customer-export-searches
-- Parameters: $1 text[], $2 text, $3 bigint
-- Columns: id text, order_id text or null, document json
select s.id::text as id, null::text as order_id, s.document
from saved_search as s
where s.document::text ilike any ($1) and s.id::text > $2
order by 1
limit $3

-- customer-export-versions
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: id text, order_id text, document json
select
  v.order_id || '/' || lpad(v.version_number::text, 20, '0') as id,
  v.order_id,
  coalesce(v.document, 'null') as document
from order_customer as c join order_version as v on v.order_id = c.order_id
where
  c.customer_key = $1
  and v.document is not null
  and v.order_id || '/' || lpad(v.version_number::text, 20, '0') > $2
order by 1
limit $3

-- customer-key-of-order
-- Parameters: $1 text, $2 text[] or null
-- Columns: customer_key text
select coalesce(customer_key, '') as customer_key
from order_customer
where
  order_id = $1
  and not is_deleted
  and customer_key is not null
  and ($2::text[] is null or store_id = any ($2))

-- customer-lock-notes
-- Parameters: $1 integer, $2 text
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock($1, hashtext ($2))

-- customer-newest-orders
-- Parameters: $1 text, $2 text[] or null, $3 bigint
-- Columns: document json
select o.document
from order_customer as c join "order" as o on o.id = c.order_id
where c.customer_key = $1 and not c.is_deleted and ($2::text[] is null or c.store_id = any ($2))
order by c.created desc, c.order_id desc
limit $3

-- customer-orders
-- Parameters: $1 text, $2 text[] or null, $3 bigint, $4 bigint
-- Columns: id text, order_number text or null, created timestamp with time zone, store_id text,
--   order_type text, status text, payment_status text, fulfilment_status text or null,
--   currency text, turnover text, returned text
select
  o.id,
  o.document ->> 'orderNumber' as order_number,
  page.created, s.store_id, s.order_type, s.status, s.payment_status, s.fulfilment_status,
  page.currency,
  page.turnover::text as turnover,
  page.returned::text as returned
from
  (
    select *
    from order_customer as c
    where c.customer_key = $1 and not c.is_deleted and ($2::text[] is null or c.store_id = any ($2))
    order by c.created desc, c.order_id desc
    limit $3
    offset $4
  ) as page
  join "order" as o on o.id = page.order_id
  join order_search as s on s.order_id = page.order_id
order by page.created desc, page.order_id desc

-- erasure-begin
-- Parameters: $1 text, $2 timestamp with time zone, $3 timestamp with time zone or null, $4 text[],
--   $5 json
-- Columns: begun timestamp with time zone, newest_order timestamp with time zone or null,
--   order_ids text[], identity json, notes integer
insert into customer_erasure as e (customer_key, begun, newest_order, order_ids, identity, notes)
select $1, $2, $3, $4, $5, count(*)::integer
from customer_note
where customer_key = $1
on conflict (customer_key) do update
set
  newest_order = greatest(e.newest_order, excluded.newest_order),
  order_ids = array(select distinct unnest(e.order_ids || excluded.order_ids)),
  identity = excluded.identity,
  notes = greatest(e.notes, excluded.notes)
returning begun, newest_order, order_ids, identity, notes

-- erasure-cart-customers
-- Parameters: $1 text, $2 bigint
-- Columns: id text, customer_id text or null, number text or null, email text or null,
--   phone text or null
select
  id,
  document ->> 'customerId' as customer_id,
  document ->> 'customerNumber' as number,
  document ->> 'customerEmail' as email,
  document ->> 'customerPhone' as phone
from cart
where id > $1
order by id
limit $2

-- erasure-count-orders
-- Parameters: $1 text
-- Columns: count bigint
select count(*) as count
from order_customer
where customer_key = $1

-- erasure-count-related
-- Parameters: $1 text, $2 text[]
-- Columns: count bigint
select count(distinct c.customer_key) as count
from order_customer as c
where c.customer_key <> $1 and c.customer_text ilike any ($2)

-- erasure-customer-subjects
-- Parameters: $1 text, $2 bigint
-- Columns: name text or null, subject text
select name, erasure_subject ('Customer', name) as subject
from
  (
    select distinct customer_key as name
    from order_customer
    where customer_key > $1
    order by 1
    limit $2
  ) as known
order by name

-- erasure-delete-requests
-- Parameters: $1 text[]
-- Columns: deleted integer
delete from kit.idempotency_key
where status is not null and path ilike any ($1)
returning 1 as deleted

-- erasure-empty-responses
-- Parameters: $1 text[], $2 text[], $3 timestamp with time zone, $4 smallint
-- Columns: emptied integer
update kit.idempotency_key
set status = $4, headers = null, is_interim = false, body = null
where
  expires >= $3
  and expires < $3 + interval '1 hour'
  and status is not null
  and (
    body ilike any ($1)
    or exists (
      select
      from regexp_matches(body, '"(?:id|orderId|objectId)":"([^"]*)"', 'g') as found (words)
      where found.words[1] = any ($2)
    )
  )
returning 1 as emptied

-- erasure-finish
-- Parameters: $1 text, $2 timestamp with time zone
with
  -- what was needed to finish, which names the customer
  gone as (delete from customer_erasure where customer_key = $1)
insert into erasure (kind, subject, erased)
values ('Customer', erasure_subject ('Customer', $1), $2)
on conflict do nothing

-- erasure-has-run
-- Parameters: $1 text
-- Columns: has_run boolean
select
  exists (
    select
    from workflow_run
    where order_id = $1 and state in ('Running', 'Waiting', 'Held')
  ) as has_run

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

-- erasure-insert
-- Parameters: $1 text[], $2 text[], $3 timestamp with time zone[]
insert into erasure (kind, subject, erased)
select *
from unnest($1::text[], $2::text[], $3::timestamptz[])
on conflict do nothing

-- erasure-interrupted
-- Parameters: $1 timestamp with time zone
-- Columns: customer_key text
select customer_key
from customer_erasure
where begun < $1
order by begun

-- erasure-is-order-older
-- Parameters: $1 text, $2 timestamp with time zone
-- Columns: older boolean
select coalesce(min(created) <= $2, true) as older
from order_version
where order_id = $1

-- erasure-key-id
-- Columns: key_id text
select left(encode(sha256(convert_to('id' || secret, 'UTF8')), 'hex'), 16) as key_id
from erasure_key

-- erasure-lock-customer
-- Parameters: $1 integer, $2 text
-- Columns: locked text
select pg_advisory_xact_lock($1, hashtext ($2))::text as locked

-- erasure-missing
-- Parameters: $1 text[], $2 text[], $3 timestamp with time zone[]
-- Columns: kind text or null, subject text or null, erased timestamp with time zone or null
select g.kind, g.subject, g.erased
from unnest($1::text[], $2::text[], $3::timestamptz[]) as g (kind, subject, erased)
where
  not exists (
    select
    from erasure as e
    where (e.kind, e.subject, e.erased) = (g.kind, g.subject, g.erased)
  )

-- erasure-open
-- Parameters: $1 text
-- Columns: begun timestamp with time zone, newest_order timestamp with time zone or null,
--   order_ids text[], identity json, notes integer
select begun, newest_order, order_ids, identity, notes
from customer_erasure
where customer_key = $1
for update

-- erasure-open-keys
-- Columns: customer_key text
select customer_key
from customer_erasure

-- erasure-order-ids
-- Parameters: $1 text
-- Columns: order_id text
select order_id
from order_customer
where customer_key = $1

-- erasure-order-subjects
-- Parameters: $1 text, $2 bigint
-- Columns: name text, subject text
select id as name, erasure_subject ('Order', id) as subject
from "order"
where id > $1
order by id
limit $2

-- erasure-orders
-- Parameters: $1 text, $2 text, $3 bigint
-- Columns: order_id text, created timestamp with time zone, is_deleted boolean,
--   status text or null, fulfilment text or null, has_run boolean
select
  c.order_id, c.created, c.is_deleted,
  o.document ->> 'status' as status,
  o.document ->> 'fulfilmentStatus' as fulfilment,
  exists (
    select
    from workflow_run as r
    where r.order_id = c.order_id and r.state in ('Running', 'Waiting', 'Held')
  ) as has_run
from order_customer as c join "order" as o on o.id = c.order_id
where c.customer_key = $1 and c.order_id > $2
order by c.order_id
limit $3

-- erasure-response-hours
-- Columns: hour timestamp with time zone
select distinct date_trunc('hour', expires) as hour
from kit.idempotency_key
order by 1

-- erasure-since
-- Parameters: $1 timestamp with time zone, $2 text, $3 text, $4 bigint
-- Columns: kind text, subject text, erased timestamp with time zone
select kind, subject, erased
from erasure
where (erased, kind, subject) > ($1, $2, $3)
order by erased, kind, subject
limit $4

-- erasure-subjects
-- Parameters: $1 text[]
-- Columns: name text, subject text
select coalesce(name, '') as name, erasure_subject ('Customer', name) as subject
from unnest($1::text[]) as name

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

-- holds-count
-- Columns: count bigint, oldest timestamp with time zone or null
select count(*) as count, min(held_since) as oldest
from order_search
where held_since is not null and not is_deleted

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

-- holds-due
-- Parameters: $1 timestamp with time zone, $2 timestamp with time zone, $3 text, $4 bigint
-- Columns: order_id text, hold_until timestamp with time zone or null
select order_id, hold_until
from order_search
where hold_until <= $1 and not is_deleted and (hold_until, order_id) > ($2, $3)
order by hold_until, order_id
limit $4

-- holds-known-customers
-- Parameters: $1 text[]
-- Columns: customer_id text
select customer_id
from unnest($1::text[]) as wanted (customer_id)
where
  exists (
    select
    from order_search as s
    where s.customer_id = wanted.customer_id and not s.is_deleted
  )

-- holds-lock-customers
-- Parameters: $1 integer, $2 text[]
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock($1, key)
from
  (
    select distinct hashtext (customer) as key
    from unnest($2::text[]) as customer
    order by key
  ) as keys

-- inventory-close
-- Parameters: $1 text
update inventory_movement
set is_closed = true
where order_id = $1 and not is_closed

-- inventory-create
-- Parameters: $1 text[], $2 text[], $3 timestamp with time zone
insert into
  inventory (sku_id, warehouse_code, quantity, reserved_quantity, event_sequence, modified)
select sku_id, warehouse_code, 0, 0, 0, $3::timestamptz
from unnest($1::text[], $2::text[]) with ordinality as wanted (sku_id, warehouse_code, position)
order by sku_id collate "C", warehouse_code collate "C"
on conflict do nothing

-- inventory-ledger
-- Parameters: $1 text[], $2 text[]
-- Columns: ledger text or null, stocked text[]
with
  -- what the orders have reserved and taken, by line of a shipment
  ledger as materialized (
    select
      order_id, sku_id, warehouse_code, shipment_id, line_item_id,
      sum(reserved_delta) as reserved,
      coalesce(sum(- quantity_delta) filter (where kind = 'Withdrawal'), 0) as taken,
      bool_or(reserved_delta > 0) as was_reserved,
      min(id) as first
    from inventory_movement
    where
      order_id = any ($1::text[])
      and not is_closed
      and shipment_id is not null
      and line_item_id is not null
    group by order_id, sku_id, warehouse_code, shipment_id, line_item_id
  )
select
  (select json_agg(l order by l.first)::text from ledger as l) as ledger,
  array(
    select sku_id
    from
      (
        select sku_id
        from unnest($2::text[]) with ordinality as requested (sku_id, position)
        where requested.position between 0 and 9007199254740991
        union
        select sku_id
        from ledger
      ) as wanted
    where (select true from inventory as i where i.sku_id = wanted.sku_id limit 1)
  ) as stocked

-- inventory-load
-- Parameters: $1 text[], $2 text[] or null
-- Columns: sku_id text, warehouse_code text, quantity numeric, reserved_quantity numeric,
--   event_sequence bigint, modified timestamp with time zone, low_stock_at numeric or null
select
  i.sku_id, i.warehouse_code, i.quantity, i.reserved_quantity, i.event_sequence, i.modified,
  i.low_stock_at
from inventory as i
where i.sku_id = any ($1) and ($2::text[] is null or i.warehouse_code = any ($2))
order by i.sku_id, i.warehouse_code

-- inventory-lock
-- Parameters: $1 text[], $2 text[]
-- Columns: sku_id text, warehouse_code text, quantity numeric, reserved_quantity numeric,
--   event_sequence bigint, modified timestamp with time zone, low_stock_at numeric or null
select
  i.sku_id, i.warehouse_code, i.quantity, i.reserved_quantity, i.event_sequence, i.modified,
  i.low_stock_at
from
  unnest($1::text[], $2::text[]) with ordinality as wanted (sku_id, warehouse_code, position)
  join inventory as i on i.sku_id = wanted.sku_id
  and i.warehouse_code = wanted.warehouse_code
where wanted.position between 0 and 9007199254740991
order by i.sku_id, i.warehouse_code
for update of i

-- inventory-low-limits
-- Parameters: $1 text[], $2 text[], $3 numeric[]
update inventory as i
set low_stock_at = w.low_stock_at
from unnest($1::text[], $2::text[], $3::numeric[]) as w (sku_id, warehouse_code, low_stock_at)
where i.sku_id = w.sku_id and i.warehouse_code = w.warehouse_code

-- inventory-low-page
-- Parameters: $1 numeric, $2 text, $3 text, $4 numeric, $5 text[] or null, $6 bigint
-- Columns: sku_id text, warehouse_code text, quantity numeric, reserved_quantity numeric,
--   event_sequence bigint, modified timestamp with time zone, low_stock_at numeric or null
with
  -- the levels that are low by the settings
  usual as (
    select
      i.sku_id, i.warehouse_code, i.quantity, i.reserved_quantity, i.event_sequence, i.modified,
      i.low_stock_at
    from inventory as i
    where
      (i.quantity - i.reserved_quantity, i.sku_id, i.warehouse_code) > ($1, $2, $3)
      and ($5::text[] is null or i.warehouse_code = any ($5))
      and i.quantity - i.reserved_quantity <= $4
      and i.low_stock_at is null
    order by i.quantity - i.reserved_quantity, i.sku_id, i.warehouse_code
    limit $6
  ),
  -- those that are low by a limit of their own
  own as (
    select
      i.sku_id, i.warehouse_code, i.quantity, i.reserved_quantity, i.event_sequence, i.modified,
      i.low_stock_at
    from inventory as i
    where
      (i.quantity - i.reserved_quantity, i.sku_id, i.warehouse_code) > ($1, $2, $3)
      and ($5::text[] is null or i.warehouse_code = any ($5))
      and i.quantity - i.reserved_quantity <= i.low_stock_at
    order by i.quantity - i.reserved_quantity, i.sku_id, i.warehouse_code
    limit $6
  )
select
  i.sku_id, i.warehouse_code, i.quantity, i.reserved_quantity, i.event_sequence, i.modified,
  i.low_stock_at
from (select * from usual union all select * from own) as i
order by i.quantity - i.reserved_quantity, i.sku_id, i.warehouse_code
limit $6

-- inventory-page
-- Parameters: $1 text, $2 text, $3 text[] or null, $4 bigint
-- Columns: sku_id text, warehouse_code text, quantity numeric, reserved_quantity numeric,
--   event_sequence bigint, modified timestamp with time zone, low_stock_at numeric or null
select
  i.sku_id, i.warehouse_code, i.quantity, i.reserved_quantity, i.event_sequence, i.modified,
  i.low_stock_at
from inventory as i
where
  (i.sku_id, i.warehouse_code) > ($1, $2)
  and ($3::text[] is null or i.warehouse_code = any ($3))
order by i.sku_id, i.warehouse_code
limit $4

-- inventory-rename-lines
-- Parameters: $1 text, $2 text[], $3 text[]
update inventory_movement as m
set line_item_id = r.new_id
from unnest($2::text[], $3::text[]) as r (old_id, new_id)
where m.order_id = $1 and not m.is_closed and m.line_item_id = r.old_id

-- inventory-returned
-- Parameters: $1 text, $2 text or null
-- Columns: return_id text or null, line_item_id text or null, sku_id text, warehouse_code text,
--   units numeric
select return_id, line_item_id, sku_id, warehouse_code, sum(quantity_delta) as units
from inventory_movement
where order_id = $1 and not is_closed and kind = 'Return' and ($2::text is null or return_id = $2)
group by return_id, line_item_id, sku_id, warehouse_code
having sum(quantity_delta) > 0
order by min(id)

-- inventory-write
-- Parameters: $1 json, $2 json, $3 json, $4 timestamp with time zone
-- Columns: count bigint
with
  -- the levels after the write
  changed as (
    update inventory as i
    set
      quantity = c.quantity,
      reserved_quantity = c.reserved_quantity,
      event_sequence = c.event_sequence,
      modified = $4::timestamptz
    from
      json_to_recordset($1::json) as c (
        sku_id text, warehouse_code text, quantity numeric, reserved_quantity numeric,
        event_sequence bigint
      )
    where
      i.sku_id = c.sku_id
      and i.warehouse_code = c.warehouse_code
      and c.event_sequence between 0 and 9007199254740991
    returning i.sku_id
  ),
  -- the movements that led to them
  logged as (
    insert into
      inventory_movement (
        sku_id, warehouse_code, kind, quantity_delta, reserved_delta, order_id, shipment_id,
        line_item_id, return_id, reason, created
      )
    select
      m ->> 'skuId',
      m ->> 'warehouseCode',
      m ->> 'kind',
      (m ->> 'quantityDelta')::numeric,
      (m ->> 'reservedDelta')::numeric,
      m ->> 'orderId',
      m ->> 'shipmentId',
      m ->> 'lineItemId',
      m ->> 'returnId',
      m ->> 'reason',
      $4::timestamptz
    from json_array_elements($2::json) with ordinality as new (m, position)
    where exists (select from changed)
    order by position
  ),
  -- the events
  published as (
    insert into kit.event (event_id, type, traceparent, envelope)
    select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
    from json_array_elements($3::json) with ordinality as new (event, position)
    where exists (select from changed)
    order by position
    returning id
  ),
  -- that they wait to be published
  waiting as (insert into kit.waiting_event (id) select id from published)
select count(*)
from changed

-- job-begin
-- Parameters: $1 uuid[]
-- Columns: id uuid, kind text, total integer
update job
set state = 'Running', started = now()
where id = any ($1::uuid[]) and state = 'Queued'
returning id, kind, total

-- job-cancel
-- Parameters: $1 uuid
-- Columns: id uuid, kind text, state text, note text or null, created timestamp with time zone,
--   created_by text, started timestamp with time zone or null,
--   finished timestamp with time zone or null, total integer, succeeded integer, failed integer,
--   refused integer
with
  -- the job, if it is not over
  canceled as (
    update job
    set state = 'Canceled', finished = now()
    where id = $1 and state in ('Queued', 'Running')
    returning
      id, kind, state, note, created, created_by, started, finished, total, succeeded, failed,
      refused
  ),
  -- its items that nobody has begun
  skipped as (
    update job_item as i
    set outcome = 'Canceled', finished = now()
    from canceled
    where i.job_id = canceled.id and i.outcome is null and i.lease_until is null
  )
select
  id, kind, state, note, created, created_by, started, finished, total, succeeded, failed, refused
from canceled

-- job-claim-items
-- Parameters: $1 text[], $2 bigint
-- Columns: job_id uuid, position integer, key text, order_id text or null, attempt integer,
--   has_begun boolean, kind text, state text, store_ids text[] or null, created_by text,
--   actor text, correlation_id text
with
  -- due items, held by this process
  claimed as (
    update job_item as i
    set attempt = i.attempt + 1, lease_until = now() + interval '15 seconds'
    from
      (
        select i.job_id, i.position
        from job_item as i
        where
          i.outcome is null
          and (i.lease_until is null or i.lease_until < now())
          and (select j.kind = any ($1) from job as j where j.id = i.job_id)
        order by i.position, i.job_id
        limit $2
        for update of i skip locked
      ) as due
    where i.job_id = due.job_id and i.position = due.position
    returning i.job_id, i.position, i.key, i.order_id, i.attempt, i.has_begun
  )
select c.*, j.kind, j.state, j.store_ids, j.created_by, j.actor, j.correlation_id
from claimed as c join job as j on j.id = c.job_id
order by c.position

-- job-count-open
-- Columns: kind text, count integer, oldest_seconds double precision or null
select
  j.kind,
  count(*)::int as count,
  extract(epoch from now() - min(j.created))::float as oldest_seconds
from job_item as i join job as j on j.id = i.job_id
where i.outcome is null
group by j.kind

-- job-finish-item
-- Parameters: $1 uuid, $2 integer, $3 integer, $4 text, $5 text or null
-- Columns: id uuid, kind text, state text, note text or null, created timestamp with time zone,
--   created_by text, started timestamp with time zone or null,
--   finished timestamp with time zone or null, total integer, succeeded integer, failed integer,
--   refused integer
with
  -- the job, so that its items end one after the other
  locked as (select id from job where id = $1 for update),
  -- the item, if this process holds it
  ended as (
    update job_item
    set
      outcome = $4,
      finished = now(),
      lease_until = null,
      reason = case
        when order_id is null
        or exists (select from "order" as o where o.id = job_item.order_id) then $5
      end
    where
      job_id = $1
      and position = $2
      and attempt = $3
      and outcome is null
      and exists (select from locked)
    returning job_id
  )
update job as j
set
  succeeded = succeeded + ($4 = 'Succeeded')::int,
  failed = failed + ($4 = 'Failed')::int,
  refused = refused + ($4 = 'Refused')::int,
  state = case
    when state = 'Running'
    and succeeded + failed + refused + 1 = total then 'Finished'
    else state
  end,
  finished = case
    when state = 'Running'
    and succeeded + failed + refused + 1 = total then now()
    else finished
  end
from ended
where j.id = ended.job_id
returning
  id, kind, state, note, created, created_by, started, finished, total, succeeded, failed, refused

-- job-insert
-- Parameters: $1 uuid, $2 text, $3 text or null, $4 text[] or null, $5 text, $6 text, $7 text,
--   $8 json
-- Columns: id uuid, kind text, state text, note text or null, created timestamp with time zone,
--   created_by text, started timestamp with time zone or null,
--   finished timestamp with time zone or null, total integer, succeeded integer, failed integer,
--   refused integer
with
  -- the job; without items it is finished
  made as (
    insert into
      job (id, kind, state, note, store_ids, created, created_by, actor, correlation_id, finished, total)
    select
      $1,
      $2,
      case when n = 0 then 'Finished' else 'Queued' end,
      $3,
      $4,
      now(),
      $5,
      $6,
      $7,
      case when n = 0 then now() end,
      n
    from json_array_length($8) as n
    returning
      id, kind, state, note, created, created_by, started, finished, total, succeeded, failed,
      refused
  ),
  -- its items in their order
  items as (
    insert into job_item (job_id, position, key, order_id)
    select made.id, i.position, i.item ->> 'key', i.item ->> 'orderId'
    from made, json_array_elements($8) with ordinality as i (item, position)
  )
select
  id, kind, state, note, created, created_by, started, finished, total, succeeded, failed, refused
from made

-- job-item-begun
-- Parameters: $1 uuid, $2 integer, $3 integer
-- Columns: position integer
update job_item
set has_begun = true
where job_id = $1 and position = $2 and attempt = $3 and outcome is null
returning position

-- job-list
-- Parameters: $1 text[] or null, $2 text or null, $3 text or null, $4 uuid or null, $5 bigint
-- Columns: id uuid, kind text, state text, note text or null, created timestamp with time zone,
--   created_by text, started timestamp with time zone or null,
--   finished timestamp with time zone or null, total integer, succeeded integer, failed integer,
--   refused integer
select
  id, kind, state, note, created, created_by, started, finished, total, succeeded, failed, refused
from job
where
  ($1::text[] is null or store_ids <@ $1::text[])
  and ($2::text is null or kind = $2)
  and ($3::text is null or state = $3)
  and ($4::uuid is null or id < $4)
order by id desc
limit $5

-- job-postpone-item
-- Parameters: $1 uuid, $2 integer, $3 integer, $4 double precision
-- Columns: position integer
update job_item
set lease_until = now() + $4 * interval '1 millisecond'
where job_id = $1 and position = $2 and attempt = $3 and outcome is null
returning position

-- job-read
-- Parameters: $1 uuid, $2 text[] or null
-- Columns: id uuid, kind text, state text, note text or null, created timestamp with time zone,
--   created_by text, started timestamp with time zone or null,
--   finished timestamp with time zone or null, total integer, succeeded integer, failed integer,
--   refused integer
select
  id, kind, state, note, created, created_by, started, finished, total, succeeded, failed, refused
from job
where id = $1 and ($2::text[] is null or store_ids <@ $2::text[])

-- job-remove-ended
-- Parameters: $1 timestamp with time zone
-- Columns: id uuid
delete from job
where
  id in (select id from job where finished < $1 order by finished limit 5 for update skip locked)
returning id

-- job-renew-lease
-- Parameters: $1 uuid, $2 integer, $3 integer
-- Columns: position integer
update job_item
set lease_until = now() + interval '15 seconds'
where job_id = $1 and position = $2 and attempt = $3 and outcome is null
returning position

-- job-results
-- Parameters: $1 uuid, $2 integer, $3 text or null, $4 bigint
-- Columns: position integer, key text, order_id text or null, outcome text or null,
--   reason text or null, finished timestamp with time zone or null
select position, key, order_id, outcome, reason, finished
from job_item
where job_id = $1 and position > $2 and outcome is not null and ($3::text is null or outcome = $3)
order by position
limit $4

-- message-adopt-files
-- Parameters: $1 uuid, $2 uuid[]
update message
set kept_in = array_append(kept_in, $1::uuid)
where id = any ($2::uuid[]) and not $1::uuid = any (kept_in)

-- message-claim
-- Parameters: $1 bigint, $2 bigint
-- Columns: id uuid, order_id text or null, kind text, connector text, content json,
--   attempts integer, created timestamp with time zone
update message
set attempts = attempts + 1, next_attempt = now() + interval '180 seconds'
where
  ctid = any (
    array(
      select ctid
      from message
      where kind = 'email' and next_attempt <= now() + interval '1 millisecond'
      order by next_attempt
      limit $1
      for update skip locked
    ) || array(
      select ctid
      from message
      where kind = 'sms' and next_attempt <= now() + interval '1 millisecond'
      order by next_attempt
      limit $2
      for update skip locked
    )
  )
returning id, order_id, kind, connector, content, attempts, created

-- message-composed
-- Parameters: $1 uuid[], $2 text[], $3 text[]
update message
set
  content = composed.content::json,
  warning = composed.warning,
  failure_reason = null,
  composition = null,
  compose_at = null,
  next_attempt = now()
from unnest($1::uuid[], $2::text[], $3::text[]) as composed (id, content, warning)
where message.id = composed.id and compose_at is not null

-- message-count
-- Columns: kind text, waiting bigint, failed bigint, age double precision
select
  kind,
  count(*) filter (where state = 'Waiting') as waiting,
  count(*) filter (where state = 'Failed') as failed,
  greatest(
    0,
    coalesce(extract(epoch from now() - min(created) filter (where state = 'Waiting')), 0)
  )::float8 as age
from message
where next_attempt is not null or compose_at is not null
group by kind

-- message-delete-old
-- Columns: id uuid
delete from message
where
  ctid = any (
    array(
      select ctid
      from message
      where state <> 'Waiting' and created < now() - interval '90 days'
      limit 5000
    )
  )
  and state <> 'Waiting'
returning id

-- message-failed
-- Parameters: $1 uuid, $2 integer, $3 text, $4 json or null
-- Columns: id uuid
update message
set
  state = 'Failed',
  next_attempt = 'infinity',
  failure_reason = $3,
  content = coalesce($4::json, content)
where id = $1 and attempts = $2 and state = 'Waiting'
returning id

-- message-files-removed
-- Parameters: $1 bigint[]
delete from message_file_removal
where id = any ($1::bigint[])

-- message-files-to-remove
-- Parameters: $1 uuid
-- Columns: id bigint, message_id uuid, kind text, message_created timestamp with time zone
select id, message_id, kind, message_created
from message_file_removal
where folder = $1
order by id
limit 500

-- message-forget
-- Columns: id uuid
with
  -- ended messages of purged orders
  forgotten as (
    delete from message
    where
      ctid = any (
        array(
          select ctid
          from message
          where
            (
              order_id is null
              and not exists (select from saved_report_run as run where run.id = message.id)
            )
            and state <> 'Waiting'
          limit 5000
        )
      )
      and order_id is null
      and state <> 'Waiting'
    returning id, kind, created, kept_in
  ),
  -- the copies of these in folders, which are still to be removed
  unkept as (
    insert into message_file_removal (folder, kind, message_id, message_created)
    select folder, kind, id, created
    from forgotten cross join lateral unnest(kept_in) as folder
  )
select id
from forgotten

-- message-insert
-- Parameters: $1 uuid[], $2 text[], $3 text[], $4 text[], $5 text[], $6 timestamp with time zone[],
--   $7 text[], $8 uuid[], $9 text[], $10 text[]
insert into
  message (
    id, order_id, kind, connector, content, state, created, next_attempt, template, resend_of,
    resent_by, composition, compose_at
  )
select
  id, order_id, kind, connector,
  content::json,
  'Waiting',
  created,
  case when composition is null then now() end,
  template, resend_of, resent_by,
  composition::json,
  case when composition is not null then now() end
from
  unnest(
    $1::uuid[],
    $2::text[],
    $3::text[],
    $4::text[],
    $5::text[],
    $6::timestamptz[],
    $7::text[],
    $8::uuid[],
    $9::text[],
    $10::text[]
  ) as new (id, order_id, kind, connector, content, created, template, resend_of, resent_by, composition)
on conflict (id) do nothing

-- message-lock-due
-- Columns: id uuid, order_id text or null, kind text, connector text, template text or null,
--   content json, composition json or null, attempts integer, created timestamp with time zone
select id, order_id, kind, connector, template, content, composition, attempts, created
from message
where compose_at <= now() + interval '1 millisecond'
order by compose_at
limit 16
for update skip locked

-- message-lock-due-of-order
-- Parameters: $1 text
-- Columns: id uuid, order_id text or null, kind text, connector text, template text or null,
--   content json, composition json or null, attempts integer, created timestamp with time zone
select id, order_id, kind, connector, template, content, composition, attempts, created
from message
where order_id = $1 and compose_at <= now() + interval '1 millisecond'
order by created, id
limit 16
for update

-- message-record-folder
-- Parameters: $1 uuid[], $2 integer[], $3 uuid
-- Columns: id uuid, attempt integer, is_purged boolean
update message
set
  kept_in = case when $3::uuid = any (kept_in) then kept_in else array_append(kept_in, $3::uuid) end
from unnest($1::uuid[], $2::int[]) as claim (id, attempt)
where
  message.id = claim.id
  and message.attempts = claim.attempt
  and state = 'Waiting'
  and claim.attempt between 0 and 9007199254740991
returning
  message.id, claim.attempt,
  (
    order_id is null
    and not exists (select from saved_report_run as run where run.id = message.id)
  ) as is_purged

-- message-removal-delete-old
delete from message_file_removal
where created < now() - interval '90 days'

-- message-sent
-- Parameters: $1 uuid[], $2 integer[]
-- Columns: id uuid, attempt integer
update message
set state = 'Sent', sent = now(), next_attempt = null, failure_reason = null
from unnest($1::uuid[], $2::int[]) as claim (id, attempt)
where
  message.id = claim.id
  and message.attempts = claim.attempt
  and state = 'Waiting'
  and claim.attempt between 0 and 9007199254740991
returning message.id, claim.attempt

-- message-uncomposed
-- Parameters: $1 uuid[], $2 text[], $3 boolean[], $4 double precision[]
-- Columns: id uuid, state text
update message
set
  attempts = attempts + 1,
  failure_reason = failed.reason,
  state = case
    when (failed.is_final or created <= now() - interval '24 hours') then 'Failed'
    else 'Waiting'
  end,
  next_attempt = case
    when (failed.is_final or created <= now() - interval '24 hours') then 'infinity'::timestamptz
  end,
  compose_at = case
    when (failed.is_final or created <= now() - interval '24 hours') then null
    else now() + failed.pause * interval '1 millisecond'
  end
from
  unnest($1::uuid[], $2::text[], $3::boolean[], $4::double precision[]) as failed (id, reason, is_final, pause)
where message.id = failed.id and compose_at is not null
returning message.id, state

-- message-versions
-- Parameters: $1 text[], $2 integer[]
-- Columns: order_id text, version_number integer, document json
select v.order_id, v.version_number, v.document
from
  unnest($1::text[], $2::int[]) as wanted (order_id, version_number)
  join order_version_content as v on v.order_id = wanted.order_id
  and v.version_number = wanted.version_number
where wanted.version_number between 0 and 9007199254740991

-- message-wait
-- Parameters: $1 uuid, $2 integer, $3 text, $4 json or null, $5 double precision
-- Columns: state text
update message
set
  failure_reason = $3,
  content = coalesce($4::json, content),
  state = case when created <= now() - interval '24 hours' then 'Failed' else 'Waiting' end,
  next_attempt = case
    when created <= now() - interval '24 hours' then 'infinity'
    else now() + $5 * interval '1 millisecond'
  end
where id = $1 and attempts = $2 and state = 'Waiting'
returning state

-- messages-exist
-- Parameters: $1 uuid[]
-- Columns: id uuid
select id
from message
where id = any ($1)

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

-- migration-rename-runs
-- Parameters: $1 json
update workflow_run as r
set status = m.status, plan = m.plan, next = m.next, waiting = m.waiting
from
  json_to_recordset($1::json) as m (id uuid, "fencingToken" int, status text, plan json, next json, waiting json)
where r.id = m.id and r.fencing_token = m."fencingToken"

-- migration-runs
-- Parameters: $1 text
-- Columns: id uuid, order_id text, shipment_id text or null, return_id text or null, status text,
--   state text, started timestamp with time zone, started_by text or null, plan json,
--   fencing_token integer, transition_count integer, next json, waiting json or null
select
  id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token,
  transition_count, next, waiting
from workflow_run
where order_id = $1
order by started, id
for update

-- number-draw
-- Parameters: $1 text, $2 text, $3 text, $4 bigint, $5 bigint
-- Columns: last_number bigint
with -- the last number of the sequence that shares the numbers
  other as (
    select coalesce(max(last_number), 0) as last_number
    from number_sequence
    where name = $2 and (prefix is null or prefix = $3)
  ),
  -- the sequence with its new last number
  drawn as (
    insert into number_sequence as s (name, prefix, last_number)
    select $1, $3, greatest($4, other.last_number + 1)
    from other
    on conflict (name) do update
    set
      prefix = excluded.prefix,
      last_number = greatest(
        s.last_number + $5,
        $4::bigint,
        case when s.prefix is distinct from excluded.prefix then excluded.last_number end
      )
    returning last_number
  ),
  -- a lost number is a gap, and nobody waits for the disk
  hurried as materialized (select set_config('synchronous_commit', 'off', true))
select last_number
from drawn, hurried

-- number-draw-in
-- Parameters: $1 text, $2 text, $3 text, $4 bigint
-- Columns: last_number bigint
with -- the last number of the sequence that shares the numbers
  other as (
    select coalesce(max(last_number), 0) as last_number
    from number_sequence
    where name = $2 and (prefix is null or prefix = $3)
  ),
  -- the sequence with its new last number
  drawn as (
    insert into number_sequence as s (name, prefix, last_number)
    select $1, $3, greatest($4, other.last_number + 1)
    from other
    on conflict (name) do update
    set
      prefix = excluded.prefix,
      last_number = greatest(
        s.last_number + 1,
        $4::bigint,
        case when s.prefix is distinct from excluded.prefix then excluded.last_number end
      )
    returning last_number
  )
select last_number
from drawn

-- number-taken
-- Parameters: $1 text, $2 text
-- Columns: taken boolean
select
  exists (select from "order" where id = $1)
  or exists (select from order_search where order_number = $2) as taken

-- order-by-cart
-- Parameters: $1 text, $2 text[] or null
-- Columns: version_id uuid, document json
select o.version_id, o.document
from
  "order" o
  join (
    select order_id
    from order_search
    where cart_id = $1 and not is_deleted and ($2::text[] is null or store_id = any ($2))
    order by created desc, order_id desc
    limit 1
  ) s on s.order_id = o.id

-- order-by-secret-key
-- Parameters: $1 bytea
-- Columns: document json
select o.document
from order_search s join "order" o on o.id = s.order_id
where s.secret_key_hash = $1 and not s.is_deleted
order by s.created desc, s.order_id desc
limit 1

-- order-change-positions
-- Columns: count bigint
with
  -- the oldest changes that have no position yet
  taken as (
    delete from order_change_pending
    where id in (select id from order_change_pending order by id limit 1000)
    returning id, order_id, version_id, kind, occurred, store_id, order_type
  ),
  -- the same with the next positions
  placed as (
    insert into order_change (position, order_id, version_id, kind, occurred, store_id, order_type)
    select
      coalesce((select max(position) from order_change), 0) + row_number() over (order by id),
      order_id, version_id, kind, occurred, store_id, order_type
    from taken
    returning position
  )
select count(*) as count
from placed

-- order-changes-all
-- Parameters: $1 bigint, $2 bigint
-- Columns: last bigint, is_waiting boolean, position bigint or null, order_id text or null,
--   version_id uuid or null, kind text or null, occurred timestamp with time zone or null,
--   store_id text or null, order_type text or null
select f.last, f.is_waiting, p.*
from
  (
    select
      coalesce((select max(position) from order_change), 0) as last,
      exists (select from order_change_pending) as is_waiting
  ) as f
  left join (
    select position, order_id, version_id, kind, occurred, store_id, order_type
    from order_change
    where position > $1
    order by position
    limit $2
  ) as p on true
order by p.position

-- order-changes-of-both
-- Parameters: $1 bigint, $2 bigint, $3 text[], $4 text[]
-- Columns: last bigint, is_waiting boolean, position bigint or null, order_id text or null,
--   version_id uuid or null, kind text or null, occurred timestamp with time zone or null,
--   store_id text or null, order_type text or null
select f.last, f.is_waiting, p.*
from
  (
    select
      coalesce((select max(position) from order_change), 0) as last,
      exists (select from order_change_pending) as is_waiting
  ) as f
  left join (
    select position, order_id, version_id, kind, occurred, store_id, order_type
    from
      unnest($3::text[]) as store (wanted)
      cross join unnest($4::text[]) as type (wanted)
      cross join lateral (
        select position, order_id, version_id, kind, occurred, store_id, order_type
        from order_change
        where store_id = store.wanted and order_type = type.wanted and position + 0 > $1
        order by position + 0
        limit $2
      ) as change
    where position > $1
    order by position
    limit $2
  ) as p on true
order by p.position

-- order-changes-of-stores
-- Parameters: $1 bigint, $2 bigint, $3 text[]
-- Columns: last bigint, is_waiting boolean, position bigint or null, order_id text or null,
--   version_id uuid or null, kind text or null, occurred timestamp with time zone or null,
--   store_id text or null, order_type text or null
select f.last, f.is_waiting, p.*
from
  (
    select
      coalesce((select max(position) from order_change), 0) as last,
      exists (select from order_change_pending) as is_waiting
  ) as f
  left join (
    select position, order_id, version_id, kind, occurred, store_id, order_type
    from
      unnest($3::text[]) as store (wanted)
      cross join lateral (
        select position, order_id, version_id, kind, occurred, store_id, order_type
        from order_change
        where store_id = store.wanted and position + 0 > $1
        order by position + 0
        limit $2
      ) as change
    where position > $1
    order by position
    limit $2
  ) as p on true
order by p.position

-- order-changes-of-types
-- Parameters: $1 bigint, $2 bigint, $3 text[]
-- Columns: last bigint, is_waiting boolean, position bigint or null, order_id text or null,
--   version_id uuid or null, kind text or null, occurred timestamp with time zone or null,
--   store_id text or null, order_type text or null
select f.last, f.is_waiting, p.*
from
  (
    select
      coalesce((select max(position) from order_change), 0) as last,
      exists (select from order_change_pending) as is_waiting
  ) as f
  left join (
    select position, order_id, version_id, kind, occurred, store_id, order_type
    from
      unnest($3::text[]) as type (wanted)
      cross join lateral (
        select position, order_id, version_id, kind, occurred, store_id, order_type
        from order_change
        where order_type = type.wanted and position + 0 > $1
        order by position + 0
        limit $2
      ) as change
    where position > $1
    order by position
    limit $2
  ) as p on true
order by p.position

-- order-count-types-and-statuses
-- Parameters: $1 text
-- Columns: orderType text, status text, count double precision
select c.order_type as "orderType", c.status, sum(c.count)::float8 as count
from
  (
    select
      status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
      tags, shipping_methods, count
    from order_count
    union all
    select
      status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
      tags, shipping_methods, count
    from order_count_delta
  ) as c
where c.status <> $1
group by c.order_type, c.status
having sum(c.count) > 0
order by c.order_type, c.status

-- order-drop-counts
-- Parameters: $1 text[]
delete from order_count
where key = any ($1)

-- order-exist-many
-- Parameters: $1 text[], $2 text[] or null
-- Columns: id text
select id
from "order"
where id = any ($1) and ($2::text[] is null or store_id = any ($2))

-- order-facts
-- Parameters: $1 text
-- Columns: orderType text or null, status text or null, storeId text or null, marketId text or null
select
  document ->> 'orderType' as "orderType",
  document ->> 'status' as status,
  document ->> 'storeId' as "storeId",
  document ->> 'marketId' as "marketId"
from "order"
where id = $1

-- order-fields-drop
-- Parameters: $1 text[]
-- Columns: key text
delete from order_field
where ctid = any (array(select ctid from order_field where key = any ($1) limit 100))
returning key

-- order-file-read
-- Parameters: $1 text, $2 text
-- Columns: store_id text, file_name text, content bytea or null, model json
select o.store_id, f.file_name, f.content, f.model
from order_file as f join "order" as o on o.id = f.order_id
where f.order_id = $1 and f.asset_id = $2

-- order-file-store
-- Parameters: $1 text, $2 text, $3 bytea
-- Columns: content bytea or null
update order_file
set content = coalesce(content, $3)
where order_id = $1 and asset_id = $2
returning content

-- order-fold-counts
-- Columns: taken bigint, emptied text[]
with
  -- the oldest changes of counts
  taken as (
    delete from order_count_delta
    where id in (select id from order_count_delta order by id limit 5000)
    returning
      status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
      tags, shipping_methods, count
  ),
  -- their sum for each combination
  summed as (
    select
      encode(
        sha256(
          convert_to(
            (
              jsonb_build_array(status, order_type, store_id, market_id, sales_channel, payment_status, tags, shipping_methods) || case
                when fulfilment_status is null then '[]'
                else jsonb_build_array(fulfilment_status)
              end
            )::text,
            'UTF8'
          )
        ),
        'hex'
      ) as key,
      status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
      tags, shipping_methods,
      sum(count) as count
    from taken
    group by
      status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
      tags, shipping_methods
  ),
  -- the counts of these combinations
  folded as (
    insert into
      order_count as c (
        key, status, order_type, store_id, market_id, sales_channel, payment_status,
        fulfilment_status, tags, shipping_methods, count
      )
    select
      key, s.status, s.order_type, s.store_id, s.market_id, s.sales_channel, s.payment_status,
      s.fulfilment_status, s.tags, s.shipping_methods, count
    from summed as s
    where count <> 0
    on conflict (key) do update
    set count = c.count + excluded.count
    returning key, count
  )
select
  (select count(*) from taken) as taken,
  array(select key from folded where count = 0) as emptied

-- order-forget
-- Parameters: $1 text
with
  -- the cart that it was made of
  emptied as (delete from cart where id in (select cart_id from cart_order where order_id = $1)),
  -- its messages, also those that wait
  forgotten as (delete from message where order_id = $1 returning id, kind, created, kept_in)
insert into message_file_removal (folder, kind, message_id, message_created)
select folder, kind, id, created
from forgotten cross join lateral unnest(kept_in) as folder

-- order-limit-lock
-- Columns: wait text, idle text
select
  set_config('lock_timeout', '5000', true) as wait,
  set_config('idle_in_transaction_session_timeout', '2000', true) as idle

-- order-lock-held
-- Parameters: $1 text[], $2 text
-- Columns: id text
select order_id as id
from order_lock
where order_id = any ($1) and expires > now() and holder <> $2

-- order-lock-hold
-- Parameters: $1 text[], $2 text, $3 double precision
insert into order_lock (order_id, holder, expires)
select id, $2, now() + $3 * interval '1 second'
from unnest($1::text[]) as id
on conflict (order_id) do update
set holder = excluded.holder, expires = excluded.expires

-- order-lock-messages
-- Parameters: $1 text
select
from message
where order_id = $1
for update

-- order-lock-release
-- Parameters: $1 text, $2 text
delete from order_lock
where order_id = $1 and holder = $2

-- order-lock-renew
-- Parameters: $1 text, $2 text, $3 double precision
update order_lock
set expires = now() + $3 * interval '1 second'
where order_id = $1 and holder = $2

-- order-lock-rows
-- Parameters: $1 text[]
-- Columns: id text
with
  -- orders that nobody holds, now locked
  free as materialized (
    select id
    from "order"
    where id = any ($1)
    order by id
    for no key update skip locked
  )
select id
from "order"
where id = any ($1) and id not in (select id from free)

-- order-look-up-many
-- Parameters: $1 text[], $2 text[] or null
-- Columns: id text, document json
select id, document
from "order"
where id = any ($1) and ($2::text[] is null or store_id = any ($2))

-- order-message-read
-- Parameters: $1 text, $2 uuid
-- Columns: id uuid, kind text, template text or null, state text, attempts integer,
--   created timestamp with time zone, sent timestamp with time zone or null,
--   next_attempt timestamp with time zone or null, failure_reason text or null,
--   resend_of uuid or null, resent_by text or null, warning text or null, content json,
--   composition json or null
select
  id, kind, template, state, attempts, created, sent,
  case when state = 'Waiting' then coalesce(next_attempt, compose_at) end as next_attempt,
  failure_reason, resend_of, resent_by, warning, content, composition
from message
where order_id = $1 and id = $2

-- order-message-waiting-of
-- Parameters: $1 text, $2 text
-- Columns: id uuid, kind text, template text or null, state text, attempts integer,
--   created timestamp with time zone, sent timestamp with time zone or null,
--   next_attempt timestamp with time zone or null, failure_reason text or null,
--   resend_of uuid or null, resent_by text or null, warning text or null, content json,
--   composition json or null
select
  id, kind, template, state, attempts, created, sent,
  case when state = 'Waiting' then coalesce(next_attempt, compose_at) end as next_attempt,
  failure_reason, resend_of, resent_by, warning, content, composition
from message
where order_id = $1 and template = $2 and state = 'Waiting'
limit 1

-- order-message-waiting-resend
-- Parameters: $1 text, $2 uuid
-- Columns: id uuid, kind text, template text or null, state text, attempts integer,
--   created timestamp with time zone, sent timestamp with time zone or null,
--   next_attempt timestamp with time zone or null, failure_reason text or null,
--   resend_of uuid or null, resent_by text or null, warning text or null, content json,
--   composition json or null
select
  id, kind, template, state, attempts, created, sent,
  case when state = 'Waiting' then coalesce(next_attempt, compose_at) end as next_attempt,
  failure_reason, resend_of, resent_by, warning, content, composition
from message
where order_id = $1 and resend_of = $2 and state = 'Waiting'
limit 1

-- order-messages-list
-- Parameters: $1 text, $2 uuid or null, $3 bigint
-- Columns: id uuid, kind text, template text or null, state text, attempts integer,
--   created timestamp with time zone, sent timestamp with time zone or null,
--   next_attempt timestamp with time zone or null, failure_reason text or null,
--   resend_of uuid or null, resent_by text or null, warning text or null, content json,
--   composition json or null
select
  id, kind, template, state, attempts, created, sent,
  case when state = 'Waiting' then coalesce(next_attempt, compose_at) end as next_attempt,
  failure_reason, resend_of, resent_by, warning,
  json_build_object(
    'from',
    content -> 'from',
    'to',
    content -> 'to',
    'cc',
    content -> 'cc',
    'bcc',
    content -> 'bcc',
    'subject',
    content -> 'subject'
  ) as content,
  null::json as composition
from message
where
  order_id = $1
  and ($2::uuid is null or (created, id) < (select created, id from message where id = $2))
order by created desc, id desc
limit $3

-- order-of-customer
-- Parameters: $1 text, $2 text, $3 text[] or null
-- Columns: version_id uuid, document json
select o.version_id, o.document
from order_search s join "order" o on o.id = s.order_id
where s.order_id = $1 and s.customer_id = $2 and ($3::text[] is null or s.store_id = any ($3))

-- order-purge
-- Parameters: $1 text, $2 bigint, $3 json, $4 timestamp with time zone
-- Columns: id text
with
  -- the order with all that refers to it
  gone as (delete from "order" where id = $1 returning id, version_id),
  -- its part of the counts of facets
  uncounted as (
    insert into
      order_count_delta (
        status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
        tags, shipping_methods, count
      )
    select
      status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
      tags, shipping_methods,
      -1
    from order_search
    where order_id = $1 and exists (select from gone)
  ),
  -- the change, for the feed of changes
  noted as (
    insert into order_change_pending (order_id, version_id, kind, occurred, store_id, order_type)
    select g.id, g.version_id, 'purged', $4, s.store_id, s.order_type
    from gone as g join order_search as s on s.order_id = g.id
  ),
  -- where its events ended
  remembered as (
    insert into purged_order (order_id, event_sequence)
    select id, $2
    from gone
    on conflict (order_id) do update
    set event_sequence = excluded.event_sequence
  ),
  -- its messages that are sent or given up
  forgotten as (
    delete from message
    where order_id = $1 and state <> 'Waiting' and exists (select from gone)
    returning id, kind, created, kept_in
  ),
  -- the copies of these in folders, which are still to be removed
  unkept as (
    insert into message_file_removal (folder, kind, message_id, message_created)
    select folder, kind, id, created
    from forgotten cross join lateral unnest(kept_in) as folder
  ),
  -- its messages that still wait
  freed as (
    update message
    set order_id = null
    where order_id = $1 and state = 'Waiting' and exists (select from gone)
  ),
  -- what people were told of it
  untold as (delete from staff_notification where order_id = $1 and exists (select from gone)),
  -- its deliveries to webhooks that have ended
  undelivered as (
    delete from webhook_delivery
    where order_id = $1 and state <> 'Waiting' and exists (select from gone)
  ),
  -- those that still wait
  detached as (
    update webhook_delivery
    set order_id = null
    where order_id = $1 and state = 'Waiting' and exists (select from gone)
  ),
  -- reasons of jobs, which may name its content
  unexplained as (
    update job_item
    set reason = null
    where order_id = $1 and reason is not null and exists (select from gone)
  ),
  -- the list of what a restored backup must lose again
  listed as (
    insert into erasure (kind, subject, erased)
    select 'Order', erasure_subject ('Order', id), $4
    from gone
    on conflict do nothing
  ),
  -- the events
  published as (
    insert into kit.event (event_id, type, traceparent, envelope)
    select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
    from json_array_elements($3::json) with ordinality as new (event, position)
    where exists (select from gone)
    order by position
    returning id
  ),
  -- that they wait to be published
  waiting as (insert into kit.waiting_event (id) select id from published)
select id
from gone

-- order-purged-sequences
-- Parameters: $1 text[]
-- Columns: order_id text, event_sequence bigint
select order_id, event_sequence
from purged_order
where order_id = any ($1)

-- order-read
-- Parameters: $1 text
-- Columns: store_id text, version_id uuid, document json
select store_id, version_id, document
from "order"
where id = $1

-- order-status-before-deletion
-- Parameters: $1 text
-- Columns: status_before_deletion text or null
select status_before_deletion
from "order"
where id = $1

-- order-take-lock
-- Parameters: $1 integer, $2 integer
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock($1, $2)

-- order-try-lock
-- Parameters: $1 integer, $2 integer
-- Columns: locked boolean
select pg_try_advisory_xact_lock($1, $2) as locked

-- order-version-load
-- Parameters: $1 text, $2 uuid[]
-- Columns: document json
select document
from order_version_content
where order_id = $1 and version_id = any ($2::uuid[])
order by version_number desc
limit 1

-- order-version-read
-- Parameters: $1 text, $2 uuid
-- Columns: version_id uuid, created timestamp with time zone, created_by text or null,
--   proven_by text or null, document json, store_id text, store_then text
select
  v.version_id, v.created, v.created_by, v.proven_by, v.document, o.store_id,
  v.document ->> 'storeId' as store_then
from order_version_content v join "order" o on o.id = v.order_id
where v.order_id = $1 and v.version_id = $2::uuid

-- order-versions-overwritten
-- Parameters: $1 text, $2 integer, $3 text
-- Columns: version_id uuid
select version_id
from order_version
where
  order_id = $1
  and version_number < $2
  and version_number > (
    select version_number
    from order_version
    where order_id = $1 and version_id::text = lower($3)
  )
order by version_number desc
limit 200

-- orders-find-earlier-form
-- Parameters: $1 text
-- Columns: id text, document json, version_number integer
select o.id, o.document, o.version_number
from order_term as t join "order" as o on o.id = t.order_id
where t.order_id > $1 and left(t.search_text, 1) <> E'\x02'
order by t.order_id
limit 100
for update of o

-- orders-find-underived
-- Parameters: $1 text
-- Columns: id text, document json, version_number integer, is_indexed boolean
select o.id, o.document, o.version_number, s.order_id is not null as is_indexed
from "order" as o left join order_search as s on s.order_id = o.id
where o.id > $1 and s.fulfilment_status is null
order by o.id
limit 100
for update of o

-- orders-find-unlisted-customers
-- Parameters: $1 text
-- Columns: id text, document json, store_id text, is_deleted boolean
select o.id, o.document, o.store_id, o.is_deleted
from "order" as o left join order_customer as c on c.order_id = o.id
where o.id > $1 and c.order_id is null
order by o.id
limit 100
for update of o

-- orders-find-unstated-returns
-- Parameters: $1 text
-- Columns: id text, document json, version_number integer
select o.id, o.document, o.version_number
from "order" as o
where
  o.id in (
    select distinct order_id
    from order_return
    where order_id > $1 and stated_for is distinct from modified
    order by order_id
    limit 100
  )
order by o.id
for update of o

-- orders-find-with-properties
-- Parameters: $1 text, $2 text[]
-- Columns: id text, document json or null, version_number integer
select
  o.id,
  case when o.document::text like any ($2::text[]) then o.document end as document,
  o.version_number
from "order" as o
where o.id > $1
order by o.id
limit 100
for update of o

-- orders-fold-again
-- Parameters: $1 json
-- Columns: order_id text
with
  -- the rows of the orders
  written as (
    select *
    from
      json_to_recordset($1::json) as w (
        order_id text, version_number integer, returns json, status text, order_type text,
        store_id text, market_id text, sales_channel text, payment_status text,
        fulfilment_status text, inventory_status text, pick_places text[], tags text[],
        shipping_methods text[], is_deleted boolean, is_urgent boolean, has_errors boolean,
        held_since timestamptz, hold_until timestamptz, order_number text, customer_id text,
        cart_id text, secret_key_hash bytea, customer_name_key text, total numeric,
        created timestamptz, modified timestamptz, completed timestamptz,
        ready_for_pickup timestamptz, follow_up timestamptz, requested_delivery timestamptz,
        authorization_expires timestamptz, first_payment timestamptz, last_payment timestamptz,
        terms text[], search_text text, payments jsonb
      )
  ),
  -- their search rows
  searched as (
    update order_search as s
    set
      (
        version_number, status, order_type, store_id, market_id, sales_channel, payment_status,
        fulfilment_status, inventory_status, pick_places, tags, shipping_methods, is_deleted,
        is_urgent, has_errors, held_since, hold_until, order_number, customer_id, cart_id,
        secret_key_hash, customer_name_key, total, created, modified, completed, ready_for_pickup,
        follow_up, requested_delivery, authorization_expires, first_payment, last_payment
      ) = row (
        w.version_number, w.status, w.order_type, w.store_id, w.market_id, w.sales_channel,
        w.payment_status, w.fulfilment_status, w.inventory_status, w.pick_places, w.tags,
        w.shipping_methods, w.is_deleted, w.is_urgent, w.has_errors, w.held_since, w.hold_until,
        w.order_number, w.customer_id, w.cart_id, w.secret_key_hash, w.customer_name_key, w.total,
        w.created, w.modified, w.completed, w.ready_for_pickup, w.follow_up, w.requested_delivery,
        w.authorization_expires, w.first_payment, w.last_payment
      )
    from written as w
    where s.order_id = w.order_id and true
  ),
  -- their search texts
  termed as (
    update order_term as t
    set
      (store_id, is_deleted, terms, search_text, payments) = row (w.store_id, w.is_deleted, w.terms, w.search_text, w.payments)
    from written as w
    where
      t.order_id = w.order_id
      and (t.store_id, t.is_deleted, t.terms, t.search_text, t.payments) is distinct from (w.store_id, w.is_deleted, w.terms, w.search_text, w.payments)
      and true
  ),
  -- the change of the counts of facets
  counted as (
    insert into
      order_count_delta (
        status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
        tags, shipping_methods, count
      )
    select
      d.status, d.order_type, d.store_id, d.market_id, d.sales_channel, d.payment_status,
      d.fulfilment_status, d.tags, d.shipping_methods, d.count
    from
      written as w
      join order_search as s on s.order_id = w.order_id
      cross join lateral (
        values
          (
            s.status, s.order_type, s.store_id, s.market_id, s.sales_channel, s.payment_status,
            s.fulfilment_status, s.tags, s.shipping_methods,
            -1
          ),
          (
            w.status, w.order_type, w.store_id, w.market_id, w.sales_channel, w.payment_status,
            w.fulfilment_status, w.tags, w.shipping_methods, 1
          )
      ) as d (
        status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
        tags, shipping_methods, count
      )
    where
      (
        s.status, s.order_type, s.store_id, s.market_id, s.sales_channel, s.payment_status,
        s.fulfilment_status, s.tags, s.shipping_methods
      ) is distinct from (
        w.status, w.order_type, w.store_id, w.market_id, w.sales_channel, w.payment_status,
        w.fulfilment_status, w.tags, w.shipping_methods
      )
      and true
  ),
  -- the rows of their return forms
  returned as (
    insert into
      order_return as r (
        order_id, place, return_id, rma_number, store_id, order_store_id, register_id, project_id,
        status, is_refund_open, stated_for, is_deleted, created, modified, search_text
      )
    select
      w.order_id, f.place, f.return_id, f.rma_number, f.store_id, f.order_store_id, f.register_id,
      f.project_id, f.status, f.is_refund_open, f.stated_for, f.is_deleted, f.created, f.modified,
      f.search_text
    from
      written as w
      cross join lateral json_to_recordset(w.returns) as f (
        place integer, return_id text, rma_number text, store_id text, order_store_id text,
        register_id text, project_id text, status text, is_refund_open boolean,
        stated_for timestamptz, is_deleted boolean, created timestamptz, modified timestamptz,
        search_text text
      )
    where w.returns is not null and true
    on conflict (order_id, place) do update
    set
      (
        return_id, rma_number, store_id, order_store_id, register_id, project_id, status,
        is_refund_open, stated_for, is_deleted, created, modified, search_text
      ) = row (
        excluded.return_id, excluded.rma_number, excluded.store_id, excluded.order_store_id,
        excluded.register_id, excluded.project_id, excluded.status, excluded.is_refund_open,
        excluded.stated_for, excluded.is_deleted, excluded.created, excluded.modified,
        excluded.search_text
      )
    where
      (
        r.return_id, r.rma_number, r.store_id, r.order_store_id, r.register_id, r.project_id,
        r.status, r.is_refund_open, r.stated_for, r.is_deleted, r.created, r.modified, r.search_text
      ) is distinct from (
        excluded.return_id, excluded.rma_number, excluded.store_id, excluded.order_store_id,
        excluded.register_id, excluded.project_id, excluded.status, excluded.is_refund_open,
        excluded.stated_for, excluded.is_deleted, excluded.created, excluded.modified,
        excluded.search_text
      )
  )
select order_id
from written

-- orders-index
-- Parameters: $1 json
-- Columns: order_id text
with -- the rows of the orders
  written as (
    select *
    from
      json_to_recordset($1::json) as w (
        order_id text, version_number integer, status text, order_type text, store_id text,
        market_id text, sales_channel text, payment_status text, fulfilment_status text,
        inventory_status text, pick_places text[], tags text[], shipping_methods text[],
        is_deleted boolean, is_urgent boolean, has_errors boolean, held_since timestamptz,
        hold_until timestamptz, order_number text, customer_id text, cart_id text,
        secret_key_hash bytea, customer_name_key text, total numeric, created timestamptz,
        modified timestamptz, completed timestamptz, ready_for_pickup timestamptz,
        follow_up timestamptz, requested_delivery timestamptz, authorization_expires timestamptz,
        first_payment timestamptz, last_payment timestamptz, terms text[], search_text text,
        payments jsonb
      )
  ),
  -- search rows of orders that have none
  searched as (
    insert into
      order_search (
        order_id, version_number, status, order_type, store_id, market_id, sales_channel,
        payment_status, fulfilment_status, inventory_status, pick_places, tags, shipping_methods,
        is_deleted, is_urgent, has_errors, held_since, hold_until, order_number, customer_id,
        cart_id, secret_key_hash, customer_name_key, total, created, modified, completed,
        ready_for_pickup, follow_up, requested_delivery, authorization_expires, first_payment,
        last_payment
      )
    select
      order_id, version_number, status, order_type, store_id, market_id, sales_channel,
      payment_status, fulfilment_status, inventory_status, pick_places, tags, shipping_methods,
      is_deleted, is_urgent, has_errors, held_since, hold_until, order_number, customer_id, cart_id,
      secret_key_hash, customer_name_key, total, created, modified, completed, ready_for_pickup,
      follow_up, requested_delivery, authorization_expires, first_payment, last_payment
    from written
    where true
    on conflict (order_id) do nothing
    returning
      order_id, status, order_type, store_id, market_id, sales_channel, payment_status,
      fulfilment_status, tags, shipping_methods
  ),
  -- their search texts
  termed as (
    insert into order_term (order_id, store_id, is_deleted, terms, search_text, payments)
    select order_id, store_id, is_deleted, terms, search_text, payments
    from written
    where order_id in (select order_id from searched)
  ),
  -- their part of the counts of facets
  counted as (
    insert into
      order_count_delta (
        status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
        tags, shipping_methods, count
      )
    select
      status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
      tags, shipping_methods, 1
    from searched
    where true
  )
select order_id
from searched

-- orders-index-fields
-- Parameters: $1 json
-- Columns: order_id text
with
  -- the values of the orders
  written as (
    select *
    from
      json_to_recordset($1::json) as w (
        order_id text, version_number integer, fields json, status text, order_type text,
        store_id text, market_id text, sales_channel text, payment_status text,
        fulfilment_status text, inventory_status text, pick_places text[], tags text[],
        shipping_methods text[], is_deleted boolean, is_urgent boolean, has_errors boolean,
        held_since timestamptz, hold_until timestamptz, order_number text, customer_id text,
        cart_id text, secret_key_hash bytea, customer_name_key text, total numeric,
        created timestamptz, modified timestamptz, completed timestamptz,
        ready_for_pickup timestamptz, follow_up timestamptz, requested_delivery timestamptz,
        authorization_expires timestamptz, first_payment timestamptz, last_payment timestamptz,
        terms text[], search_text text, payments jsonb
      )
  ),
  -- their rows
  fielded as (
    insert into order_field as x (order_id, key, value, number)
    select w.order_id, f.key, f.value, f.number
    from
      written as w
      cross join lateral json_to_recordset(w.fields) as f (key text, value text, number numeric)
    where w.fields is not null and true
    on conflict (order_id, key) do update
    set (value, number) = row (excluded.value, excluded.number)
    where (x.value, x.number) is distinct from (excluded.value, excluded.number)
  ),
  -- rows of values that are no longer there
  unfielded as (
    delete from order_field as x using written as w
    where
      w.fields is not null
      and x.order_id = w.order_id
      and true
      and not exists (
        select
        from json_to_recordset(w.fields) as f (key text, value text, number numeric)
        where f.key = x.key
      )
  ),
  -- their search texts
  termed as (
    update order_term as t
    set
      (store_id, is_deleted, terms, search_text, payments) = row (w.store_id, w.is_deleted, w.terms, w.search_text, w.payments)
    from written as w
    where
      t.order_id = w.order_id
      and (t.store_id, t.is_deleted, t.terms, t.search_text, t.payments) is distinct from (w.store_id, w.is_deleted, w.terms, w.search_text, w.payments)
      and true
  )
select order_id
from written

-- orders-insert
-- Parameters: $1 json, $2 bytea, $3 json, $4 json
-- Columns: require_event_sequence void
with
  -- the records of the orders
  written as materialized (
    select w.*
    from
      json_to_recordset($1::json) as w (
        order_id text, version_number integer, version_id uuid, sequence_before bigint,
        event_sequence bigint, previous_status text, kind text, created_by text, proven_by text,
        operation text, written_at timestamptz, changed_fields text[], document_at integer,
        document_bytes integer, quantities bigint[], published_allocations json, returns json,
        fields json, status text, order_type text, store_id text, market_id text,
        sales_channel text, payment_status text, fulfilment_status text, inventory_status text,
        pick_places text[], tags text[], shipping_methods text[], is_deleted boolean,
        is_urgent boolean, has_errors boolean, held_since timestamptz, hold_until timestamptz,
        order_number text, customer_id text, cart_id text, secret_key_hash bytea,
        customer_name_key text, total numeric, created timestamptz, modified timestamptz,
        completed timestamptz, ready_for_pickup timestamptz, follow_up timestamptz,
        requested_delivery timestamptz, authorization_expires timestamptz,
        first_payment timestamptz, last_payment timestamptz, terms text[], search_text text,
        payments jsonb, customer_key text, customer_text text, currency text, turnover numeric,
        returned numeric
      )
    where w.sequence_before between 0 and 9007199254740991
  ),
  -- the orders: all, or none when an id was purged at another event
  saved as (
    insert into
      "order" (
        id, store_id, version_number, version_id, event_sequence, is_deleted, quantities,
        published_allocations, document
      )
    select
      order_id, store_id, version_number, version_id, event_sequence, is_deleted, quantities,
      published_allocations,
      convert_from(substring($2::bytea from w.document_at for w.document_bytes), 'UTF8')::json
    from written as w
    where
      not exists (
        select
        from purged_order as p join written as w on w.order_id = p.order_id
        where p.event_sequence <> w.sequence_before
      )
    returning id
  ),
  -- the rows that searches read
  searched as (
    insert into
      order_search (
        order_id, version_number, status, order_type, store_id, market_id, sales_channel,
        payment_status, fulfilment_status, inventory_status, pick_places, tags, shipping_methods,
        is_deleted, is_urgent, has_errors, held_since, hold_until, order_number, customer_id,
        cart_id, secret_key_hash, customer_name_key, total, created, modified, completed,
        ready_for_pickup, follow_up, requested_delivery, authorization_expires, first_payment,
        last_payment
      )
    select
      order_id, version_number, status, order_type, store_id, market_id, sales_channel,
      payment_status, fulfilment_status, inventory_status, pick_places, tags, shipping_methods,
      is_deleted, is_urgent, has_errors, held_since, hold_until, order_number, customer_id, cart_id,
      secret_key_hash, customer_name_key, total, created, modified, completed, ready_for_pickup,
      follow_up, requested_delivery, authorization_expires, first_payment, last_payment
    from written
    where exists (select from saved)
  ),
  -- their search texts
  termed as (
    insert into order_term (order_id, store_id, is_deleted, terms, search_text, payments)
    select order_id, store_id, is_deleted, terms, search_text, payments
    from written
    where exists (select from saved)
  ),
  -- their part of the counts of facets
  counted as (
    insert into
      order_count_delta (
        status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
        tags, shipping_methods, count
      )
    select
      status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
      tags, shipping_methods, 1
    from written
    where exists (select from saved)
  ),
  -- the new versions, whose content is that of the order
  versioned as (
    insert into
      order_version (order_id, version_number, version_id, created, created_by, proven_by, operation, changed_fields)
    select
      order_id, version_number, version_id, written_at, created_by, proven_by, operation,
      changed_fields
    from written
    where exists (select from saved)
  ),
  -- the rows of return forms
  returned as (
    insert into
      order_return as r (
        order_id, place, return_id, rma_number, store_id, order_store_id, register_id, project_id,
        status, is_refund_open, stated_for, is_deleted, created, modified, search_text
      )
    select
      w.order_id, f.place, f.return_id, f.rma_number, f.store_id, f.order_store_id, f.register_id,
      f.project_id, f.status, f.is_refund_open, f.stated_for, f.is_deleted, f.created, f.modified,
      f.search_text
    from
      written as w
      cross join lateral json_to_recordset(w.returns) as f (
        place integer, return_id text, rma_number text, store_id text, order_store_id text,
        register_id text, project_id text, status text, is_refund_open boolean,
        stated_for timestamptz, is_deleted boolean, created timestamptz, modified timestamptz,
        search_text text
      )
    where w.returns is not null and exists (select from saved)
    on conflict (order_id, place) do update
    set
      (
        return_id, rma_number, store_id, order_store_id, register_id, project_id, status,
        is_refund_open, stated_for, is_deleted, created, modified, search_text
      ) = row (
        excluded.return_id, excluded.rma_number, excluded.store_id, excluded.order_store_id,
        excluded.register_id, excluded.project_id, excluded.status, excluded.is_refund_open,
        excluded.stated_for, excluded.is_deleted, excluded.created, excluded.modified,
        excluded.search_text
      )
    where
      (
        r.return_id, r.rma_number, r.store_id, r.order_store_id, r.register_id, r.project_id,
        r.status, r.is_refund_open, r.stated_for, r.is_deleted, r.created, r.modified, r.search_text
      ) is distinct from (
        excluded.return_id, excluded.rma_number, excluded.store_id, excluded.order_store_id,
        excluded.register_id, excluded.project_id, excluded.status, excluded.is_refund_open,
        excluded.stated_for, excluded.is_deleted, excluded.created, excluded.modified,
        excluded.search_text
      )
  ),
  -- the values of searchable fields
  fielded as (
    insert into order_field as x (order_id, key, value, number)
    select w.order_id, f.key, f.value, f.number
    from
      written as w
      cross join lateral json_to_recordset(w.fields) as f (key text, value text, number numeric)
    where w.fields is not null and exists (select from saved)
    on conflict (order_id, key) do update
    set (value, number) = row (excluded.value, excluded.number)
    where (x.value, x.number) is distinct from (excluded.value, excluded.number)
  ),
  -- the customers
  listed as (
    insert into
      order_customer as c (order_id, store_id, is_deleted, created, customer_key, customer_text, currency, turnover, returned)
    select
      order_id, store_id, is_deleted, created, customer_key, customer_text, currency, turnover,
      returned
    from written
    where exists (select from saved)
    on conflict (order_id) do update
    set
      (store_id, is_deleted, created, customer_key, customer_text, currency, turnover, returned) = row (
        excluded.store_id, excluded.is_deleted, excluded.created, excluded.customer_key,
        excluded.customer_text, excluded.currency, excluded.turnover, excluded.returned
      )
    where
      (
        c.store_id, c.is_deleted, c.created, c.customer_key, c.customer_text, c.currency,
        c.turnover, c.returned
      ) is distinct from (
        excluded.store_id, excluded.is_deleted, excluded.created, excluded.customer_key,
        excluded.customer_text, excluded.currency, excluded.turnover, excluded.returned
      )
  ),
  -- the changes, for the feed of changes
  noted as (
    insert into order_change_pending (order_id, version_id, kind, occurred, store_id, order_type)
    select order_id, version_id, kind, written_at, store_id, order_type
    from written
    where exists (select from saved)
  ),
  -- the events
  published as (
    insert into kit.event (event_id, type, traceparent, envelope)
    select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
    from json_array_elements($3::json) with ordinality as new (event, position)
    where exists (select from saved)
    order by position
    returning id
  ),
  -- that they wait to be published
  waiting as (insert into kit.waiting_event (id) select id from published),
  -- the runs that begin
  begun as (
    insert into
      workflow_run (
        id, order_id, shipment_id, return_id, status, state, started, finished, started_by, plan,
        lease_until, fencing_token, transition_count, next
      )
    select
      r.id, r.order_id, r.shipment_id, r.return_id, r.status, r.state, r.started, r.finished,
      r.started_by, r.plan,
      case when r.state = 'Running' then now() + interval '15 seconds' end,
      r.fencing_token, r.transition_count, r.next
    from json_populate_recordset(null::workflow_run, $4::json -> 'runs') as r
    where exists (select from saved)
    returning id
  ),
  -- their attempts that are finished already
  attempted as (
    insert into
      workflow_step_attempt (
        run_id, step_id, attempt, order_id, action_type, action_status, error_reason, message,
        reason_class, input, started, finished, is_retried
      )
    select
      run_id, step_id,
      1 + (
        select count(*)::int
        from workflow_step_attempt as earlier
        where earlier.run_id = entry.run_id and earlier.step_id = entry.step_id
      ),
      order_id, action_type, action_status, error_reason, message, reason_class, input, started,
      finished, is_retried
    from json_populate_recordset(null::workflow_step_attempt, $4::json -> 'attempts') as entry
    where entry.run_id in (select id from begun)
  )
select require_event_sequence (order_id, sequence_before)
from written
where (select count(*) from saved) > 0

-- orders-list-customers
-- Parameters: $1 json
-- Columns: order_id text
with
  -- the orders
  written as (
    select *
    from
      json_to_recordset($1::json) as w (
        order_id text, store_id text, is_deleted boolean, created timestamptz, customer_key text,
        customer_text text, currency text, turnover numeric, returned numeric
      )
  ),
  -- their customers
  listed as (
    insert into
      order_customer as c (order_id, store_id, is_deleted, created, customer_key, customer_text, currency, turnover, returned)
    select
      order_id, store_id, is_deleted, created, customer_key, customer_text, currency, turnover,
      returned
    from written
    where true
    on conflict (order_id) do update
    set
      (store_id, is_deleted, created, customer_key, customer_text, currency, turnover, returned) = row (
        excluded.store_id, excluded.is_deleted, excluded.created, excluded.customer_key,
        excluded.customer_text, excluded.currency, excluded.turnover, excluded.returned
      )
    where
      (
        c.store_id, c.is_deleted, c.created, c.customer_key, c.customer_text, c.currency,
        c.turnover, c.returned
      ) is distinct from (
        excluded.store_id, excluded.is_deleted, excluded.created, excluded.customer_key,
        excluded.customer_text, excluded.currency, excluded.turnover, excluded.returned
      )
  )
select order_id
from written

-- orders-load
-- Parameters: $1 text[]
-- Columns: id text, document json, published_allocations json or null, version_number integer,
--   version_id uuid, event_sequence bigint, is_indexed boolean
select
  o.id, o.document,
  coalesce(o.published_allocations, o.told_payments) as published_allocations,
  o.version_number, o.version_id, o.event_sequence,
  s.order_id is not null as is_indexed
from
  unnest($1::text[]) with ordinality as wanted (id, position)
  join "order" as o on o.id = wanted.id
  left join order_search as s on s.order_id = o.id
where wanted.position between 0 and 9007199254740991

-- orders-load-for-update
-- Parameters: $1 text[], $2 uuid[], $3 bigint[]
-- Columns: id text, document json or null, published_allocations json or null,
--   version_number integer, version_id uuid, event_sequence bigint, is_indexed boolean
select
  o.id,
  case
    when o.version_id = wanted.version_id
    and o.event_sequence = wanted.event_sequence then null
    else o.document
  end as document,
  case
    when o.version_id = wanted.version_id
    and o.event_sequence = wanted.event_sequence then null
    else coalesce(o.published_allocations, o.told_payments)
  end as published_allocations,
  o.version_number, o.version_id, o.event_sequence,
  s.order_id is not null as is_indexed
from
  unnest($1::text[], $2::uuid[], $3::bigint[]) with ordinality as wanted (id, version_id, event_sequence, position)
  join "order" as o on o.id = wanted.id
  left join order_search as s on s.order_id = o.id
where wanted.position between 0 and 9007199254740991
order by o.id
for update of o

-- orders-oldest-by-status
-- Parameters: $1 text[]
-- Columns: status text, created timestamp with time zone
select wanted.status, oldest.created
from
  unnest($1::text[]) as wanted (status)
  cross join lateral (
    select created
    from order_search as s
    where s.status = wanted.status
    order by created
    limit 1
  ) as oldest

-- orders-publish
-- Parameters: $1 json, $2 json, $3 json
-- Columns: id text
with
  -- the orders that are still at the event before
  saved as (
    update "order" as o
    set event_sequence = w.event_sequence
    from
      json_to_recordset($1::json) as w (order_id text, sequence_before bigint, event_sequence bigint)
    where
      o.id = w.order_id
      and o.event_sequence = w.sequence_before
      and w.sequence_before between 0 and 9007199254740991
    returning o.id
  ),
  -- the events
  published as (
    insert into kit.event (event_id, type, traceparent, envelope)
    select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
    from json_array_elements($2::json) with ordinality as new (event, position)
    where exists (select from saved)
    order by position
    returning id
  ),
  -- that they wait to be published
  waiting as (insert into kit.waiting_event (id) select id from published),
  -- the runs that begin
  begun as (
    insert into
      workflow_run (
        id, order_id, shipment_id, return_id, status, state, started, finished, started_by, plan,
        lease_until, fencing_token, transition_count, next
      )
    select
      r.id, r.order_id, r.shipment_id, r.return_id, r.status, r.state, r.started, r.finished,
      r.started_by, r.plan,
      case when r.state = 'Running' then now() + interval '15 seconds' end,
      r.fencing_token, r.transition_count, r.next
    from json_populate_recordset(null::workflow_run, $3::json -> 'runs') as r
    where exists (select from saved)
    returning id
  ),
  -- their attempts that are finished already
  attempted as (
    insert into
      workflow_step_attempt (
        run_id, step_id, attempt, order_id, action_type, action_status, error_reason, message,
        reason_class, input, started, finished, is_retried
      )
    select
      run_id, step_id,
      1 + (
        select count(*)::int
        from workflow_step_attempt as earlier
        where earlier.run_id = entry.run_id and earlier.step_id = entry.step_id
      ),
      order_id, action_type, action_status, error_reason, message, reason_class, input, started,
      finished, is_retried
    from json_populate_recordset(null::workflow_step_attempt, $3::json -> 'attempts') as entry
    where entry.run_id in (select id from begun)
  )
select id
from saved

-- orders-save
-- Parameters: $1 json, $2 bytea, $3 json, $4 json
-- Columns: id text
with
  -- the records of the orders
  written as materialized (
    select w.*
    from
      json_to_recordset($1::json) as w (
        order_id text, version_number integer, version_id uuid, sequence_before bigint,
        event_sequence bigint, previous_status text, kind text, created_by text, proven_by text,
        operation text, written_at timestamptz, changed_fields text[], document_at integer,
        document_bytes integer, quantities bigint[], published_allocations json, returns json,
        fields json, status text, order_type text, store_id text, market_id text,
        sales_channel text, payment_status text, fulfilment_status text, inventory_status text,
        pick_places text[], tags text[], shipping_methods text[], is_deleted boolean,
        is_urgent boolean, has_errors boolean, held_since timestamptz, hold_until timestamptz,
        order_number text, customer_id text, cart_id text, secret_key_hash bytea,
        customer_name_key text, total numeric, created timestamptz, modified timestamptz,
        completed timestamptz, ready_for_pickup timestamptz, follow_up timestamptz,
        requested_delivery timestamptz, authorization_expires timestamptz,
        first_payment timestamptz, last_payment timestamptz, terms text[], search_text text,
        payments jsonb, customer_key text, customer_text text, currency text, turnover numeric,
        returned numeric
      )
    where w.sequence_before between 0 and 9007199254740991
  ),
  -- the orders that are still at the version and event before
  saved as (
    update "order" as o
    set
      store_id = w.store_id,
      version_number = w.version_number,
      version_id = w.version_id,
      event_sequence = w.event_sequence,
      is_deleted = w.is_deleted,
      status_before_deletion = case
        when w.is_deleted then coalesce(o.status_before_deletion, w.previous_status)
      end,
      quantities = w.quantities,
      published_allocations = coalesce(w.published_allocations, coalesce(o.published_allocations, o.told_payments)),
      document = convert_from(
        substring($2::bytea from w.document_at for w.document_bytes),
        'UTF8'
      )::json
    from written as w
    where
      o.id = w.order_id
      and o.version_number = w.version_number - 1
      and o.event_sequence = w.sequence_before
    returning o.id
  ),
  -- the rows that searches read
  searched as (
    update order_search as s
    set
      (
        version_number, status, order_type, store_id, market_id, sales_channel, payment_status,
        fulfilment_status, inventory_status, pick_places, tags, shipping_methods, is_deleted,
        is_urgent, has_errors, held_since, hold_until, order_number, customer_id, cart_id,
        secret_key_hash, customer_name_key, total, created, modified, completed, ready_for_pickup,
        follow_up, requested_delivery, authorization_expires, first_payment, last_payment
      ) = row (
        w.version_number, w.status, w.order_type, w.store_id, w.market_id, w.sales_channel,
        w.payment_status, w.fulfilment_status, w.inventory_status, w.pick_places, w.tags,
        w.shipping_methods, w.is_deleted, w.is_urgent, w.has_errors, w.held_since, w.hold_until,
        w.order_number, w.customer_id, w.cart_id, w.secret_key_hash, w.customer_name_key, w.total,
        w.created, w.modified, w.completed, w.ready_for_pickup, w.follow_up, w.requested_delivery,
        w.authorization_expires, w.first_payment, w.last_payment
      )
    from written as w
    where s.order_id = w.order_id and exists (select from saved)
  ),
  -- their search texts
  termed as (
    update order_term as t
    set
      (store_id, is_deleted, terms, search_text, payments) = row (w.store_id, w.is_deleted, w.terms, w.search_text, w.payments)
    from written as w
    where
      t.order_id = w.order_id
      and (t.store_id, t.is_deleted, t.terms, t.search_text, t.payments) is distinct from (w.store_id, w.is_deleted, w.terms, w.search_text, w.payments)
      and exists (select from saved)
  ),
  -- the change of the counts of facets
  counted as (
    insert into
      order_count_delta (
        status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
        tags, shipping_methods, count
      )
    select
      d.status, d.order_type, d.store_id, d.market_id, d.sales_channel, d.payment_status,
      d.fulfilment_status, d.tags, d.shipping_methods, d.count
    from
      written as w
      join order_search as s on s.order_id = w.order_id
      cross join lateral (
        values
          (
            s.status, s.order_type, s.store_id, s.market_id, s.sales_channel, s.payment_status,
            s.fulfilment_status, s.tags, s.shipping_methods,
            -1
          ),
          (
            w.status, w.order_type, w.store_id, w.market_id, w.sales_channel, w.payment_status,
            w.fulfilment_status, w.tags, w.shipping_methods, 1
          )
      ) as d (
        status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
        tags, shipping_methods, count
      )
    where
      (
        s.status, s.order_type, s.store_id, s.market_id, s.sales_channel, s.payment_status,
        s.fulfilment_status, s.tags, s.shipping_methods
      ) is distinct from (
        w.status, w.order_type, w.store_id, w.market_id, w.sales_channel, w.payment_status,
        w.fulfilment_status, w.tags, w.shipping_methods
      )
      and exists (select from saved)
  ),
  -- rows of return forms that no longer exist
  unreturned as (
    delete from order_return as r using written as w
    where
      w.returns is not null
      and r.order_id = w.order_id
      and r.place >= json_array_length(w.returns)
      and exists (select from saved)
  ),
  -- values of fields that are no longer there
  unfielded as (
    delete from order_field as x using written as w
    where
      w.fields is not null
      and x.order_id = w.order_id
      and exists (select from saved)
      and not exists (
        select
        from json_to_recordset(w.fields) as f (key text, value text, number numeric)
        where f.key = x.key
      )
  ),
  -- the versions before, which get the content that the orders had
  superseded as (
    update order_version as v
    set document = o.document
    from written as w join "order" as o on o.id = w.order_id
    where
      v.order_id = w.order_id
      and v.version_number = w.version_number - 1
      and v.document is null
      and exists (select from saved)
  ),
  -- the new versions, whose content is that of the order
  versioned as (
    insert into
      order_version (order_id, version_number, version_id, created, created_by, proven_by, operation, changed_fields)
    select
      order_id, version_number, version_id, written_at, created_by, proven_by, operation,
      changed_fields
    from written
    where exists (select from saved)
  ),
  -- the rows of return forms
  returned as (
    insert into
      order_return as r (
        order_id, place, return_id, rma_number, store_id, order_store_id, register_id, project_id,
        status, is_refund_open, stated_for, is_deleted, created, modified, search_text
      )
    select
      w.order_id, f.place, f.return_id, f.rma_number, f.store_id, f.order_store_id, f.register_id,
      f.project_id, f.status, f.is_refund_open, f.stated_for, f.is_deleted, f.created, f.modified,
      f.search_text
    from
      written as w
      cross join lateral json_to_recordset(w.returns) as f (
        place integer, return_id text, rma_number text, store_id text, order_store_id text,
        register_id text, project_id text, status text, is_refund_open boolean,
        stated_for timestamptz, is_deleted boolean, created timestamptz, modified timestamptz,
        search_text text
      )
    where w.returns is not null and exists (select from saved)
    on conflict (order_id, place) do update
    set
      (
        return_id, rma_number, store_id, order_store_id, register_id, project_id, status,
        is_refund_open, stated_for, is_deleted, created, modified, search_text
      ) = row (
        excluded.return_id, excluded.rma_number, excluded.store_id, excluded.order_store_id,
        excluded.register_id, excluded.project_id, excluded.status, excluded.is_refund_open,
        excluded.stated_for, excluded.is_deleted, excluded.created, excluded.modified,
        excluded.search_text
      )
    where
      (
        r.return_id, r.rma_number, r.store_id, r.order_store_id, r.register_id, r.project_id,
        r.status, r.is_refund_open, r.stated_for, r.is_deleted, r.created, r.modified, r.search_text
      ) is distinct from (
        excluded.return_id, excluded.rma_number, excluded.store_id, excluded.order_store_id,
        excluded.register_id, excluded.project_id, excluded.status, excluded.is_refund_open,
        excluded.stated_for, excluded.is_deleted, excluded.created, excluded.modified,
        excluded.search_text
      )
  ),
  -- the values of searchable fields
  fielded as (
    insert into order_field as x (order_id, key, value, number)
    select w.order_id, f.key, f.value, f.number
    from
      written as w
      cross join lateral json_to_recordset(w.fields) as f (key text, value text, number numeric)
    where w.fields is not null and exists (select from saved)
    on conflict (order_id, key) do update
    set (value, number) = row (excluded.value, excluded.number)
    where (x.value, x.number) is distinct from (excluded.value, excluded.number)
  ),
  -- the customers
  listed as (
    insert into
      order_customer as c (order_id, store_id, is_deleted, created, customer_key, customer_text, currency, turnover, returned)
    select
      order_id, store_id, is_deleted, created, customer_key, customer_text, currency, turnover,
      returned
    from written
    where exists (select from saved)
    on conflict (order_id) do update
    set
      (store_id, is_deleted, created, customer_key, customer_text, currency, turnover, returned) = row (
        excluded.store_id, excluded.is_deleted, excluded.created, excluded.customer_key,
        excluded.customer_text, excluded.currency, excluded.turnover, excluded.returned
      )
    where
      (
        c.store_id, c.is_deleted, c.created, c.customer_key, c.customer_text, c.currency,
        c.turnover, c.returned
      ) is distinct from (
        excluded.store_id, excluded.is_deleted, excluded.created, excluded.customer_key,
        excluded.customer_text, excluded.currency, excluded.turnover, excluded.returned
      )
  ),
  -- the changes, for the feed of changes
  noted as (
    insert into order_change_pending (order_id, version_id, kind, occurred, store_id, order_type)
    select order_id, version_id, kind, written_at, store_id, order_type
    from written
    where exists (select from saved)
  ),
  -- the events
  published as (
    insert into kit.event (event_id, type, traceparent, envelope)
    select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
    from json_array_elements($3::json) with ordinality as new (event, position)
    where exists (select from saved)
    order by position
    returning id
  ),
  -- that they wait to be published
  waiting as (insert into kit.waiting_event (id) select id from published),
  -- the runs that begin
  begun as (
    insert into
      workflow_run (
        id, order_id, shipment_id, return_id, status, state, started, finished, started_by, plan,
        lease_until, fencing_token, transition_count, next
      )
    select
      r.id, r.order_id, r.shipment_id, r.return_id, r.status, r.state, r.started, r.finished,
      r.started_by, r.plan,
      case when r.state = 'Running' then now() + interval '15 seconds' end,
      r.fencing_token, r.transition_count, r.next
    from json_populate_recordset(null::workflow_run, $4::json -> 'runs') as r
    where exists (select from saved)
    returning id
  ),
  -- their attempts that are finished already
  attempted as (
    insert into
      workflow_step_attempt (
        run_id, step_id, attempt, order_id, action_type, action_status, error_reason, message,
        reason_class, input, started, finished, is_retried
      )
    select
      run_id, step_id,
      1 + (
        select count(*)::int
        from workflow_step_attempt as earlier
        where earlier.run_id = entry.run_id and earlier.step_id = entry.step_id
      ),
      order_id, action_type, action_status, error_reason, message, reason_class, input, started,
      finished, is_retried
    from json_populate_recordset(null::workflow_step_attempt, $4::json -> 'attempts') as entry
    where entry.run_id in (select id from begun)
  )
select id
from saved

-- orders-sold
-- Parameters: $1 timestamp with time zone, $2 timestamp with time zone,
--   $3 timestamp with time zone, $4 text, $5 boolean, $6 text[]
-- Columns: order_id text, created text, document json
select s.order_id, s.created::text as created, o.document
from order_search as s join "order" as o on o.id = s.order_id
where
  s.created >= $1::timestamptz
  and s.created < $2::timestamptz
  and (s.created, s.order_id) > ($3::timestamptz, $4)
  and not s.is_deleted
  and s.fulfilment_status is distinct from 'Cancelled'
  and ($5 or s.store_id = any ($6))
order by s.created, s.order_id
limit 500

-- orders-state-returns
-- Parameters: $1 json
-- Columns: order_id text
with
  -- the return forms of the orders
  written as (select * from json_to_recordset($1::json) as w (order_id text, returns json)),
  -- their rows
  returned as (
    insert into
      order_return as r (
        order_id, place, return_id, rma_number, store_id, order_store_id, register_id, project_id,
        status, is_refund_open, stated_for, is_deleted, created, modified, search_text
      )
    select
      w.order_id, f.place, f.return_id, f.rma_number, f.store_id, f.order_store_id, f.register_id,
      f.project_id, f.status, f.is_refund_open, f.stated_for, f.is_deleted, f.created, f.modified,
      f.search_text
    from
      written as w
      cross join lateral json_to_recordset(w.returns) as f (
        place integer, return_id text, rma_number text, store_id text, order_store_id text,
        register_id text, project_id text, status text, is_refund_open boolean,
        stated_for timestamptz, is_deleted boolean, created timestamptz, modified timestamptz,
        search_text text
      )
    where w.returns is not null and true
    on conflict (order_id, place) do update
    set
      (
        return_id, rma_number, store_id, order_store_id, register_id, project_id, status,
        is_refund_open, stated_for, is_deleted, created, modified, search_text
      ) = row (
        excluded.return_id, excluded.rma_number, excluded.store_id, excluded.order_store_id,
        excluded.register_id, excluded.project_id, excluded.status, excluded.is_refund_open,
        excluded.stated_for, excluded.is_deleted, excluded.created, excluded.modified,
        excluded.search_text
      )
    where
      (
        r.return_id, r.rma_number, r.store_id, r.order_store_id, r.register_id, r.project_id,
        r.status, r.is_refund_open, r.stated_for, r.is_deleted, r.created, r.modified, r.search_text
      ) is distinct from (
        excluded.return_id, excluded.rma_number, excluded.store_id, excluded.order_store_id,
        excluded.register_id, excluded.project_id, excluded.status, excluded.is_refund_open,
        excluded.stated_for, excluded.is_deleted, excluded.created, excluded.modified,
        excluded.search_text
      )
  )
select order_id
from written

-- orders-update-derived
-- Parameters: $1 json
-- Columns: count bigint
with
  -- the rows of the orders
  written as (
    select *
    from
      json_to_recordset($1::json) as w (
        order_id text, version_number integer, document json, status text, order_type text,
        store_id text, market_id text, sales_channel text, payment_status text,
        fulfilment_status text, inventory_status text, pick_places text[], tags text[],
        shipping_methods text[], is_deleted boolean, is_urgent boolean, has_errors boolean,
        held_since timestamptz, hold_until timestamptz, order_number text, customer_id text,
        cart_id text, secret_key_hash bytea, customer_name_key text, total numeric,
        created timestamptz, modified timestamptz, completed timestamptz,
        ready_for_pickup timestamptz, follow_up timestamptz, requested_delivery timestamptz,
        authorization_expires timestamptz, first_payment timestamptz, last_payment timestamptz,
        terms text[], search_text text, payments jsonb
      )
  ),
  -- the orders with their derived fields
  documented as (
    update "order" as o
    set document = w.document
    from written as w
    where o.id = w.order_id
  ),
  -- their search rows
  searched as (
    update order_search as s
    set
      (
        version_number, status, order_type, store_id, market_id, sales_channel, payment_status,
        fulfilment_status, inventory_status, pick_places, tags, shipping_methods, is_deleted,
        is_urgent, has_errors, held_since, hold_until, order_number, customer_id, cart_id,
        secret_key_hash, customer_name_key, total, created, modified, completed, ready_for_pickup,
        follow_up, requested_delivery, authorization_expires, first_payment, last_payment
      ) = row (
        w.version_number, w.status, w.order_type, w.store_id, w.market_id, w.sales_channel,
        w.payment_status, w.fulfilment_status, w.inventory_status, w.pick_places, w.tags,
        w.shipping_methods, w.is_deleted, w.is_urgent, w.has_errors, w.held_since, w.hold_until,
        w.order_number, w.customer_id, w.cart_id, w.secret_key_hash, w.customer_name_key, w.total,
        w.created, w.modified, w.completed, w.ready_for_pickup, w.follow_up, w.requested_delivery,
        w.authorization_expires, w.first_payment, w.last_payment
      )
    from written as w
    where s.order_id = w.order_id and true
  ),
  -- the change of the counts of facets
  counted as (
    insert into
      order_count_delta (
        status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
        tags, shipping_methods, count
      )
    select
      d.status, d.order_type, d.store_id, d.market_id, d.sales_channel, d.payment_status,
      d.fulfilment_status, d.tags, d.shipping_methods, d.count
    from
      written as w
      join order_search as s on s.order_id = w.order_id
      cross join lateral (
        values
          (
            s.status, s.order_type, s.store_id, s.market_id, s.sales_channel, s.payment_status,
            s.fulfilment_status, s.tags, s.shipping_methods,
            -1
          ),
          (
            w.status, w.order_type, w.store_id, w.market_id, w.sales_channel, w.payment_status,
            w.fulfilment_status, w.tags, w.shipping_methods, 1
          )
      ) as d (
        status, order_type, store_id, market_id, sales_channel, payment_status, fulfilment_status,
        tags, shipping_methods, count
      )
    where
      (
        s.status, s.order_type, s.store_id, s.market_id, s.sales_channel, s.payment_status,
        s.fulfilment_status, s.tags, s.shipping_methods
      ) is distinct from (
        w.status, w.order_type, w.store_id, w.market_id, w.sales_channel, w.payment_status,
        w.fulfilment_status, w.tags, w.shipping_methods
      )
      and true
  )
select count(*)
from written

-- other-recipients-count
-- Parameters: $1 text, $2 date, $3 integer, $4 integer
-- Columns: count integer
with
  -- Former days of the client count no more.
  former as (delete from other_recipient_count where client = $1 and day < $2::date)
insert into other_recipient_count as c (client, day, count)
select $1, $2::date, $3::int
where $3::int <= $4::int
on conflict (client, day) do update
set count = c.count + excluded.count
where c.count + excluded.count <= $4::int
returning count

-- product-copy
-- Parameters: $1 text, $2 integer, $3 text or null, $4 text or null, $5 text or null,
--   $6 text or null, $7 text or null, $8 text or null, $9 numeric or null, $10 boolean,
--   $11 boolean, $12 json
insert into
  product_copy (
    product_id, revision, name, brand, product_type, unit, main_image_url, tax_group, tax_rate,
    is_package, is_bundle, components
  )
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::json)
on conflict (product_id) do update
set
  revision = excluded.revision,
  name = excluded.name,
  brand = excluded.brand,
  product_type = excluded.product_type,
  unit = excluded.unit,
  main_image_url = excluded.main_image_url,
  tax_group = excluded.tax_group,
  tax_rate = excluded.tax_rate,
  is_package = excluded.is_package,
  is_bundle = excluded.is_bundle,
  components = excluded.components

-- product-copy-clear
-- Parameters: $1 text
delete from product_copy_sku
where product_id = $1

-- product-copy-find
-- Parameters: $1 text[]
-- Columns: skuId text, productId text, variantName text or null, productName text or null,
--   brand text or null, productType text or null, unit text or null, imageUrl text or null,
--   taxGroup text or null, taxRate numeric or null, price numeric or null, cost numeric or null,
--   isPackage boolean, isBundle boolean, components json
select distinct
  on (s.sku_id) s.sku_id as "skuId",
  s.product_id as "productId",
  s.name as "variantName",
  p.name as "productName",
  p.brand,
  p.product_type as "productType",
  p.unit,
  coalesce(s.image_url, p.main_image_url) as "imageUrl",
  p.tax_group as "taxGroup",
  p.tax_rate as "taxRate",
  s.price, s.cost, s.is_package
  or p.is_package as "isPackage",
  s.is_bundle
  or p.is_bundle as "isBundle",
  case
    when json_array_length(s.components) > 0 then s.components
    else p.components
  end as components
from product_copy_sku as s join product_copy as p on p.product_id = s.product_id
where s.sku_id = any ($1::text[])
order by s.sku_id, s.product_id

-- product-copy-find-of-products
-- Parameters: $1 text[]
-- Columns: skuId text, productId text, variantName text or null, productName text or null,
--   brand text or null, productType text or null, unit text or null, imageUrl text or null,
--   taxGroup text or null, taxRate numeric or null, price numeric or null, cost numeric or null,
--   isPackage boolean, isBundle boolean, components json
select distinct
  on (s.sku_id) s.sku_id as "skuId",
  s.product_id as "productId",
  s.name as "variantName",
  p.name as "productName",
  p.brand,
  p.product_type as "productType",
  p.unit,
  coalesce(s.image_url, p.main_image_url) as "imageUrl",
  p.tax_group as "taxGroup",
  p.tax_rate as "taxRate",
  s.price, s.cost, s.is_package
  or p.is_package as "isPackage",
  s.is_bundle
  or p.is_bundle as "isBundle",
  case
    when json_array_length(s.components) > 0 then s.components
    else p.components
  end as components
from product_copy_sku as s join product_copy as p on p.product_id = s.product_id
where s.product_id = any ($1::text[])
order by s.sku_id, s.product_id

-- product-copy-skus
-- Parameters: $1 text, $2 json
insert into
  product_copy_sku (sku_id, product_id, name, image_url, is_package, is_bundle, gtins, price, cost, components)
select
  s.sku_id,
  $1,
  s.name, s.image_url, s.is_package, s.is_bundle, s.gtins, s.price, s.cost, s.components
from json_populate_recordset(null::product_copy_sku, $2::json) as s

-- refund-day-count
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 numeric, $5 numeric
-- Columns: subject text
with
  -- the day of the refund
  today as (select ($2::timestamptz at time zone 'UTC')::date as day),
  -- the days before, which no limit asks for any more
  former as (delete from refund_day where subject = $1 and day < (select day from today))
insert into refund_day as d (subject, day, currency, amount)
select $1, day, $3, $4::numeric
from today
where $4::numeric <= $5::numeric
on conflict (subject, day, currency) do update
set amount = d.amount + $4::numeric
where d.amount + $4::numeric <= $5::numeric
returning d.subject

-- refund-request-use
-- Parameters: $1 text, $2 text, $3 text, $4 numeric, $5 timestamp with time zone
-- Columns: id text, decided_by text or null
update refund_request
set state = 'Used', used = $5
where
  id = (
    select id
    from refund_request
    where
      order_id = $1
      and requester = $2
      and currency = $3
      and amount >= $4::numeric
      and state = 'Approved'
      and decided > $5::timestamptz - interval '24 hours'
    order by amount, requested
    limit 1
    for update
  )
  and state = 'Approved'
returning id, decided_by

-- refund-requests-lock
-- Parameters: $1 integer, $2 text
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock($1, hashtext ($2))

-- reservation-steps
-- Parameters: $1 text, $2 text[]
-- Columns: shipment_id text or null, action_type text
select r.shipment_id, a.action_type
from workflow_run as r join workflow_step_attempt as a on a.run_id = r.id
where r.order_id = $1 and a.action_type = any ($2) and a.action_status in ('Success', 'Warning')
order by a.finished, r.started, r.id

-- run-attempts
-- Parameters: $1 uuid[]
-- Columns: run_id uuid, step_id text, attempt integer, action_type text,
--   action_status text or null, error_reason text or null, message text or null,
--   reason_class text or null, input json or null, started timestamp with time zone,
--   finished timestamp with time zone or null, is_retried boolean
select
  run_id, step_id, attempt, action_type, action_status, error_reason, message, reason_class, input,
  started, finished, is_retried
from workflow_step_attempt
where run_id = any ($1::uuid[])
order by started, attempt

-- run-count-interrupted
-- Columns: count bigint
select count(*) as count
from workflow_run
where state = 'Interrupted'

-- run-count-waiting
-- Columns: reason_class text or null, connector text or null, count integer,
--   oldest_seconds double precision or null
select
  waiting -> 0 ->> 'reasonClass' as reason_class,
  waiting -> 0 ->> 'connector' as connector,
  count(*)::int as count,
  extract(epoch from now() - min((waiting -> 0 ->> 'since')::timestamptz))::float as oldest_seconds
from workflow_run
where state = 'Waiting' and next_attempt is not null
group by 1, 2

-- run-end-waiting
-- Parameters: $1 json
-- Columns: id uuid
update workflow_run
set state = e.state, finished = e.finished, next = e.next, waiting = null, next_attempt = null
from json_to_recordset($1::json) as e (id uuid, state text, next json, finished timestamptz)
where workflow_run.id = e.id and workflow_run.state = 'Waiting'
returning workflow_run.id

-- run-exhausted
-- Parameters: $1 bigint
-- Columns: id uuid, order_id text, shipment_id text or null, return_id text or null, status text,
--   state text, started timestamp with time zone, started_by text or null, plan json,
--   fencing_token integer, transition_count integer, next json, waiting json or null
select
  id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token,
  transition_count, next, waiting
from workflow_run
where state = 'Running' and lease_until < now() and fencing_token % 1000 > 10
order by lease_until
limit $1

-- run-interrupt
-- Parameters: $1 uuid
-- Columns: id uuid
with
  -- the run, if it was taken over too often
  given_up as (
    update workflow_run
    set state = 'Interrupted', lease_until = null
    where id = $1 and state = 'Running' and lease_until < now() and fencing_token % 1000 > 10
    returning id
  ),
  -- its open calls, which block no other run any more
  freed as (
    update workflow_step_attempt
    set open_for = null
    where run_id in (select id from given_up) and open_for is not null
  )
select id
from given_up

-- run-list
-- Parameters: $1 text
-- Columns: id uuid, order_id text, shipment_id text or null, return_id text or null, status text,
--   state text, started timestamp with time zone, finished timestamp with time zone or null,
--   started_by text or null, waiting json or null, step_ids text[]
select
  id, order_id, shipment_id, return_id, status, state, started, finished, started_by, waiting,
  array(select step ->> 'id' from json_array_elements(plan) as step) as step_ids
from workflow_run
where order_id = $1
order by started desc, id desc
limit 250

-- run-open-attempts
-- Parameters: $1 json
-- Columns: run_id uuid
with
  -- the calls
  wanted as (
    select *
    from
      json_to_recordset($1::json) as w (
        run_id uuid, fencing_token integer, step_id text, action_type text, input json,
        order_id text, version_number integer
      )
  ),
  -- the orders at the versions that the steps were decided for; their rows stay as they are until the commit
  decided as (
    select o.id
    from wanted as w join "order" as o on o.id = w.order_id and o.version_number = w.version_number
    order by o.id
    for share of o skip locked
  ),
  -- the runs with a new lease, if this process holds them
  held as (
    update workflow_run as r
    set lease_until = now() + interval '15 seconds'
    from wanted as w
    where
      r.id = w.run_id
      and r.fencing_token = w.fencing_token
      and r.state = 'Running'
      and w.order_id in (select id from decided)
    returning r.id
  )
insert into
  workflow_step_attempt (run_id, step_id, attempt, order_id, action_type, input, started, open_for)
select
  run_id, step_id,
  1 + (
    select count(*)::int
    from workflow_step_attempt as earlier
    where earlier.run_id = wanted.run_id and earlier.step_id = wanted.step_id
  ),
  order_id, action_type, input,
  now(),
  order_id
from wanted
where run_id in (select id from held)
returning run_id

-- run-open-calls
-- Parameters: $1 text
select
from workflow_step_attempt
where open_for = $1

-- run-other-calls
-- Parameters: $1 text, $2 uuid or null
select
from workflow_step_attempt
where open_for = $1 and run_id is distinct from $2

-- run-read
-- Parameters: $1 uuid, $2 text
-- Columns: id uuid, order_id text, shipment_id text or null, return_id text or null, status text,
--   state text, started timestamp with time zone, started_by text or null, plan json,
--   fencing_token integer, transition_count integer, next json, waiting json or null
select
  id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token,
  transition_count, next, waiting
from workflow_run
where id = $1 and order_id = $2

-- run-remove-ended
-- Parameters: $1 timestamp with time zone
-- Columns: id uuid
delete from workflow_run
where
  id in (
    select id
    from workflow_run
    where finished < $1 and state in ('Finished', 'Aborted')
    order by finished
    limit 500
    for update skip locked
  )
returning id

-- run-renew-leases
-- Parameters: $1 uuid[], $2 integer[]
-- Columns: id uuid
update workflow_run as r
set lease_until = now() + interval '15 seconds'
from unnest($1::uuid[], $2::integer[]) as h (id, fencing_token)
where
  r.id = h.id
  and r.fencing_token = h.fencing_token
  and r.state = 'Running'
  and h.fencing_token between 0 and 9007199254740991
returning r.id

-- run-reopen
-- Parameters: $1 uuid, $2 text[], $3 json or null
-- Columns: fencing_token integer
with
  -- the run, held by this process in its next life
  reopened as (
    update workflow_run
    set
      state = 'Running',
      finished = null,
      lease_until = now() + interval '15 seconds',
      fencing_token = (fencing_token / 1000 + 1) * 1000 + 1,
      waiting = $3::json,
      next_attempt = null
    where id = $1
    returning id, fencing_token
  ),
  -- steps to take again count no longer; an open call blocks others again
  attempts as (
    update workflow_step_attempt as a
    set
      is_retried = a.is_retried
      or (a.finished is not null and a.step_id = any ($2)),
      open_for = case when a.finished is null then a.order_id end
    from reopened as r
    where a.run_id = r.id
  )
select fencing_token
from reopened

-- run-reopen-read
-- Parameters: $1 uuid, $2 text
-- Columns: id uuid, order_id text, shipment_id text or null, return_id text or null, status text,
--   state text, started timestamp with time zone, started_by text or null, plan json,
--   fencing_token integer, transition_count integer, next json, waiting json or null
select
  id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token,
  transition_count, next, waiting
from workflow_run
where id = $1 and order_id = $2
for update

-- run-retry-attempt
-- Parameters: $1 uuid, $2 integer, $3 text, $4 text, $5 text
-- Columns: run_id uuid
with
  -- the run with a new lease, if this process holds it
  held as (
    update workflow_run as r
    set lease_until = now() + interval '15 seconds'
    where r.id = $1 and r.fencing_token = $2 and r.state = 'Running'
    returning r.id
  ),
  -- the attempt that had no response
  closed as (
    update workflow_step_attempt
    set
      action_status = 'Error',
      error_reason = $4,
      reason_class = $5,
      finished = now(),
      open_for = null,
      is_retried = true
    where run_id = $1 and step_id = $3 and finished is null and exists (select from held)
    returning run_id, step_id, attempt, order_id, action_type, input
  )
insert into
  workflow_step_attempt (run_id, step_id, attempt, order_id, action_type, input, started, open_for)
select run_id, step_id, attempt + 1, order_id, action_type, input, now(), order_id
from closed
returning run_id

-- run-return-calls
-- Parameters: $1 text
-- Columns: return_id text or null
select r.return_id
from workflow_step_attempt as a join workflow_run as r on r.id = a.run_id
where a.open_for = $1 and r.return_id is not null

-- run-save-progress
-- Parameters: $1 json, $2 json, $3 json
-- Columns: id uuid
with
  -- the runs with their new state, if this process holds them
  held as (
    update workflow_run as r
    set
      state = p.state,
      finished = case when p.state in ('Finished', 'Aborted') then p.finished end,
      lease_until = case when p.state = 'Running' then now() + interval '15 seconds' end,
      next = p.next,
      waiting = p.waiting,
      next_attempt = case when p.state = 'Waiting' then p.next_attempt end,
      plan = coalesce(p.plan, r.plan)
    from
      json_to_recordset($1::json) as p (
        id uuid, fencing_token integer, state text, finished timestamptz, next json, waiting json,
        next_attempt timestamptz, plan json
      )
    where
      r.id = p.id
      and r.fencing_token = p.fencing_token
      and r.state = 'Running'
      and p.fencing_token between 0 and 9007199254740991
    returning r.id
  ),
  -- the outcomes of external calls that were open
  closed as (
    update workflow_step_attempt as a
    set
      action_status = c.action_status,
      error_reason = c.error_reason,
      message = c.message,
      reason_class = c.reason_class,
      finished = c.finished,
      open_for = null
    from json_populate_recordset(null::workflow_step_attempt, $2::json) as c
    where
      a.run_id = c.run_id
      and a.step_id = c.step_id
      and a.finished is null
      and c.attempt between 0 and 9007199254740991
      and c.run_id in (select id from held)
  ),
  -- the attempts of steps that needed no external call
  added as (
    insert into
      workflow_step_attempt (
        run_id, step_id, attempt, order_id, action_type, action_status, error_reason, message,
        reason_class, input, started, finished, is_retried
      )
    select
      run_id, step_id,
      1 + (
        select count(*)::int
        from workflow_step_attempt as earlier
        where earlier.run_id = entry.run_id and earlier.step_id = entry.step_id
      ),
      order_id, action_type, action_status, error_reason, message, reason_class, input, started,
      finished, is_retried
    from json_populate_recordset(null::workflow_step_attempt, $3::json) as entry
    where entry.run_id in (select id from held)
  )
select id
from held

-- run-steps-of-shipments
-- Parameters: $1 text
-- Columns: shipment_id text, step_ids text[]
select shipment_id, array_agg(distinct step_id) as step_ids
from
  (
    select r.shipment_id, step ->> 'id' as step_id
    from workflow_run as r, json_array_elements(r.plan) as step
    where
      r.order_id = $1
      and r.shipment_id is not null
      and r.state in ('Running', 'Waiting', 'Held', 'Finished')
    union all
    select r.shipment_id, a.step_id
    from workflow_run as r join workflow_step_attempt as a on a.run_id = r.id
    where r.order_id = $1 and r.shipment_id is not null and a.action_status is not null
  ) as steps
group by shipment_id

-- run-take-over
-- Parameters: $1 bigint
-- Columns: id uuid, order_id text, shipment_id text or null, return_id text or null, status text,
--   state text, started timestamp with time zone, started_by text or null, plan json,
--   fencing_token integer, transition_count integer, next json, waiting json or null,
--   was_released boolean
with
  -- runs of processes that died, of each order the one that may continue
  chosen as (
    select r.id as chosen_id, r.lease_until <= r.started as was_released
    from workflow_run as r
    where
      r.state = 'Running'
      and r.lease_until < now()
      and coalesce(
        (select a.run_id = r.id from workflow_step_attempt as a where a.open_for = r.order_id),
        not exists (
          select
          from workflow_run as o
          where
            o.order_id = r.order_id
            and o.id <> r.id
            and o.state = 'Running'
            and (
              (o.lease_until < now() and (o.lease_until, o.id) < (r.lease_until, r.id))
              or (o.lease_until >= now() and o.fencing_token % 1000 > 1)
            )
        )
      )
    order by r.lease_until
    limit $1
    for update of r skip locked
  )
update workflow_run
set fencing_token = fencing_token + 1, lease_until = now() + interval '15 seconds'
from chosen
where id = chosen_id
returning
  id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token,
  transition_count, next, waiting, was_released

-- run-there
-- Parameters: $1 uuid
select
from workflow_run
where id = $1

-- run-wake
-- Parameters: $1 bigint
-- Columns: id uuid, order_id text, shipment_id text or null, return_id text or null, status text,
--   state text, started timestamp with time zone, started_by text or null, plan json,
--   fencing_token integer, transition_count integer, next json, waiting json or null
with
  -- the due runs, held by this process
  woken as (
    update workflow_run
    set
      state = 'Running',
      lease_until = now() + interval '15 seconds',
      next_attempt = null,
      fencing_token = (fencing_token / 1000 + 1) * 1000 + 1
    where
      id in (
        select r.id
        from
          workflow_run as r
          cross join lateral (
            select
            from "order" as o
            where o.id = r.order_id
            for no key update skip locked
          ) as locked
        where
          r.state = 'Waiting'
          and r.next_attempt <= now()
          and (
            select
              not exists (
                select
                from workflow_run as other
                where
                  other.order_id = r.order_id
                  and other.id <> r.id
                  and (
                    other.state = 'Running'
                    or (
                      other.state = 'Waiting'
                      and (other.next_attempt, other.id) < (r.next_attempt, r.id)
                    )
                  )
              )
          )
        order by r.next_attempt
        limit $1
        for no key update of r skip locked
      )
    returning
      id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token,
      transition_count, next, waiting
  ),
  -- the results of their due steps, which count no longer
  tried as (
    update workflow_step_attempt as a
    set is_retried = true
    from woken as w, json_array_elements(w.waiting) as item (step)
    where
      a.run_id = w.id
      and a.step_id = step ->> 'stepId'
      and a.finished is not null
      and (step ->> 'nextAttempt')::timestamptz <= now()
  )
select
  id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token,
  transition_count, next, waiting
from woken

-- runs-held-of-released
-- Parameters: $1 text, $2 bigint
-- Columns: order_id text
select distinct order_id
from workflow_run as r
where
  state = 'Held'
  and order_id > $1
  and not exists (
    select
    from order_search as s
    where s.order_id = r.order_id and s.held_since is not null
  )
order by order_id
limit $2

-- runs-orders
-- Parameters: $1 uuid[], $2 text[] or null
-- Columns: id uuid, order_id text
select r.id, r.order_id
from workflow_run as r join "order" as o on o.id = r.order_id
where r.id = any ($1::uuid[]) and ($2::text[] is null or o.store_id = any ($2))

-- runs-under-way
-- Parameters: $1 text
-- Columns: id uuid, order_id text, shipment_id text or null, return_id text or null, status text,
--   state text, started timestamp with time zone, started_by text or null, plan json,
--   fencing_token integer, transition_count integer, next json, waiting json or null
select
  id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token,
  transition_count, next, waiting
from workflow_run
where order_id = $1 and state in ('Running', 'Waiting')

-- runs-under-way-of-many
-- Parameters: $1 text[]
-- Columns: id uuid, order_id text, shipment_id text or null, return_id text or null, status text,
--   state text, started timestamp with time zone, started_by text or null, plan json,
--   fencing_token integer, transition_count integer, next json, waiting json or null
select
  id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token,
  transition_count, next, waiting
from workflow_run
where order_id = any ($1::text[]) and state in ('Running', 'Waiting')

-- runs-wake-held
-- Parameters: $1 text[]
update workflow_run
set
  state = 'Running',
  lease_until = least(started, now()),
  fencing_token = (fencing_token / 1000 + 1) * 1000 + 1
where order_id = any ($1) and state = 'Held'

-- saved-report
-- Parameters: $1 uuid
-- Columns: document json, next_due timestamp with time zone or null, last_run json or null
select
  s.document, s.next_due,
  (
    select row_to_json(run)
    from
      (
        select
          r.id, r.due, r.is_by_hand, r.created,
          case
            when r.state <> 'Ran' then r.state
            when m.state = 'Waiting' then 'Sending'
            else coalesce(m.state, 'Sent')
          end as state,
          coalesce(m.attempts, r.attempts) as attempts,
          case
            when r.state = 'Waiting' then r.next_attempt
            when m.state = 'Waiting' then m.next_attempt
          end as next_attempt,
          coalesce(r.ended, m.sent, case when m.state = 'Failed' then m.created end) as ended,
          coalesce(r.failure_reason, m.failure_reason) as failure_reason
        from saved_report_run r left join message m on m.id = r.id
        where r.saved_report_id = s.id
        order by r.due desc
        limit 1
      ) as run
  ) as last_run
from saved_report s
where s.id = $1

-- saved-report-lock
-- Parameters: $1 uuid
-- Columns: document json
select document
from saved_report
where id = $1
for update

-- saved-report-next
-- Parameters: $1 uuid, $2 timestamp with time zone
update saved_report
set next_due = $2
where id = $1

-- saved-report-run-claim
-- Columns: id uuid, due timestamp with time zone, attempts integer, document json
update saved_report_run r
set attempts = attempts + 1, next_attempt = now() + interval '600 seconds'
from saved_report s
where
  s.id = r.saved_report_id
  and r.id = (
    select id
    from saved_report_run
    where next_attempt <= now() + interval '1 millisecond'
    order by next_attempt
    limit 1
    for update skip locked
  )
returning r.id, r.due, r.attempts, s.document

-- saved-report-run-failed
-- Parameters: $1 uuid, $2 integer, $3 text, $4 boolean, $5 double precision
-- Columns: state text
update saved_report_run
set
  failure_reason = $3,
  state = case when ($4 or created <= now() - interval '24 hours') then 'Failed' else 'Waiting' end,
  ended = case when ($4 or created <= now() - interval '24 hours') then now() end,
  next_attempt = case
    when ($4 or created <= now() - interval '24 hours') then null
    else now() + $5 * interval '1 millisecond'
  end
where id = $1 and attempts = $2 and state = 'Waiting'
returning state

-- saved-report-run-insert
-- Parameters: $1 uuid, $2 uuid, $3 timestamp with time zone, $4 boolean
insert into saved_report_run (id, saved_report_id, due, is_by_hand, state, created, next_attempt)
values ($1, $2, $3, $4, 'Waiting', now(), now())
on conflict (saved_report_id, due) do nothing

-- saved-report-run-ran
-- Parameters: $1 uuid, $2 integer
-- Columns: id uuid
update saved_report_run
set state = 'Ran', next_attempt = null, failure_reason = null
where id = $1 and attempts = $2 and state = 'Waiting'
returning id

-- saved-report-run-remove-old
-- Columns: id uuid
delete from saved_report_run
where
  ctid = any (
    array(
      select ctid
      from saved_report_run
      where state <> 'Waiting' and created < now() - interval '90 days'
      limit 1000
    )
  )
  and state <> 'Waiting'
returning id

-- saved-report-run-waiting
-- Parameters: $1 uuid
-- Columns: id uuid
select id
from saved_report_run
where saved_report_id = $1 and state = 'Waiting' and is_by_hand
limit 1

-- saved-report-runs
-- Parameters: $1 uuid
-- Columns: run json
select row_to_json(run) as run
from
  (
    select
      r.id, r.due, r.is_by_hand, r.created,
      case
        when r.state <> 'Ran' then r.state
        when m.state = 'Waiting' then 'Sending'
        else coalesce(m.state, 'Sent')
      end as state,
      coalesce(m.attempts, r.attempts) as attempts,
      case
        when r.state = 'Waiting' then r.next_attempt
        when m.state = 'Waiting' then m.next_attempt
      end as next_attempt,
      coalesce(r.ended, m.sent, case when m.state = 'Failed' then m.created end) as ended,
      coalesce(r.failure_reason, m.failure_reason) as failure_reason
    from saved_report_run r left join message m on m.id = r.id
    where r.saved_report_id = $1
    order by r.due desc
    limit 50
  ) as run

-- saved-reports
-- Columns: document json, next_due timestamp with time zone or null, last_run json or null
select
  s.document, s.next_due,
  (
    select row_to_json(run)
    from
      (
        select
          r.id, r.due, r.is_by_hand, r.created,
          case
            when r.state <> 'Ran' then r.state
            when m.state = 'Waiting' then 'Sending'
            else coalesce(m.state, 'Sent')
          end as state,
          coalesce(m.attempts, r.attempts) as attempts,
          case
            when r.state = 'Waiting' then r.next_attempt
            when m.state = 'Waiting' then m.next_attempt
          end as next_attempt,
          coalesce(r.ended, m.sent, case when m.state = 'Failed' then m.created end) as ended,
          coalesce(r.failure_reason, m.failure_reason) as failure_reason
        from saved_report_run r left join message m on m.id = r.id
        where r.saved_report_id = s.id
        order by r.due desc
        limit 1
      ) as run
  ) as last_run
from saved_report s
order by s.id

-- saved-reports-due
-- Parameters: $1 timestamp with time zone
-- Columns: id uuid, document json, next_due timestamp with time zone or null
select id, document, next_due
from saved_report
where next_due <= $1
order by next_due
limit 20
for update skip locked

-- saved-reports-lock
-- Parameters: $1 integer
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock($1, 0)

-- saved-search-lock
-- Parameters: $1 uuid
select
from saved_search
where id = $1
for update

-- saved-search-lock-list
-- Parameters: $1 integer, $2 text
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock($1, hashtext ($2))

-- scroll-batch-read
-- Parameters: $1 uuid, $2 integer
-- Columns: order_ids text[], version_numbers integer[]
select order_ids, version_numbers
from scroll_batch
where scroll_id = $1 and number = $2

-- scroll-extend
-- Parameters: $1 uuid, $2 text, $3 timestamp with time zone, $4 timestamp with time zone
-- Columns: total_hits integer, batch_count integer
update scroll
set expires = greatest(expires, $4)
where id = $1 and client_id = $2 and expires > $3
returning total_hits, batch_count

-- scroll-free
-- Parameters: $1 uuid, $2 text, $3 timestamp with time zone
-- Columns: id uuid
delete from scroll
where id = $1 and client_id = $2 and expires > $3
returning id

-- scroll-lock-client
-- Parameters: $1 integer, $2 text
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock($1, hashtext ($2))

-- scroll-remove-expired
-- Parameters: $1 timestamp with time zone
-- Columns: id uuid
delete from scroll
where
  id in (select id from scroll where expires <= $1 order by expires limit 20 for update skip locked)
returning id

-- scroll-reserve
-- Parameters: $1 uuid, $2 text, $3 timestamp with time zone, $4 timestamp with time zone,
--   $5 bigint or null
-- Columns: is_reserved boolean, first timestamp with time zone or null
with
  -- the scrolls that the client has open
  of_client as (select expires from scroll where client_id = $2 and expires > $4),
  -- a further one, if it may have it
  reserved as (
    insert into scroll (id, client_id, total_hits, batch_count, expires)
    select $1, $2, 0, 0, $3
    where $5::bigint is null or (select count(*) from of_client) < $5
    returning id
  )
select exists (select from reserved) as is_reserved, (select min(expires) from of_client) as first

-- searchable-fields
-- Columns: key text, type text
select key, type
from searchable_field

-- searchable-fields-forget
-- Parameters: $1 text[]
delete from searchable_field
where key = any ($1)

-- searchable-fields-note
-- Parameters: $1 json
insert into searchable_field (key, type)
select f.key, f.type
from json_to_recordset($1::json) as f (key text, type text)
on conflict (key) do update
set type = excluded.type

-- simulation-messages
-- Parameters: $1 text
-- Columns: kind text, connector text, content json
select kind, connector, content
from message
where order_id = $1
order by created, id

-- simulation-versions
-- Parameters: $1 text
-- Columns: version_number integer, operation text, created timestamp with time zone, document json
select version_number, operation, created, document
from order_version_content
where order_id = $1
order by version_number desc
limit 250

-- staff-notification-insert
-- Parameters: $1 text[], $2 text[], $3 text[], $4 text[], $5 text[], $6 text[], $7 text[],
--   $8 text[], $9 text[], $10 timestamp with time zone[]
insert into
  staff_notification (person, kind, source, order_id, customer_key, store_id, subject, text, by, created)
select *
from
  unnest(
    $1::text[],
    $2::text[],
    $3::text[],
    $4::text[],
    $5::text[],
    $6::text[],
    $7::text[],
    $8::text[],
    $9::text[],
    $10::timestamptz[]
  )
on conflict (person, source) do nothing

-- staff-notification-page
-- Parameters: $1 text, $2 text[] or null, $3 bigint or null, $4 boolean, $5 bigint
-- Columns: id bigint, kind text, order_id text or null, customer_key text or null,
--   subject text or null, text text or null, by text or null, created timestamp with time zone,
--   read timestamp with time zone or null
select id, kind, order_id, customer_key, subject, text, by, created, read
from staff_notification
where
  person = $1
  and ($2::text[] is null or store_id is null or store_id = any ($2))
  and ($3::bigint is null or id < $3)
  and (not $4 or read is null)
order by id desc
limit $5

-- staff-notification-read
-- Parameters: $1 text, $2 text[] or null, $3 bigint[] or null, $4 bigint or null,
--   $5 timestamp with time zone
-- Columns: id bigint
update staff_notification
set read = $5
where
  person = $1
  and ($2::text[] is null or store_id is null or store_id = any ($2))
  and read is null
  and (id = any ($3::bigint[]) or id <= $4::bigint)
returning id

-- staff-notification-remove
-- Parameters: $1 timestamp with time zone
-- Columns: id bigint
delete from staff_notification
where
  id in (
    select id
    from staff_notification
    where created < $1
    order by created
    limit 500
    for update skip locked
  )
returning id

-- staff-notification-unread
-- Parameters: $1 text, $2 text[] or null
-- Columns: count integer
select count(*)::int as count
from
  (
    select
    from staff_notification
    where
      person = $1
      and ($2::text[] is null or store_id is null or store_id = any ($2))
      and read is null
    limit 1000
  ) as unread

-- timeline-messages
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 bigint
-- Columns: time timestamp with time zone, key text, id uuid, kind text, template text or null,
--   state text, attempts integer, sent timestamp with time zone or null, resend_of uuid or null,
--   resent_by text or null
select *
from
  (
    select
      created as time,
      ('6' || id::text) collate "C" as key,
      id, kind, template, state, attempts, sent, resend_of, resent_by
    from message
    where order_id = $1
  ) as entry
where (time, key) > ($2::timestamptz, $3::text collate "C")
order by time, key
limit $4

-- timeline-runs
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 bigint
-- Columns: time timestamp with time zone, key text, id uuid, status text, state text,
--   shipment_id text or null, return_id text or null, finished timestamp with time zone or null,
--   started_by text or null
select *
from
  (
    select
      started as time,
      ('4' || id::text) collate "C" as key,
      id, status, state, shipment_id, return_id, finished, started_by
    from workflow_run
    where order_id = $1
  ) as entry
where (time, key) > ($2::timestamptz, $3::text collate "C")
order by time, key
limit $4

-- timeline-statuses
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 bigint
-- Columns: time timestamp with time zone, key text, version_id uuid, operation text,
--   created_by text or null, proven_by text or null, status text, previous_status text or null
select
  time, key, version_id, operation, created_by, proven_by,
  document ->> 'status' as status,
  (
    select before.document ->> 'status'
    from order_version_content as before
    where before.order_id = $1 and before.version_number = page.version_number - 1
  ) as previous_status
from
  (
    select *
    from
      (
        select
          created as time,
          ('1' || lpad(version_number::text, 10, '0')) collate "C" as key,
          version_id, version_number, operation, created_by, proven_by, document
        from order_version_content
        where (version_number = 1 or 'status' = any (changed_fields)) and order_id = $1
      ) as entry
    where (time, key) > ($2::timestamptz, $3::text collate "C")
    order by time, key
    limit $4
  ) as page
order by time, key

-- timeline-steps
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 bigint
-- Columns: time timestamp with time zone, key text, run_id uuid, step_id text, action_type text,
--   action_status text or null, attempt integer, error_reason text or null, message text or null
select *
from
  (
    select
      coalesce(a.finished, a.started) as time,
      ('5' || a.run_id::text || lpad(planned.position::text, 6, '0') || lpad(a.attempt::text, 6, '0')) collate "C" as key,
      a.run_id, a.step_id, a.action_type, a.action_status, a.attempt, a.error_reason, a.message
    from
      workflow_step_attempt as a
      join workflow_run as r on r.id = a.run_id
      cross join lateral (
        select coalesce(min(position), 0) as position
        from json_array_elements(r.plan) with ordinality as p (step, position)
        where step ->> 'id' = a.step_id
      ) as planned
    where r.order_id = $1
  ) as entry
where (time, key) > ($2::timestamptz, $3::text collate "C")
order by time, key
limit $4

-- timeline-versions
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 bigint
-- Columns: time timestamp with time zone, key text, version_id uuid, operation text,
--   created_by text or null, proven_by text or null, changed_fields text[]
select *
from
  (
    select
      created as time,
      ('0' || lpad(version_number::text, 10, '0')) collate "C" as key,
      version_id, operation, changed_fields, created_by, proven_by
    from order_version
    where order_id = $1
  ) as entry
where (time, key) > ($2::timestamptz, $3::text collate "C")
order by time, key
limit $4

-- timeline-webhooks
-- Parameters: $1 text, $2 timestamp with time zone, $3 text, $4 bigint
-- Columns: time timestamp with time zone, key text, id bigint, subscription_id text, event_id text,
--   event_type text, state text, attempts integer, last_attempt timestamp with time zone or null,
--   last_status integer or null
select *
from
  (
    select
      created as time,
      ('7' || lpad(id::text, 20, '0')) collate "C" as key,
      id, subscription_id, event_id, event_type, state, attempts, last_attempt, last_status
    from webhook_delivery
    where order_id = $1
  ) as entry
where (time, key) > ($2::timestamptz, $3::text collate "C")
order by time, key
limit $4

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

-- webhook-claim
-- Parameters: $1 text[], $2 integer[]
-- Columns: subscription_id text, subject text, claim integer
with
  -- the lanes that are due, as many as may be under way
  due as (
    select free.subscription_id, free.subject
    from
      unnest($1::text[], $2::int[]) as free_lanes (subscription_id, count)
      cross join lateral (
        select subscription_id, subject
        from webhook_lane
        where
          subscription_id = free_lanes.subscription_id
          and next_attempt <= now() + interval '1 millisecond'
        order by next_attempt
        limit free_lanes.count
        for update skip locked
      ) as free
  )
update webhook_lane as lane
set claim = claim + 1, is_held = true, next_attempt = now() + interval '30 seconds'
from due
where lane.subscription_id = due.subscription_id and lane.subject = due.subject
returning lane.subscription_id, lane.subject, lane.claim

-- webhook-count
-- Columns: subscription_id text, state text, count bigint, age double precision
select
  subscription_id, state,
  count(*) as count,
  coalesce(extract(epoch from now() - min(created)), 0)::float8 as age
from webhook_delivery
where state = 'Waiting'
group by 1, 2
union all
select subscription_id, 'GivenUp', count(*), 0
from webhook_delivery
where state = 'GivenUp'
group by 1

-- webhook-delete-old
-- Columns: id bigint
delete from webhook_delivery
where
  id = any (
    array(
      select id
      from webhook_delivery
      where created < now() - interval '90 days' and state <> 'Waiting'
      limit 5000
    )
  )
  and state <> 'Waiting'
returning id

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

-- webhook-heads
-- Parameters: $1 text[], $2 text[], $3 integer[]
-- Columns: id bigint, subscription_id text, subject text, event_id text, envelope json,
--   attempts integer, claim integer
select head.*, lane.claim
from
  unnest($1::text[], $2::text[], $3::int[]) as lane (subscription_id, subject, claim)
  cross join lateral (
    select id, subscription_id, subject, event_id, envelope, attempts
    from webhook_delivery
    where subscription_id = lane.subscription_id and subject = lane.subject and state = 'Waiting'
    order by id
    limit 1
  ) as head

-- webhook-hold
-- Parameters: $1 text, $2 text, $3 integer
-- Columns: claim integer
select claim
from webhook_lane
where subscription_id = $1 and subject = $2 and claim = $3 and is_held
for update

-- webhook-insert
-- Parameters: $1 text[], $2 text, $3 text, $4 text, $5 text or null, $6 json, $7 bigint or null
with
  -- the deliveries that are not there yet
  added as (
    insert into
      webhook_delivery (subscription_id, event_id, event_type, subject, order_id, envelope, state, created, give_up)
    select
      subscription_id,
      $2,
      $3,
      $4,
      case
        when not exists (
          select
          from purged_order
          where order_id = $5::text and event_sequence >= $7::bigint
        ) then $5::text
      end,
      $6::json,
      'Waiting',
      now(),
      now() + interval '24 hours'
    from unnest($1::text[]) as wanted (subscription_id)
    on conflict (subscription_id, event_id) do nothing
    returning subscription_id, subject
  )
insert into webhook_lane as lane (subscription_id, subject, next_attempt)
select subscription_id, subject, now()
from added
on conflict (subscription_id, subject) do update
set claim = lane.claim

-- webhook-list
-- Parameters: $1 bigint or null, $2 timestamp with time zone or null,
--   $3 timestamp with time zone or null, $4 text or null, $5 text or null, $6 text[] or null,
--   $7 bigint or null, $8 bigint
-- Columns: id bigint, subscription_id text, event_id text, event_type text, subject text,
--   order_id text or null, state text, attempts integer, created timestamp with time zone,
--   last_attempt timestamp with time zone or null, last_status integer or null,
--   failure_reason text or null, next_attempt timestamp with time zone or null
select
  id, subscription_id, event_id, event_type, subject, order_id, state, attempts, created,
  last_attempt, last_status, failure_reason,
  case
    when d.state = 'Waiting' then (
      select lane.next_attempt
      from webhook_lane as lane
      where
        lane.subscription_id = d.subscription_id
        and lane.subject = d.subject
        and not lane.is_held
        and not exists (
          select
          from webhook_delivery as earlier
          where
            earlier.subscription_id = d.subscription_id
            and earlier.subject = d.subject
            and earlier.state = 'Waiting'
            and earlier.id < d.id
        )
    )
  end as next_attempt
from webhook_delivery as d
where
  ($1::bigint is null or d.id = $1)
  and ($2::timestamptz is null or d.created >= $2)
  and ($3::timestamptz is null or d.created < $3)
  and ($4::text is null or d.subscription_id = $4)
  and ($5::text is null or d.state = $5)
  and (
    $6::text[] is null
    or exists (select from "order" as o where o.id = d.order_id and o.store_id = any ($6::text[]))
  )
  and ($7::bigint is null or d.id < $7)
order by id desc
limit $8

-- webhook-list-delivered
-- Parameters: $1 bigint or null, $2 timestamp with time zone or null,
--   $3 timestamp with time zone or null, $4 text or null, $5 text or null, $6 text[] or null,
--   $7 bigint or null, $8 bigint
-- Columns: id bigint, subscription_id text, event_id text, event_type text, subject text,
--   order_id text or null, state text, attempts integer, created timestamp with time zone,
--   last_attempt timestamp with time zone or null, last_status integer or null,
--   failure_reason text or null, next_attempt timestamp with time zone or null
select
  id, subscription_id, event_id, event_type, subject, order_id, state, attempts, created,
  last_attempt, last_status, failure_reason,
  case
    when d.state = 'Waiting' then (
      select lane.next_attempt
      from webhook_lane as lane
      where
        lane.subscription_id = d.subscription_id
        and lane.subject = d.subject
        and not lane.is_held
        and not exists (
          select
          from webhook_delivery as earlier
          where
            earlier.subscription_id = d.subscription_id
            and earlier.subject = d.subject
            and earlier.state = 'Waiting'
            and earlier.id < d.id
        )
    )
  end as next_attempt
from webhook_delivery as d
where
  ($1::bigint is null or d.id = $1)
  and ($2::timestamptz is null or d.created >= $2)
  and ($3::timestamptz is null or d.created < $3)
  and ($4::text is null or d.subscription_id = $4)
  and ($5::text is null or d.state = $5)
  and (
    $6::text[] is null
    or exists (select from "order" as o where o.id = d.order_id and o.store_id = any ($6::text[]))
  )
  and ($7::bigint is null or d.id < $7)
  and d.state = 'Delivered'
order by id desc
limit $8

-- webhook-list-given-up
-- Parameters: $1 bigint or null, $2 timestamp with time zone or null,
--   $3 timestamp with time zone or null, $4 text or null, $5 text or null, $6 text[] or null,
--   $7 bigint or null, $8 bigint
-- Columns: id bigint, subscription_id text, event_id text, event_type text, subject text,
--   order_id text or null, state text, attempts integer, created timestamp with time zone,
--   last_attempt timestamp with time zone or null, last_status integer or null,
--   failure_reason text or null, next_attempt timestamp with time zone or null
select
  id, subscription_id, event_id, event_type, subject, order_id, state, attempts, created,
  last_attempt, last_status, failure_reason,
  case
    when d.state = 'Waiting' then (
      select lane.next_attempt
      from webhook_lane as lane
      where
        lane.subscription_id = d.subscription_id
        and lane.subject = d.subject
        and not lane.is_held
        and not exists (
          select
          from webhook_delivery as earlier
          where
            earlier.subscription_id = d.subscription_id
            and earlier.subject = d.subject
            and earlier.state = 'Waiting'
            and earlier.id < d.id
        )
    )
  end as next_attempt
from webhook_delivery as d
where
  ($1::bigint is null or d.id = $1)
  and ($2::timestamptz is null or d.created >= $2)
  and ($3::timestamptz is null or d.created < $3)
  and ($4::text is null or d.subscription_id = $4)
  and ($5::text is null or d.state = $5)
  and (
    $6::text[] is null
    or exists (select from "order" as o where o.id = d.order_id and o.store_id = any ($6::text[]))
  )
  and ($7::bigint is null or d.id < $7)
  and d.state = 'GivenUp'
order by id desc
limit $8

-- webhook-list-waiting
-- Parameters: $1 bigint or null, $2 timestamp with time zone or null,
--   $3 timestamp with time zone or null, $4 text or null, $5 text or null, $6 text[] or null,
--   $7 bigint or null, $8 bigint
-- Columns: id bigint, subscription_id text, event_id text, event_type text, subject text,
--   order_id text or null, state text, attempts integer, created timestamp with time zone,
--   last_attempt timestamp with time zone or null, last_status integer or null,
--   failure_reason text or null, next_attempt timestamp with time zone or null
select
  id, subscription_id, event_id, event_type, subject, order_id, state, attempts, created,
  last_attempt, last_status, failure_reason,
  case
    when d.state = 'Waiting' then (
      select lane.next_attempt
      from webhook_lane as lane
      where
        lane.subscription_id = d.subscription_id
        and lane.subject = d.subject
        and not lane.is_held
        and not exists (
          select
          from webhook_delivery as earlier
          where
            earlier.subscription_id = d.subscription_id
            and earlier.subject = d.subject
            and earlier.state = 'Waiting'
            and earlier.id < d.id
        )
    )
  end as next_attempt
from webhook_delivery as d
where
  ($1::bigint is null or d.id = $1)
  and ($2::timestamptz is null or d.created >= $2)
  and ($3::timestamptz is null or d.created < $3)
  and ($4::text is null or d.subscription_id = $4)
  and ($5::text is null or d.state = $5)
  and (
    $6::text[] is null
    or exists (select from "order" as o where o.id = d.order_id and o.store_id = any ($6::text[]))
  )
  and ($7::bigint is null or d.id < $7)
  and d.state = 'Waiting'
order by id desc
limit $8

-- webhook-lock-lanes
-- Parameters: $1 bigint or null, $2 timestamp with time zone or null,
--   $3 timestamp with time zone or null, $4 text or null, $5 text or null, $6 text[] or null
-- Columns: claim integer
select claim
from webhook_lane as lane
where
  exists (
    select
    from webhook_delivery as d
    where
      d.subscription_id = lane.subscription_id
      and d.subject = lane.subject
      and ($1::bigint is null or d.id = $1)
      and ($2::timestamptz is null or d.created >= $2)
      and ($3::timestamptz is null or d.created < $3)
      and ($4::text is null or d.subscription_id = $4)
      and ($5::text is null or d.state = $5)
      and (
        $6::text[] is null
        or exists (
          select
          from "order" as o
          where o.id = d.order_id and o.store_id = any ($6::text[])
        )
      )
  )
order by subscription_id, subject
for update

-- webhook-mark
-- Parameters: $1 bigint, $2 integer or null, $3 text or null
-- Columns: state text, give_up timestamp with time zone
update webhook_delivery
set
  attempts = attempts + 1,
  last_attempt = clock_timestamp(),
  last_status = $2,
  failure_reason = $3,
  state = case
    when $3::text is null then 'Delivered'
    when give_up > now() then 'Waiting'
    else 'GivenUp'
  end
where id = $1 and state = 'Waiting'
returning state, give_up

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

-- webhook-pause
-- Parameters: $1 text, $2 text, $3 double precision, $4 timestamp with time zone
update webhook_lane
set
  is_held = false,
  next_attempt = greatest(now() + interval '1 second', least(now() + $3 * interval '1 millisecond', $4::timestamptz))
where subscription_id = $1 and subject = $2

-- webhook-replay
-- Parameters: $1 bigint or null, $2 timestamp with time zone or null,
--   $3 timestamp with time zone or null, $4 text or null, $5 text or null, $6 text[] or null
-- Columns: count bigint
with
  -- the chosen deliveries, which wait again
  again as (
    update webhook_delivery as d
    set
      state = 'Waiting',
      attempts = 0,
      failure_reason = null,
      give_up = now() + interval '24 hours'
    where
      ($1::bigint is null or d.id = $1)
      and ($2::timestamptz is null or d.created >= $2)
      and ($3::timestamptz is null or d.created < $3)
      and ($4::text is null or d.subscription_id = $4)
      and ($5::text is null or d.state = $5)
      and (
        $6::text[] is null
        or exists (
          select
          from "order" as o
          where o.id = d.order_id and o.store_id = any ($6::text[])
        )
      )
    returning subscription_id, subject
  ),
  -- their lanes, which are due now
  lanes as (
    insert into webhook_lane as lane (subscription_id, subject, next_attempt)
    select distinct subscription_id, subject, now()
    from again
    order by subscription_id, subject
    on conflict (subscription_id, subject) do update
    set next_attempt = case when lane.is_held then lane.next_attempt else now() end
  )
select count(*) as count
from again

-- webhook-subscription-lock
-- Parameters: $1 uuid
-- Columns: document json, secret text, previous text or null
select document, secret, case when previous_until > now() then previous_secret end as previous
from webhook_subscription
where id = $1
for update

-- webhook-subscriptions
-- Columns: document json, secret text, previous text or null
select document, secret, case when previous_until > now() then previous_secret end as previous
from webhook_subscription
order by id

-- webhook-subscriptions-lock
-- Parameters: $1 integer
-- Columns: pg_advisory_xact_lock void
select pg_advisory_xact_lock($1, 0)

-- why-lock
-- Parameters: $1 text
-- Columns: expires timestamp with time zone
select expires
from order_lock
where order_id = $1 and expires > now()

-- why-refund-requests
-- Parameters: $1 text
-- Columns: amount numeric, requested_by text, requested timestamp with time zone
select amount, requested_by, requested
from refund_request
where order_id = $1 and state = 'Pending'
order by requested, id
limit 250

-- why-runs
-- Parameters: $1 text
-- Columns: id uuid, order_id text, shipment_id text or null, return_id text or null, status text,
--   state text, started timestamp with time zone, started_by text or null, plan json,
--   fencing_token integer, transition_count integer, next json, waiting json or null,
--   finished timestamp with time zone or null, lease_until timestamp with time zone or null,
--   is_silent boolean
select
  id, order_id, shipment_id, return_id, status, state, started, started_by, plan, fencing_token,
  transition_count, next, waiting, finished, lease_until,
  coalesce(lease_until < now(), false) as is_silent
from workflow_run
where order_id = $1
order by state in ('Finished', 'Aborted'), started desc, id desc
limit 250

-- z-report-by-id
-- Parameters: $1 text
-- Columns: storeId text, document json
select store_id as "storeId", document
from z_report
where z_report_id = $1

-- z-report-candidates
-- Parameters: $1 text, $2 text, $3 text
-- Columns: id text, versionNumber integer, document json, published json or null,
--   reportedIn text or null, paymentReports json
select
  o.id,
  o.version_number as "versionNumber",
  o.document,
  coalesce(o.published_allocations, o.told_payments) as published,
  r.z_report_id as "reportedIn",
  (
    select coalesce(json_object_agg(p.payment_id, p.z_report_id), '{}')
    from z_report_payment p
    where p.order_id = o.id
  ) as "paymentReports"
from
  (
    select order_id
    from z_report_order
    where z_report_id = $1
    union
    select order_id
    from z_report_payment
    where z_report_id = $1
    union
    select order_id
    from z_report_waiting
    where store_id = $2
    union
    select order_id
    from z_report_refund_waiting
    where store_id = $2
  ) candidate
  join "order" o on o.id = candidate.order_id
  left join z_report_order r on r.order_id = o.id
where o.id > $3 and (r.order_id is not null or not o.is_deleted)
order by o.id
limit 200

-- z-report-count
-- Parameters: $1 text or null, $2 text[] or null, $3 timestamp with time zone or null,
--   $4 timestamp with time zone or null
-- Columns: count bigint
select count(*) as count
from z_report
where
  ($1::text is null or store_id = $1)
  and ($2::text[] is null or store_id = any ($2))
  and ($3::timestamptz is null or date_closed >= $3)
  and ($4::timestamptz is null or date_closed <= $4)

-- z-report-last
-- Parameters: $1 text, $2 text, $3 text[]
-- Columns: document json, request json
select document, request
from z_report
where
  store_id = $1
  and request ->> 'currencyCode' = $2
  and exists (
    select
    from json_array_elements_text(request -> 'registerIds') as register (id)
    where register.id = any ($3)
  )
order by z_report_number desc
limit 1

-- z-report-load
-- Parameters: $1 text
-- Columns: document json, request json
select document, request
from z_report
where z_report_id = $1
for update

-- z-report-number-lock
-- Parameters: $1 text
-- Columns: number bigint
insert into z_report_number (store_id, number)
values ($1, 0)
on conflict (store_id) do update
set number = z_report_number.number
returning number

-- z-report-page
-- Parameters: $1 text or null, $2 text[] or null, $3 timestamp with time zone or null,
--   $4 timestamp with time zone or null, $5 bigint, $6 bigint
-- Columns: document json
select document
from z_report
where
  ($1::text is null or store_id = $1)
  and ($2::text[] is null or store_id = any ($2))
  and ($3::timestamptz is null or date_closed >= $3)
  and ($4::timestamptz is null or date_closed <= $4)
order by date_closed desc, z_report_id
limit $5
offset $6

-- z-report-peek
-- Parameters: $1 text, $2 text
-- Columns: number bigint or null, document json or null, request json or null
select (select number from z_report_number where store_id = $2) as number, r.document, r.request
from (select 1) as one left join z_report r on r.z_report_id = $1

-- z-report-release-orders
-- Parameters: $1 text, $2 text[], $3 text
with
  -- the orders that are not purged meanwhile
  kept as materialized (
    select id, store_id, version_number
    from "order"
    where id = any ($2)
    order by id
    for key share
  ),
  -- the orders, which are reported no longer
  gone as (delete from z_report_order where z_report_id = $1 and order_id = any ($2)),
  -- their payments, which are reported no longer
  uncounted as (delete from z_report_payment where z_report_id = $1 and order_id = any ($2)),
  -- their refunds, which wait again
  refunds as (
    insert into z_report_refund_waiting (order_id, store_id, version_number)
    select o.id, $3, o.version_number
    from kept o
    where exists (select from order_return r where r.order_id = o.id and r.register_id is not null)
    on conflict do nothing
  )
insert into z_report_waiting (order_id, store_id, version_number)
select id, store_id, version_number
from kept
on conflict do nothing

-- z-report-remove-waiting
-- Parameters: $1 text[], $2 integer[], $3 text
with
  -- the orders at the versions that the close has read
  seen as (select * from unnest($1::text[], $2::int[]) as seen (order_id, version_number)),
  -- refunds at this register, unless the order has changed since
  refunds as (
    delete from z_report_refund_waiting w using seen
    where w.order_id = seen.order_id and w.store_id = $3 and w.version_number <= seen.version_number
  )
delete from z_report_waiting w using seen
where w.order_id = seen.order_id and w.store_id = $3 and w.version_number <= seen.version_number

-- z-report-save
-- Parameters: $1 text, $2 text, $3 bigint, $4 integer, $5 timestamp with time zone, $6 json,
--   $7 json
-- Columns: z_report_id text
insert into
  z_report (z_report_id, store_id, z_report_number, revision, date_closed, request, document)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (z_report_id) do update
set
  revision = excluded.revision,
  date_closed = excluded.date_closed,
  request = excluded.request,
  document = excluded.document
where z_report.store_id = excluded.store_id
returning z_report_id

-- z-report-take-orders
-- Parameters: $1 text, $2 text[], $3 text[], $4 text[]
-- Columns: count bigint
with
  -- the orders that are not purged meanwhile
  kept as materialized (
    select id
    from "order"
    where id = any ($2::text[] || $3::text[])
    order by id
    for key share
  ),
  -- the orders that no other report has
  held as (
    insert into z_report_order (order_id, z_report_id)
    select id, $1
    from kept
    where id = any ($2::text[])
    on conflict do nothing
    returning 1
  ),
  -- the payments that no other report has
  counted as (
    insert into z_report_payment (order_id, payment_id, z_report_id)
    select p.order_id, p.payment_id, $1
    from unnest($3::text[], $4::text[]) p (order_id, payment_id) join kept on kept.id = p.order_id
    on conflict do nothing
    returning 1
  )
select (select count(*) from held) + (select count(*) from counted) as count
