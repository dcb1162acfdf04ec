-- AlterTable
ALTER TABLE "customer_note" ADD COLUMN     "edited" TIMESTAMPTZ(3),
ADD COLUMN     "is_pinned" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "mentions" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "colleague" (
    "person" TEXT NOT NULL,
    "user_name" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "store_ids" TEXT[],
    "seen" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "colleague_pkey" PRIMARY KEY ("person")
);

-- CreateTable
CREATE TABLE "staff_notification" (
    "id" BIGSERIAL NOT NULL,
    "person" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "order_id" TEXT,
    "customer_key" TEXT,
    "store_id" TEXT,
    "subject" TEXT,
    "text" TEXT,
    "by" TEXT,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "read" TIMESTAMPTZ(3),

    CONSTRAINT "staff_notification_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "staff_notification_person_read_id_idx" ON "staff_notification"("person", "read", "id");

-- CreateIndex
CREATE INDEX "staff_notification_person_id_idx" ON "staff_notification"("person", "id");

-- CreateIndex
CREATE INDEX "staff_notification_order_id_idx" ON "staff_notification"("order_id");

-- CreateIndex
CREATE INDEX "staff_notification_created_idx" ON "staff_notification"("created");

-- CreateIndex
CREATE UNIQUE INDEX "staff_notification_person_source_key" ON "staff_notification"("person", "source");
