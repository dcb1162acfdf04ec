-- kit-add-missing-events
-- Parameters: $1 text, $2 text[], $3 text[], $4 bigint[], $5 bigint[]
insert into
  kit.dead_letter (consumer, event_id, type, source, subject, sequence, envelope, tries, reason)
select
  $1,
  'missing:' || encode(sha256(convert_to(gap.source || E'\n' || gap.subject || E'\n' || sequence, 'UTF8')), 'hex'),
  'missing',
  gap.source, gap.subject, sequence,
  '',
  0,
  'The event was lost, and its publisher does not keep it any more.'
from
  unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) as gap (source, subject, first, last),
  generate_series(gap.first, gap.last) as sequence
on conflict do nothing

-- kit-audit-insert
-- Parameters: $1 uuid[], $2 text[]
insert into kit.audit_waiting (id, entry)
select *
from unnest($1::uuid[], $2::text[])
on conflict (id) do nothing

-- kit-audit-remove
-- Parameters: $1 bigint[]
delete from kit.audit_waiting
where place = any ($1::bigint[])

-- kit-audit-take
-- Parameters: $1 bigint
-- Columns: place bigint, entry text
select place, entry
from kit.audit_waiting
order by place
limit $1

-- kit-begin-behind-gap
-- Parameters: $1 text, $2 text, $3 text, $4 bigint
with
  -- the position behind the gap
  begun as (
    insert into kit.event_position (consumer, source, subject, next_sequence, first_sequence)
    values ($1, $2, $3, $4::bigint + 1, $4::bigint + 1)
    on conflict do nothing
  )
update kit.parked_event
set due = clock_timestamp()
where consumer = $1 and source = $2 and subject = $3 and sequence = $4::bigint + 1

-- kit-claim-events
-- Parameters: $1 text, $2 text[], $3 text[], $4 text[], $5 bigint[], $6 bigint[]
-- Columns: claimed boolean, has_successor boolean
with
  -- consecutive events of each subject
  stretch as (
    select *
    from
      unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[]) as s (source, subject, first, last)
  ),
  -- the events, if none was handled before
  done as (
    insert into kit.inbox (consumer, event_id)
    select $1, event_id
    from unnest($2::text[]) as e (event_id)
    on conflict do nothing
    returning 1
  ),
  -- the positions behind them, where they were in front of them
  moved as (
    insert into
      kit.event_position as position(consumer, source, subject, next_sequence, first_sequence)
    select $1, source, subject, last + 1, first
    from stretch as s
    where
      first = 1
      or (
        select true
        from kit.event_position
        where consumer = $1 and source = s.source and subject = s.subject
      )
    on conflict (consumer, source, subject) do update
    set next_sequence = excluded.next_sequence
    where position.next_sequence = excluded.first_sequence
    returning 1
  )
select
  (select count(*) from done) = cardinality($2::text[])
  and (select count(*) from moved) = cardinality($3::text[]) as claimed,
  exists (
    select
    from stretch as s
    where
      (
        select true
        from kit.parked_event as p
        where
          p.consumer = $1
          and p.source = s.source
          and p.subject = s.subject
          and p.sequence between s.first + 1 and s.last + 1
        limit 1
      )
  ) as has_successor

-- kit-count-event-gaps
-- Parameters: $1 text
-- Columns: count bigint
select count(*) as count
from
  (
    select source, subject, min(sequence) as sequence, min(parked) as parked
    from kit.parked_event
    where consumer = $1 and sequence is not null
    group by source, subject
  ) as waiting
  left join kit.event_position as position on position.consumer = $1
  and position.source = waiting.source
  and position.subject = waiting.subject
where
  waiting.sequence > coalesce(next_sequence, 1)
  and not exists (
    select
    from kit.dead_letter as letter
    where
      letter.consumer = $1
      and letter.source = waiting.source
      and letter.subject = waiting.subject
      and letter.sequence between coalesce(next_sequence, 1) and waiting.sequence - 1
  )

-- kit-count-published-within
-- Parameters: $1 timestamp with time zone, $2 timestamp with time zone
-- Columns: count bigint
select count(*) as count
from (select from kit.event_place where published >= $1 and published < $2 limit 10001) as within

