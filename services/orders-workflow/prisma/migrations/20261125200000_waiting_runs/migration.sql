-- Columns without a default: no row is rewritten.
ALTER TABLE "workflow_run" ADD COLUMN "next_attempt" TIMESTAMPTZ(3), ADD COLUMN "waiting" JSON;
ALTER TABLE "workflow_step_attempt" ADD COLUMN "reason_class" TEXT;
