-- CreateTable
CREATE TABLE "order" (
    "id" TEXT NOT NULL,
    "order_number" TEXT,
    "order_type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "market_id" TEXT,
    "customer_id" TEXT,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "modified" TIMESTAMPTZ(3) NOT NULL,
    "version_number" INTEGER NOT NULL,
    "version_id" UUID NOT NULL,
    "event_sequence" BIGINT NOT NULL,
    "is_deleted" BOOLEAN NOT NULL DEFAULT false,
    "document" JSON NOT NULL,

    CONSTRAINT "order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_version" (
    "order_id" TEXT NOT NULL,
    "version_number" INTEGER NOT NULL,
    "version_id" UUID NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT,
    "operation" TEXT NOT NULL,
    "changed_fields" TEXT[],
    "document" JSON NOT NULL,

    CONSTRAINT "order_version_pkey" PRIMARY KEY ("order_id","version_number")
);

-- CreateTable
CREATE TABLE "workflow_run" (
    "id" UUID NOT NULL,
    "order_id" TEXT NOT NULL,
    "shipment_id" TEXT,
    "return_id" TEXT,
    "status" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "started" TIMESTAMPTZ(3) NOT NULL,
    "finished" TIMESTAMPTZ(3),
    "started_by" TEXT,
    "plan" JSON NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "fencing_token" INTEGER NOT NULL,

    CONSTRAINT "workflow_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workflow_step_attempt" (
    "run_id" UUID NOT NULL,
    "step_id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "order_id" TEXT NOT NULL,
    "action_type" TEXT NOT NULL,
    "action_status" TEXT,
    "error_reason" TEXT,
    "message" TEXT,
    "input" JSON,
    "started" TIMESTAMPTZ(3) NOT NULL,
    "finished" TIMESTAMPTZ(3),
    "open_for" TEXT,

    CONSTRAINT "workflow_step_attempt_pkey" PRIMARY KEY ("run_id","step_id","attempt")
);

-- CreateIndex
CREATE INDEX "workflow_run_order_id_started_idx" ON "workflow_run"("order_id", "started");

-- CreateIndex
CREATE INDEX "workflow_run_lease_until_idx" ON "workflow_run"("lease_until");

-- CreateIndex
CREATE UNIQUE INDEX "workflow_step_attempt_open_for_key" ON "workflow_step_attempt"("open_for");

-- AddForeignKey
ALTER TABLE "order_version" ADD CONSTRAINT "order_version_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_run" ADD CONSTRAINT "workflow_run_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_step_attempt" ADD CONSTRAINT "workflow_step_attempt_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "workflow_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- Documents are long and repetitive: lz4 packs and unpacks them several times faster than the default. Not every build of Postgres has it.
DO $$
BEGIN
    ALTER TABLE "order" ALTER COLUMN "document" SET COMPRESSION lz4;
    ALTER TABLE "order_version" ALTER COLUMN "document" SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
    NULL;
END
$$;
