-- Only runs that are not finished have an entry, by state: the queue of work is read without passing
-- those that nobody needs to look at. Prisma's schema cannot say it.
CREATE INDEX CONCURRENTLY "workflow_run_state_started_idx" ON "workflow_run"("state", "started", "id") WHERE "state" <> 'Finished';