-- kit-count-quarantined
-- Columns: consumer text, deadLetters bigint, parked bigint
select consumer, sum(dead)::bigint as "deadLetters", sum(parked)::bigint as parked
from
  (
    select consumer, 1 as dead, 0 as parked
    from kit.dead_letter
    union all
    select consumer, 0, 1
    from kit.parked_event
  ) as quarantined
group by consumer

-- kit-due-reconciliation
-- Parameters: $1 text, $2 double precision
-- Columns: from timestamp with time zone, version text or null, isRequested boolean, isDue boolean
select
  case
    when reconciled is null then greatest(requested_from, clock_timestamp() - 2588400000 * interval '1 ms')
    else least(requested_from, reconciled)
  end as "from",
  known.xmin::text as version,
  requested_from is not null as "isRequested",
  coalesce(finished <= clock_timestamp() - $2 * interval '1 ms', true) as "isDue"
from (select $1::text as consumer) as asked left join kit.reconciliation as known using (consumer)

-- kit-find-event-gaps
-- Parameters: $1 text, $2 double precision, $3 bigint
-- Columns: source text, subject text, first bigint, last bigint, isBegun boolean
select
  waiting.source, waiting.subject,
  coalesce(next_sequence, 1) as first,
  waiting.sequence - 1 as last,
  next_sequence is not null as "isBegun"
from
  (
    select source, subject, min(sequence) as sequence, min(parked) as parked
    from kit.parked_event
    where consumer = $1 and sequence is not null
    group by source, subject
  ) as waiting
  left join kit.event_position as position on position.consumer = $1
  and position.source = waiting.source
  and position.subject = waiting.subject
where
  waiting.sequence > coalesce(next_sequence, 1)
  and not exists (
    select
    from kit.dead_letter as letter
    where
      letter.consumer = $1
      and letter.source = waiting.source
      and letter.subject = waiting.subject
      and letter.sequence between coalesce(next_sequence, 1) and waiting.sequence - 1
  )
  and waiting.parked <= clock_timestamp() - $2 * interval '1 ms'
order by waiting.parked
limit $3

-- kit-find-inbox
-- Parameters: $1 text, $2 text
select
from kit.inbox
where event_id = $1 and consumer = $2

-- kit-find-moved-events
-- Parameters: $1 text[], $2 text[], $3 bigint[], $4 bigint[], $5 text, $6 timestamp with time zone
-- Columns: source text or null, subject text or null, sequence bigint or null
select event.source, event.subject, event.sequence
from
  (
    select id
    from kit.waiting_event
    union all
    select id
    from kit.event_place
    where stream = $5 and published >= $6
  ) as moved
  cross join lateral (
    select event_id, type, traceparent, envelope
    from kit.event
    where event.id = moved.id
    offset 0
  ) as content,
  lateral json_to_record((split_part(envelope, ',"data":', 1) || '}')::json) as event (source text, subject text, sequence bigint)
  join unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) as wanted (source, subject, first, last) on event.source = wanted.source
  and event.subject = wanted.subject
  and event.sequence between wanted.first and wanted.last

-- kit-find-published-ends
-- Parameters: $1 text
-- Columns: first bigint or null, last bigint or null, now timestamp with time zone
select min(sequence) as first, max(sequence) as last, clock_timestamp() as now
from kit.event_place
where stream = $1

-- kit-find-published-events
-- Parameters: $1 text[], $2 text[], $3 bigint[], $4 bigint[], $5 text, $6 bigint
-- Columns: source text or null, subject text or null, sequence bigint or null,
--   stream_sequence bigint, is_recent boolean
select
  event.source, event.subject, event.sequence,
  kept.sequence as stream_sequence,
  kept.published > clock_timestamp() - interval '10 s' as is_recent
from
  (
    select *
    from kit.event_place
    where stream = $5 and sequence between $6::bigint - 9999 and $6
  ) as kept
  cross join lateral (
    select event_id, type, traceparent, envelope
    from kit.event
    where event.id = kept.id
    offset 0
  ) as content,
  lateral json_to_record((split_part(envelope, ',"data":', 1) || '}')::json) as event (source text, subject text, sequence bigint)
  join unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) as wanted (source, subject, first, last) on event.source = wanted.source
  and event.subject = wanted.subject
  and event.sequence between wanted.first and wanted.last

