-- What a run leads on to, and how many status changes have led to it.
ALTER TABLE "workflow_run" ADD COLUMN "hops" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "workflow_run" ADD COLUMN "next" JSON NOT NULL DEFAULT '[]';

-- Runs are removed some time after their end.
CREATE INDEX "workflow_run_finished_idx" ON "workflow_run"("finished");

-- An attempt that another one has followed: its outcome is not the step's.
ALTER TABLE "workflow_step_attempt" ADD COLUMN "is_retried" BOOLEAN NOT NULL DEFAULT false;

-- Who is modifying an order over several transactions, where the tenant wants others to be turned away meanwhile.
CREATE TABLE "order_lock" (
    "order_id" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_lock_pkey" PRIMARY KEY ("order_id")
);
