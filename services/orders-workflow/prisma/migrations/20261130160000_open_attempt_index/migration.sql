-- Only attempts whose outside call is under way have an entry: most never have one, and wrote an entry
-- of null. Prisma's schema cannot say it.
CREATE UNIQUE INDEX CONCURRENTLY "workflow_step_attempt_open_for_idx" ON "workflow_step_attempt"("open_for") WHERE "open_for" IS NOT NULL;