-- kit-find-unbegun-aggregates
-- Parameters: $1 text, $2 text[], $3 text[]
-- Columns: rank integer
select asked.rank::int as rank
from
  unnest($2::text[], $3::text[]) with ordinality as asked (source, subject, rank)
  join (
    select waiting.source, waiting.subject
    from
      (
        select source, subject, min(sequence) as sequence, min(parked) as parked
        from kit.parked_event
        where consumer = $1 and sequence is not null
        group by source, subject
      ) as waiting
      left join kit.event_position as position on position.consumer = $1
      and position.source = waiting.source
      and position.subject = waiting.subject
    where
      waiting.sequence > coalesce(next_sequence, 1)
      and not exists (
        select
        from kit.dead_letter as letter
        where
          letter.consumer = $1
          and letter.source = waiting.source
          and letter.subject = waiting.subject
          and letter.sequence between coalesce(next_sequence, 1) and waiting.sequence - 1
      )
      and next_sequence is null
  ) as unbegun using (source, subject)

-- kit-find-unhandled-events
-- Parameters: $1 text, $2 text[], $3 text[], $4 bigint[], $5 bigint
-- Columns: source text, subject text, sequence bigint, rank integer
select published.source, published.subject, expected.sequence, published.rank::int as rank
from
  unnest($2::text[], $3::text[], $4::bigint[]) with ordinality as published (source, subject, last, rank)
  left join kit.event_position as position on position.consumer = $1
  and position.source = published.source
  and position.subject = published.subject,
  lateral generate_series(coalesce(next_sequence, 1), published.last) as expected (sequence)
where
  not exists (
    select
    from kit.parked_event as parked
    where
      parked.consumer = $1
      and parked.source = published.source
      and parked.subject = published.subject
      and parked.sequence = expected.sequence
  )
  and not exists (
    select
    from kit.dead_letter as letter
    where
      letter.consumer = $1
      and letter.source = published.source
      and letter.subject = published.subject
      and letter.sequence = expected.sequence
  )
order by published.rank, expected.sequence
limit $5

-- kit-find-waiting-event
-- Parameters: $1 text
select
from
  kit.waiting_event as waiting
  cross join lateral (
    select event_id, type, traceparent, envelope
    from kit.event
    where event.id = waiting.id
    offset 0
  ) as content
where event_id::text = $1

-- kit-find-waiting-events
-- Parameters: $1 text[], $2 text[], $3 bigint[], $4 bigint[]
-- Columns: source text or null, subject text or null, sequence bigint or null
select event.source, event.subject, event.sequence
from
  kit.waiting_event as waiting
  cross join lateral (
    select event_id, type, traceparent, envelope
    from kit.event
    where event.id = waiting.id
    offset 0
  ) as content,
  lateral json_to_record((split_part(envelope, ',"data":', 1) || '}')::json) as event (source text, subject text, sequence bigint)
  join unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) as wanted (source, subject, first, last) on event.source = wanted.source
  and event.subject = wanted.subject
  and event.sequence between wanted.first and wanted.last

-- kit-first-published
-- Parameters: $1 text
-- Columns: sequence bigint or null
select min(sequence) as sequence
from kit.event_place
where stream = $1

-- kit-forget-streams
delete from kit.known_stream

-- kit-give-up
-- Parameters: $1 text, $2 text, $3 text
with
  -- the event, which is parked no longer
  parked as (delete from kit.parked_event where consumer = $1 and event_id = $2 returning *)
insert into
  kit.dead_letter (consumer, event_id, type, source, subject, sequence, envelope, tries, reason)
select consumer, event_id, $3, source, subject, sequence, envelope, tries, coalesce(reason, '')
from parked
on conflict (consumer, event_id) do update
set tries = excluded.tries, reason = excluded.reason

-- kit-has-waited-alone
-- Parameters: $1 text, $2 text, $3 text, $4 text, $5 bigint or null, $6 double precision
select
from kit.parked_event
where
  consumer = $1
  and event_id = $2
  and parked <= clock_timestamp() - $6 * interval '1 ms'
  and not exists (
    select
    from kit.parked_event
    where consumer = $1 and source = $3 and subject = $4 and sequence < $5
  )
  and not exists (
    select
    from kit.dead_letter
    where consumer = $1 and source = $3 and subject = $4 and sequence < $5
  )

