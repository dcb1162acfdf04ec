-- Their places are taken by the indexes before. The name of the first is what a second open call is
-- refused by.
DROP INDEX "workflow_step_attempt_open_for_key";
ALTER INDEX "workflow_step_attempt_open_for_idx" RENAME TO "workflow_step_attempt_open_for_key";
DROP INDEX "message_created_idx";
