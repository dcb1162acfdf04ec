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
