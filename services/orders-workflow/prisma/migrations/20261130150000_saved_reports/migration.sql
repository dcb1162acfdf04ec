-- CreateTable
CREATE TABLE "saved_report" (
    "id" UUID NOT NULL,
    "document" JSON NOT NULL,
    "next_due" TIMESTAMPTZ(3),

    CONSTRAINT "saved_report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_report_run" (
    "id" UUID NOT NULL,
    "saved_report_id" UUID NOT NULL,
    "due" TIMESTAMPTZ(3) NOT NULL,
    "is_by_hand" BOOLEAN NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "next_attempt" TIMESTAMPTZ(3),
    "ended" TIMESTAMPTZ(3),
    "failure_reason" TEXT,

    CONSTRAINT "saved_report_run_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "saved_report_run_saved_report_id_due_key" ON "saved_report_run"("saved_report_id", "due");

-- CreateIndex
CREATE INDEX "saved_report_run_next_attempt_idx" ON "saved_report_run"("next_attempt");

-- AddForeignKey
ALTER TABLE "saved_report_run" ADD CONSTRAINT "saved_report_run_saved_report_id_fkey" FOREIGN KEY ("saved_report_id") REFERENCES "saved_report"("id") ON DELETE CASCADE ON UPDATE CASCADE;

GRANT SELECT, INSERT, UPDATE, DELETE ON "saved_report", "saved_report_run" TO "orders_workflow_service";