-- kit-idempotency-claim
-- Parameters: $1 text[], $2 text[], $3 text[], $4 text[], $5 text[], $6 uuid[], $7 text[],
--   $8 timestamp with time zone or null
-- Columns: token uuid
with
  -- the keys that no other open transaction is claiming, and the time of the claim
  free as (
    select *, coalesce($8::timestamptz, clock_timestamp()) as moment
    from
      unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[]) as asked (client, method, path, key, request_hash, token, store_ids)
    where pg_try_advisory_xact_lock(hashtextextended (row (client, method, path, key)::text, 17))
  )
insert into
  kit.idempotency_key as k (client, method, path, key, request_hash, token, store_ids, claimed, expires)
select
  client, method, path, key, request_hash, token,
  store_ids::json,
  moment,
  moment + interval '60 seconds'
from free
on conflict (client, method, path, key) do update
set
  request_hash = excluded.request_hash,
  token = excluded.token,
  store_ids = excluded.store_ids,
  claimed = excluded.claimed,
  expires = excluded.expires,
  status = null,
  headers = null,
  body = null,
  is_interim = false
where k.expires <= excluded.claimed
returning token

-- kit-idempotency-find
-- Parameters: $1 text[], $2 text[], $3 text[], $4 text[], $5 timestamp with time zone or null
-- Columns: place integer, request_hash text, store_ids json or null, status smallint or null,
--   headers json or null, body text or null, is_in_flight boolean
select
  place::int,
  request_hash,
  case when store_ids ->> 'token' = token::text then store_ids -> 'storeIds' end as store_ids,
  status, headers, body,
  status is null
  or is_interim
  and claimed > moment - interval '60 seconds' as is_in_flight
from
  unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as asked (client, method, path, key, place)
  join kit.idempotency_key using (client, method, path, key),
  (select coalesce($5::timestamptz, clock_timestamp()) as moment) as clock
where expires > moment

-- kit-idempotency-release
-- Parameters: $1 text[], $2 text[], $3 text[], $4 text[], $5 uuid[]
-- Columns: token uuid
with
  -- the claims that are given back
  ended as (
    select *
    from
      unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::uuid[]) as ended (client, method, path, key, token)
  ),
  -- claims without a response
  removed as (
    delete from kit.idempotency_key as k using ended as e
    where
      (k.client, k.method, k.path, k.key, k.token) = (e.client, e.method, e.path, e.key, e.token)
      and k.status is null
    returning k.token
  ),
  -- claims with an interim response, which others may take over
  replayable as (
    update kit.idempotency_key as k
    set claimed = '-infinity'
    from ended as e
    where
      (k.client, k.method, k.path, k.key, k.token) = (e.client, e.method, e.path, e.key, e.token)
      and k.is_interim
    returning k.token
  )
select token
from removed
union all
select token
from replayable

-- kit-idempotency-store
-- Parameters: $1 text[], $2 text[], $3 text[], $4 text[], $5 uuid[], $6 smallint[], $7 text[],
--   $8 text[], $9 boolean[]
-- Columns: token uuid
update kit.idempotency_key as k
set
  status = r.status,
  headers = r.headers::json,
  body = r.body,
  is_interim = r.is_interim,
  expires = clock_timestamp() + interval '48 hours'
from
  unnest(
    $1::text[],
    $2::text[],
    $3::text[],
    $4::text[],
    $5::uuid[],
    $6::smallint[],
    $7::text[],
    $8::text[],
    $9::boolean[]
  ) as r (client, method, path, key, token, status, headers, body, is_interim)
where
  (k.client, k.method, k.path, k.key, k.token) = (r.client, r.method, r.path, r.key, r.token)
  and (k.status is null or k.is_interim)
returning k.token

-- kit-insert-dead-letter
-- Parameters: $1 text, $2 text, $3 text, $4 text, $5 text, $6 bigint or null, $7 text, $8 text
with
  -- the event, which is parked no longer
  parked as (delete from kit.parked_event where consumer = $1 and event_id = $2)
