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
