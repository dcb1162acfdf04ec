-- Ships with Postgres; the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- What there is of the feed of changes before the feed: one entry for each version, while the columns it is told from are still there.
CREATE TEMPORARY TABLE earlier_change ON COMMIT DROP AS
SELECT v."order_id", v."version_id", v."version_number", v."created", o."store_id", o."order_type"
FROM "order_version" v JOIN "order" o ON o."id" = v."order_id";

-- AlterTable
ALTER TABLE "order" DROP COLUMN "created",
DROP COLUMN "customer_id",
DROP COLUMN "market_id",
DROP COLUMN "modified",
DROP COLUMN "order_number",
DROP COLUMN "order_type",
DROP COLUMN "status",
ADD COLUMN     "status_before_deletion" TEXT;

-- CreateTable
CREATE TABLE "order_search" (
    "order_id" TEXT NOT NULL,
    "version_number" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "order_type" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "market_id" TEXT,
    "sales_channel" TEXT,
    "payment_status" TEXT NOT NULL,
    "inventory_status" TEXT NOT NULL,
    "tags" TEXT[],
    "shipping_methods" TEXT[],
    "is_deleted" BOOLEAN NOT NULL,
    "is_urgent" BOOLEAN NOT NULL,
    "has_errors" BOOLEAN NOT NULL,
    "order_number" TEXT,
    "customer_id" TEXT,
    "cart_id" TEXT,
    "secret_key_hash" BYTEA,
    "customer_name_key" TEXT,
    "total" DECIMAL(16,4) NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "modified" TIMESTAMPTZ(3) NOT NULL,
    "completed" TIMESTAMPTZ(3),
    "ready_for_pickup" TIMESTAMPTZ(3),
    "follow_up" TIMESTAMPTZ(3),
    "requested_delivery" TIMESTAMPTZ(3),
    "authorization_expires" TIMESTAMPTZ(3),
    "first_payment" TIMESTAMPTZ(3),
    "last_payment" TIMESTAMPTZ(3),

    CONSTRAINT "order_search_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "order_term" (
    "order_id" TEXT NOT NULL,
    "terms" TEXT[],
    "search_text" TEXT NOT NULL,
    "payments" JSONB NOT NULL,

    CONSTRAINT "order_term_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "order_count" (
    "key" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "order_type" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "market_id" TEXT,
    "sales_channel" TEXT,
    "payment_status" TEXT NOT NULL,
    "tags" TEXT[],
    "shipping_methods" TEXT[],
    "count" BIGINT NOT NULL,

    CONSTRAINT "order_count_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "order_count_delta" (
    "id" BIGSERIAL NOT NULL,
    "status" TEXT NOT NULL,
    "order_type" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "market_id" TEXT,
    "sales_channel" TEXT,
    "payment_status" TEXT NOT NULL,
    "tags" TEXT[],
    "shipping_methods" TEXT[],
    "count" INTEGER NOT NULL,

    CONSTRAINT "order_count_delta_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_change_pending" (
    "id" BIGSERIAL NOT NULL,
    "order_id" TEXT NOT NULL,
    "version_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "occurred" TIMESTAMPTZ(3) NOT NULL,
    "store_id" TEXT NOT NULL,
    "order_type" TEXT NOT NULL,

    CONSTRAINT "order_change_pending_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_change" (
    "position" BIGINT NOT NULL,
    "order_id" TEXT NOT NULL,
    "version_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "occurred" TIMESTAMPTZ(3) NOT NULL,
    "store_id" TEXT NOT NULL,
    "order_type" TEXT NOT NULL,

    CONSTRAINT "order_change_pkey" PRIMARY KEY ("position")
);

-- CreateTable
CREATE TABLE "scroll" (
    "id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "total_hits" INTEGER NOT NULL,
    "batch_count" INTEGER NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scroll_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scroll_batch" (
    "scroll_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "order_ids" TEXT[],
    "version_numbers" INTEGER[],

    CONSTRAINT "scroll_batch_pkey" PRIMARY KEY ("scroll_id","number")
);

-- CreateTable
CREATE TABLE "number_sequence" (
    "name" TEXT NOT NULL,
    "last_number" BIGINT NOT NULL,

    CONSTRAINT "number_sequence_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "message" (
    "id" UUID NOT NULL,
    "order_id" TEXT,
    "kind" TEXT NOT NULL,
    "connector" TEXT NOT NULL,
    "content" JSON NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "next_attempt" TIMESTAMPTZ(3),
    "sent" TIMESTAMPTZ(3),
    "failure_reason" TEXT,

    CONSTRAINT "message_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "order_search_created_order_id_idx" ON "order_search"("created", "order_id");

-- CreateIndex
CREATE INDEX "order_search_modified_order_id_idx" ON "order_search"("modified", "order_id");

-- CreateIndex
CREATE INDEX "order_search_customer_name_key_order_id_idx" ON "order_search"("customer_name_key", "order_id");

-- CreateIndex
CREATE INDEX "order_search_total_order_id_idx" ON "order_search"("total", "order_id");

-- CreateIndex
CREATE INDEX "order_search_status_order_id_idx" ON "order_search"("status", "order_id");

-- CreateIndex
CREATE INDEX "order_search_status_desc_order_id_idx" ON "order_search"("status" DESC, "order_id");

-- CreateIndex
CREATE INDEX "order_search_store_id_order_id_idx" ON "order_search"("store_id", "order_id");

-- CreateIndex
CREATE INDEX "order_search_store_id_desc_order_id_idx" ON "order_search"("store_id" DESC, "order_id");

-- CreateIndex
CREATE INDEX "order_search_store_id_status_created_order_id_idx" ON "order_search"("store_id", "status", "created" DESC, "order_id");

-- CreateIndex
CREATE INDEX "order_search_status_created_order_id_idx" ON "order_search"("status", "created" DESC, "order_id");

-- CreateIndex
CREATE INDEX "order_search_customer_id_created_idx" ON "order_search"("customer_id", "created");

-- CreateIndex
CREATE INDEX "order_search_order_number_idx" ON "order_search"("order_number");

-- CreateIndex
CREATE INDEX "order_search_cart_id_idx" ON "order_search"("cart_id");

-- CreateIndex
CREATE INDEX "order_search_secret_key_hash_idx" ON "order_search"("secret_key_hash");

-- CreateIndex
CREATE INDEX "order_search_last_payment_idx" ON "order_search"("last_payment");

-- CreateIndex
CREATE INDEX "order_search_completed_idx" ON "order_search"("completed");

-- CreateIndex
CREATE INDEX "order_search_authorization_expires_idx" ON "order_search"("authorization_expires");

-- CreateIndex
CREATE INDEX "order_term_terms_idx" ON "order_term" USING GIN ("terms");

-- CreateIndex
CREATE INDEX "order_term_search_text_idx" ON "order_term" USING GIN ("search_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "scroll_client_id_idx" ON "scroll"("client_id");

-- CreateIndex
CREATE INDEX "scroll_expires_idx" ON "scroll"("expires");

-- CreateIndex
CREATE INDEX "message_next_attempt_idx" ON "message"("next_attempt");

-- CreateIndex
CREATE INDEX "message_order_id_idx" ON "message"("order_id");

-- AddForeignKey
ALTER TABLE "order_search" ADD CONSTRAINT "order_search_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_term" ADD CONSTRAINT "order_term_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scroll_batch" ADD CONSTRAINT "scroll_batch_scroll_id_fkey" FOREIGN KEY ("scroll_id") REFERENCES "scroll"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- Texts are compared byte by byte, so that order and equality depend on nothing that is installed beside the database. Columns that are
-- joined must agree, so every table of orders has it, and each later one must.
DO $$
DECLARE
    of_order RECORD;
BEGIN
    FOR of_order IN
        SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND data_type = 'text' AND table_name NOT LIKE '\_prisma%'
    LOOP
        EXECUTE format('ALTER TABLE %I ALTER COLUMN %I TYPE TEXT COLLATE "C"', of_order.table_name, of_order.column_name);
    END LOOP;
END
$$;

INSERT INTO "order_change_pending" ("order_id", "version_id", "kind", "occurred", "store_id", "order_type")
SELECT "order_id", "version_id", CASE WHEN "version_number" = 1 THEN 'created' ELSE 'updated' END, "created", "store_id", "order_type"
FROM "earlier_change" ORDER BY "created", "order_id", "version_number";

-- Sorting and counting read many of these rows and never the texts, which therefore stand apart from them.
ALTER TABLE "order_term" SET (toast_tuple_target = 128);
-- Rows of these tables come and go: their dead ones must not pile up between two visits of autovacuum.
ALTER TABLE "order_count_delta" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
ALTER TABLE "order_change_pending" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
