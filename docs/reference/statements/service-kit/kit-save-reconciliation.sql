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
