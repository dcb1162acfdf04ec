-- The effect of the request is there, and its last word is not: if its process dies, this is the answer.
alter table idempotency_key add column is_interim boolean not null default false;
