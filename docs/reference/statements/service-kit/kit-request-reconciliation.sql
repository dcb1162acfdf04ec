-- kit-request-reconciliation
-- Parameters: $1 text, $2 timestamp with time zone
insert into kit.reconciliation as known (consumer, requested_from)
values ($1, $2)
on conflict (consumer) do update
set requested_from = least(known.requested_from, excluded.requested_from)