insert into
  kit.dead_letter (consumer, event_id, type, source, subject, sequence, envelope, tries, reason)
values ($1, $2, $3, $4, $5, $6, $7, 1, $8)
on conflict do nothing

-- kit-known-streams
-- Columns: name text, created text, last_sequence bigint
select
  name, created,
  coalesce((select max(sequence) from kit.event_place where stream = name), 0) as last_sequence
from kit.known_stream

-- kit-last-noted-position
-- Columns: noted timestamp with time zone or null
select max(published) - 120000 * interval '1 ms' as noted
from kit.published_position

-- kit-list-dead-letters
-- Parameters: $1 text or null, $2 bigint or null, $3 bigint
-- Columns: id bigint, consumer text, eventId text, type text, source text, subject text,
--   sequence bigint or null, tries integer, reason text, created timestamp with time zone
select id, consumer, event_id as "eventId", type, source, subject, sequence, tries, reason, created
from kit.dead_letter
where ($1::text is null or consumer = $1) and ($2::bigint is null or id > $2)
order by id
limit $3

-- kit-lock-position
-- Parameters: $1 text, $2 text, $3 text
-- Columns: next_sequence bigint, first_sequence bigint
select next_sequence, first_sequence
from kit.event_position
where consumer = $1 and source = $2 and subject = $3
for update

-- kit-next-published
-- Parameters: $1 timestamp with time zone
-- Columns: next timestamp with time zone or null
select min(published) as next
from kit.event_place
where published >= $1

-- kit-note-failure
-- Parameters: $1 text, $2 text, $3 text, $4 text, $5 bigint or null, $6 text, $7 text,
--   $8 double precision, $9 double precision
-- Columns: tries integer
insert into
  kit.parked_event as parked (consumer, event_id, source, subject, sequence, envelope, tries, due, reason)
values ($1, $2, $3, $4, $5, $6, 1, clock_timestamp() + $8 * interval '1 ms', $7)
on conflict (consumer, event_id) do update
set
  tries = parked.tries + 1,
  reason = excluded.reason,
  due = clock_timestamp() + least($9, $8 * power(2, parked.tries)) * (0.5 + random() / 2) * interval '1 ms'
returning tries

-- kit-note-published-positions
-- Parameters: $1 timestamp with time zone, $2 timestamp with time zone
insert into
  kit.published_position as known (source, subject, stream, type, last_sequence, stream_sequence, stream_created, published)
select distinct
  on (event.source, event.subject) event.source,
  event.subject, stream, type, event.sequence, place.sequence, known_stream.created, published
from
  kit.event_place as place
  join kit.known_stream on known_stream.name = stream
  cross join lateral (
    select event_id, type, traceparent, envelope
    from kit.event
    where event.id = place.id
    offset 0
  ) as content,
  lateral json_to_record((split_part(envelope, ',"data":', 1) || '}')::json) as event (source text, subject text, sequence bigint)
where published >= $1 and published < $2 and event.sequence is not null
order by event.source, event.subject, event.sequence desc, published desc
on conflict (source, subject) do update
set
  type = excluded.type,
  last_sequence = excluded.last_sequence,
  stream_sequence = excluded.stream_sequence,
  stream_created = excluded.stream_created,
  published = excluded.published
where
  excluded.last_sequence >= known.last_sequence
  -- a stream that has lost its end gives the sequence of a lost event to another one
  and (known.last_sequence, known.stream_sequence, known.stream_created, known.published) is distinct from (excluded.last_sequence, excluded.stream_sequence, excluded.stream_created, excluded.published)

-- kit-outbox-append
-- Parameters: $1 json
with
  -- the events
  published as (
    insert into kit.event (event_id, type, traceparent, envelope)
    select (event ->> 'id')::uuid, event ->> 'type', event ->> 'traceparent', event::text
    from json_array_elements($1::json) with ordinality as new (event, position)
    order by position
    returning id
  )
insert into kit.waiting_event (id)
select id
from published

-- kit-outbox-oldest
-- Columns: age double precision
select extract(epoch from clock_timestamp() - created)::float8 as age
from kit.event
where id = (select id from kit.waiting_event order by id limit 1)

