ALTER TABLE "workflow_run" VALIDATE CONSTRAINT "workflow_run_transition_count_check";
ALTER TABLE "workflow_run" ALTER COLUMN "transition_count" SET NOT NULL;
ALTER TABLE "workflow_run" DROP CONSTRAINT "workflow_run_transition_count_check";
