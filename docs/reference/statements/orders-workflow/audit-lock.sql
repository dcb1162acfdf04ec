-- audit-lock
-- Columns: locked void
select pg_advisory_xact_lock(6203912) as locked
