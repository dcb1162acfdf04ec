-- Only runs that are held have an entry. Prisma's schema cannot say it.
CREATE INDEX CONCURRENTLY "workflow_run_held_idx" ON "workflow_run"("order_id") WHERE "state" = 'Held';
