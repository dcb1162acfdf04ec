-- Columns without a default: no row is rewritten.
ALTER TABLE "workflow_run" ADD COLUMN "next_attempt" TIMESTAMPTZ(3), ADD COLUMN "waiting" JSON;
ALTER TABLE "workflow_step_attempt" ADD COLUMN "reason_class" TEXT;

-- Only runs that wait have an entry: one that does not writes none. Prisma's schema cannot say it.
CREATE INDEX "workflow_run_next_attempt_idx" ON "workflow_run"("next_attempt") WHERE "next_attempt" IS NOT NULL;