-- kit-park-event
-- Parameters: $1 text, $2 text, $3 text, $4 text, $5 bigint or null, $6 text,
--   $7 double precision or null
insert into
  kit.parked_event as parked (consumer, event_id, source, subject, sequence, envelope, due)
values ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 ms')
on conflict (consumer, event_id) do update
set due = excluded.due

-- kit-parked-due
-- Parameters: $1 text, $2 bigint
-- Columns: event_id text, envelope text
select event_id, envelope
from kit.parked_event
where consumer = $1 and due <= clock_timestamp()
order by due
limit $2

-- kit-parked-released
-- Parameters: $1 text, $2 bigint
-- Columns: event_id text, envelope text
select parked.event_id, parked.envelope
from kit.parked_event parked join kit.event_position position using (consumer, source, subject)
where parked.consumer = $1 and parked.due is null and parked.sequence <= position.next_sequence
order by parked.source, parked.subject, parked.sequence
limit $2

-- kit-parked-successor
-- Parameters: $1 text, $2 text, $3 text, $4 bigint
-- Columns: event_id text, envelope text
select event_id, envelope
from kit.parked_event
where consumer = $1 and source = $2 and subject = $3 and sequence = $4

-- kit-purge-published-positions
-- Parameters: $1 timestamp with time zone or null, $2 double precision, $3 bigint
-- Columns: deleted integer
delete from kit.published_position
where
  ctid = any (
    array(
      select ctid
      from kit.published_position
      where published < coalesce($1::timestamptz, clock_timestamp()) - $2 * interval '1 day'
      limit $3
    )
  )
returning 1 as deleted

-- kit-put-back-between
-- Parameters: $1 text, $2 bigint, $3 bigint
-- Columns: lost integer
with
  -- the events that the stream has lost
  lost as (
    delete from kit.event_place
    where
      ctid = any (
        array(
          select ctid
          from kit.event_place
          where stream = $1 and sequence between $2 and $3
          order by sequence
          limit 5000
        )
      )
    returning id
  )
insert into kit.waiting_event (id, is_repeated)
select id, true
from lost
order by id
returning 1 as lost

-- kit-put-back-listed
-- Parameters: $1 text, $2 bigint[]
-- Columns: lost integer
with
  -- the events that the stream has lost
  lost as (
    delete from kit.event_place
    where
      ctid = any (
        array(
          select ctid
          from kit.event_place
          where stream = $1 and sequence = any ($2)
          order by sequence
          limit 5000
        )
      )
    returning id
  )
insert into kit.waiting_event (id, is_repeated)
select id, true
from lost
order by id
returning 1 as lost

-- kit-read-dead-letter
-- Parameters: $1 bigint
-- Columns: id bigint, consumer text, eventId text, type text, source text, subject text,
--   sequence bigint or null, tries integer, reason text, created timestamp with time zone,
--   envelope text
select
  id, consumer,
  event_id as "eventId",
  type, source, subject, sequence, tries, reason, created, envelope
from kit.dead_letter
where id = $1

-- kit-read-published-positions
-- Parameters: $1 text, $2 text, $3 timestamp with time zone, $4 text, $5 text, $6 double precision
-- Columns: source text, subject text, lastSequence bigint, published timestamp with time zone,
--   streamSequence bigint or null
select
  source, subject,
  last_sequence as "lastSequence",
  published,
  case when stream_created = known_stream.created then stream_sequence end as "streamSequence"
from kit.published_position join kit.known_stream on name = stream
where
  stream = $1
  and starts_with(type, $2)
  and (published, source, subject) > ($3, $4, $5)
  and published < clock_timestamp() - $6 * interval '1 ms'
order by published, source, subject
limit 1000

-- kit-read-quarantined
-- Parameters: $1 text, $2 text
-- Columns: eventId text, isDead boolean, envelope text
select event_id as "eventId", bool_or(dead) as "isDead", min(envelope) as envelope
from
  (
    (
      select event_id, true as dead, envelope
      from kit.dead_letter
      where consumer = $1 and event_id > $2
      order by event_id
      limit 200
    )
    union all
    (
      select event_id, false, envelope
      from kit.parked_event
      where consumer = $1 and event_id > $2
      order by event_id
      limit 200
    )
  ) as quarantined
