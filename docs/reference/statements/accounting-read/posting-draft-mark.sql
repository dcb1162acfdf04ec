-- posting-draft-mark
-- Parameters: $1 text, $2 text, $3 date, $4 timestamp with time zone
insert into
  posting_draft (source, store_id, currency_code, posting_date, has_changes, reasons, created_at)
values ('WebFulfillment', $1, $2, $3, true, '{}', $4)
on conflict (source, store_id, currency_code, posting_date) do update
set has_changes = true
where not posting_draft.has_changes
