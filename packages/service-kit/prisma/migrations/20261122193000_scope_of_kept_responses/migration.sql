-- {"token": of the claim, "storeIds": the stores that its client was limited to, null for all}. An earlier version notes nothing, and leaves the note
-- of the claim before when it takes a key over, so a note counts only with the token of its row. A row without one is replayed without the
-- check until it expires, 48 hours after the last process of that version at the latest.
alter table idempotency_key add column store_ids json;
