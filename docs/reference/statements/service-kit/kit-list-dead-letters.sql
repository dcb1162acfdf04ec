-- kit-list-dead-letters
-- Parameters: $1 text or null, $2 bigint or null, $3 bigint
-- Columns: id bigint, consumer text, eventId text, type text, source text, subject text,
--   sequence bigint or null, tries integer, reason text, created timestamp with time zone
select id, consumer, event_id as "eventId", type, source, subject, sequence, tries, reason, created
from kit.dead_letter
where ($1::text is null or consumer = $1) and ($2::bigint is null or id > $2)
order by id
limit $3
