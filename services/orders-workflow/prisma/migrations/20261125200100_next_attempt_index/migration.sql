-- Only runs that wait have an entry: one that does not writes none. Prisma's schema cannot say it.
CREATE INDEX CONCURRENTLY "workflow_run_next_attempt_idx" ON "workflow_run"("next_attempt") WHERE "next_attempt" IS NOT NULL;
