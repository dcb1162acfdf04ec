-- erasure-finish
-- Parameters: $1 text, $2 timestamp with time zone
with
  -- what was needed to finish, which names the customer
  gone as (delete from customer_erasure where customer_key = $1)
insert into erasure (kind, subject, erased)
values ('Customer', erasure_subject ('Customer', $1), $2)
on conflict do nothing
