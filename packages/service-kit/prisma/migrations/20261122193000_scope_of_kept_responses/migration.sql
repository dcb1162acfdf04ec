-- The stores that the token of the request was limited to; JSON null: all. SQL null: written by an earlier version, which did not note it;
-- such a row is replayed without the check until it expires, 48 hours after the upgrade at the latest.
alter table idempotency_key add column store_ids json;
