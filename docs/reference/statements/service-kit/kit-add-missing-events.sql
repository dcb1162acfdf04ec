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
