-- Runs that were written before "transition_count" was there get it, so that "hops" is no longer read.
-- A process of the former version still reads it, and the trigger still writes both: a later version
-- drops "hops" and the trigger. The constraint spares SET NOT NULL its look at every row.
UPDATE "workflow_run" SET "transition_count" = "hops" WHERE "transition_count" IS NULL;
ALTER TABLE "workflow_run" ADD CONSTRAINT "workflow_run_transition_count_check" CHECK ("transition_count" IS NOT NULL) NOT VALID;