group by event_id
order by event_id
limit 200

-- kit-read-reconciliation
-- Parameters: $1 text
-- Columns: isDone boolean, result text or null, age double precision or null
select
  requested_from is null as "isDone",
  result::text as result,
  extract(epoch from clock_timestamp() - finished)::float8 as age
from kit.reconciliation
where consumer = $1

-- kit-record-published
-- Parameters: $1 bigint[], $2 text[], $3 bigint[]
with
  -- the events that the stream has confirmed
  published as (delete from kit.waiting_event where id = any ($1) returning id)
insert into kit.event_place (stream, sequence, id)
select stream, sequence, id
from
  published
  join unnest($1, $2::text[], $3::bigint[]) as acknowledged (id, stream, sequence) using (id)

-- kit-remove-found-events
-- Parameters: $1 text
delete from kit.dead_letter as letter using kit.event_position as position
where
  letter.consumer = $1
  and letter.type = 'missing'
  and position.consumer = $1
  and position.source = letter.source
  and position.subject = letter.subject
  and letter.sequence < next_sequence

-- kit-remove-parked
-- Parameters: $1 text, $2 text
delete from kit.parked_event
where consumer = $1 and event_id = $2

-- kit-replay-dead-letters
-- Parameters: $1 text or null, $2 bigint or null
-- Columns: id bigint, consumer text, eventId text, type text, source text, subject text,
--   sequence bigint or null, tries integer, reason text, created timestamp with time zone
with
  -- the chosen dead letters
  letter as (
    delete from kit.dead_letter
    where ($1::text is null or event_id = $1 or id::text = $1) and ($2::bigint is null or id = $2)
    returning *
  ),
  -- their events, which are due now
  parked as (
    insert into
      kit.parked_event (consumer, event_id, source, subject, sequence, envelope, tries, due, reason)
    select consumer, event_id, source, subject, sequence, envelope, 0, clock_timestamp(), reason
    from letter
    where type <> 'missing'
    on conflict (consumer, event_id) do update
    set tries = 0, due = excluded.due
  )
select id, consumer, event_id as "eventId", type, source, subject, sequence, tries, reason, created
from letter
order by id

-- kit-request-reconciliation
-- Parameters: $1 text, $2 timestamp with time zone
insert into kit.reconciliation as known (consumer, requested_from)
values ($1, $2)
on conflict (consumer) do update
set requested_from = least(known.requested_from, excluded.requested_from)

-- kit-reused-sequence
-- Parameters: $1 text, $2 bigint[], $3 boolean[]
-- Columns: sequence bigint or null
select min(sequence) as sequence
from unnest($2::bigint[], $3::boolean[]) as acknowledged (sequence, is_duplicate)
where
  not is_duplicate
  or exists (
    select
    from kit.event_place as former
    where former.stream = $1 and former.sequence = acknowledged.sequence
  )

-- kit-save-known-stream
-- Parameters: $1 text, $2 text
insert into kit.known_stream (name, created)
values ($1, $2)
on conflict (name) do update
set created = excluded.created

-- kit-save-reconciliation
-- Parameters: $1 text, $2 timestamp with time zone, $3 json, $4 text or null
insert into kit.reconciliation as known (consumer, reconciled, finished, result)
values ($1, $2, clock_timestamp(), $3)
on conflict (consumer) do update
set
  reconciled = greatest(known.reconciled, excluded.reconciled),
  finished = excluded.finished,
  result = excluded.result,
  requested_from = case when known.xmin::text is distinct from $4 then known.requested_from end

-- kit-settings
-- Parameters: $1 jsonb
-- Columns: value text
select set_config(key, value, false) as value
from jsonb_each_text($1)

-- kit-start-position
-- Parameters: $1 text, $2 text, $3 text, $4 bigint or null
insert into kit.event_position (consumer, source, subject, next_sequence, first_sequence)
values ($1, $2, $3, $4, $4)
on conflict do nothing

-- kit-try-lock
-- Parameters: $1 integer, $2 text
-- Columns: locked boolean
select pg_try_advisory_lock($1, hashtext ($2)) as locked
