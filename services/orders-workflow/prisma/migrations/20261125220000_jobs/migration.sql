-- CreateTable
CREATE TABLE "job" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "note" TEXT,
    "store_ids" TEXT[],
    "created" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "correlation_id" TEXT NOT NULL,
    "started" TIMESTAMPTZ(3),
    "finished" TIMESTAMPTZ(3),
    "total" INTEGER NOT NULL,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_item" (
    "job_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "order_id" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "has_begun" BOOLEAN NOT NULL DEFAULT false,
    "outcome" TEXT,
    "reason" TEXT,
    "finished" TIMESTAMPTZ(3),

    CONSTRAINT "job_item_pkey" PRIMARY KEY ("job_id","position")
);

-- CreateIndex
CREATE INDEX "job_finished_idx" ON "job"("finished");

-- CreateIndex
CREATE INDEX "job_item_order_id_idx" ON "job_item"("order_id");

-- Only items that are still to be done have an entry. Prisma's schema cannot say it.
CREATE INDEX "job_item_open_idx" ON "job_item"("position", "job_id") WHERE "outcome" IS NULL;

-- AddForeignKey
ALTER TABLE "job_item" ADD CONSTRAINT "job_item_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE CASCADE;
