-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" BIGSERIAL NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "order_id" TEXT,
    "envelope" JSON NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "give_up" TIMESTAMPTZ(3) NOT NULL,
    "last_attempt" TIMESTAMPTZ(3),
    "last_status" INTEGER,
    "failure_reason" TEXT,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_lane" (
    "subscription_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "next_attempt" TIMESTAMPTZ(3) NOT NULL,
    "claim" INTEGER NOT NULL DEFAULT 0,
    "is_held" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "webhook_lane_pkey" PRIMARY KEY ("subscription_id","subject")
);

-- CreateTable
CREATE TABLE "product_copy" (
    "product_id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "name" TEXT,
    "brand" TEXT,
    "product_type" TEXT,
    "unit" TEXT,
    "main_image_url" TEXT,
    "tax_group" TEXT,
    "tax_rate" DECIMAL(9,4),
    "is_package" BOOLEAN NOT NULL,
    "is_bundle" BOOLEAN NOT NULL,
    "components" JSON NOT NULL,

    CONSTRAINT "product_copy_pkey" PRIMARY KEY ("product_id")
);

-- CreateTable
CREATE TABLE "product_copy_sku" (
    "sku_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "name" TEXT,
    "image_url" TEXT,
    "is_package" BOOLEAN NOT NULL,
    "is_bundle" BOOLEAN NOT NULL,
    "gtins" TEXT[],
    "price" DECIMAL(16,4),
    "cost" DECIMAL(16,4),
    "components" JSON NOT NULL,

    CONSTRAINT "product_copy_sku_pkey" PRIMARY KEY ("sku_id","product_id")
);

-- CreateIndex
CREATE INDEX "webhook_delivery_order_id_idx" ON "webhook_delivery"("order_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_created_idx" ON "webhook_delivery"("created");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_subscription_id_event_id_key" ON "webhook_delivery"("subscription_id", "event_id");

-- CreateIndex
CREATE INDEX "webhook_lane_subscription_id_next_attempt_idx" ON "webhook_lane"("subscription_id", "next_attempt");

-- CreateIndex
CREATE INDEX "product_copy_sku_product_id_idx" ON "product_copy_sku"("product_id");

-- AddForeignKey
ALTER TABLE "product_copy_sku" ADD CONSTRAINT "product_copy_sku_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product_copy"("product_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- Compared byte by byte, as in every table of orders.
ALTER TABLE "webhook_delivery" ALTER COLUMN "subscription_id" TYPE TEXT COLLATE "C", ALTER COLUMN "event_id" TYPE TEXT COLLATE "C",
    ALTER COLUMN "event_type" TYPE TEXT COLLATE "C", ALTER COLUMN "subject" TYPE TEXT COLLATE "C", ALTER COLUMN "order_id" TYPE TEXT COLLATE "C",
    ALTER COLUMN "state" TYPE TEXT COLLATE "C";
ALTER TABLE "webhook_lane" ALTER COLUMN "subscription_id" TYPE TEXT COLLATE "C", ALTER COLUMN "subject" TYPE TEXT COLLATE "C";
ALTER TABLE "product_copy_sku" DROP CONSTRAINT "product_copy_sku_product_id_fkey";
ALTER TABLE "product_copy" ALTER COLUMN "product_id" TYPE TEXT COLLATE "C";
ALTER TABLE "product_copy_sku" ALTER COLUMN "sku_id" TYPE TEXT COLLATE "C", ALTER COLUMN "product_id" TYPE TEXT COLLATE "C";
ALTER TABLE "product_copy_sku" ADD CONSTRAINT "product_copy_sku_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product_copy"("product_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What still waits, by its place in the lane.
CREATE INDEX "webhook_delivery_waiting_idx" ON "webhook_delivery"("subscription_id", "subject", "id") WHERE "state" = 'Waiting';

-- What was given up and waits for a person.
CREATE INDEX "webhook_delivery_given_up_idx" ON "webhook_delivery"("subscription_id") WHERE "state" = 'GivenUp';
