-- CreateTable
CREATE TABLE "order_field" (
    "order_id" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C",
    "number" DECIMAL(21,6),

    CONSTRAINT "order_field_pkey" PRIMARY KEY ("order_id","key")
);

-- CreateTable
CREATE TABLE "searchable_field" (
    "key" TEXT COLLATE "C" NOT NULL,
    "type" TEXT NOT NULL,

    CONSTRAINT "searchable_field_pkey" PRIMARY KEY ("key")
);

-- AddForeignKey
ALTER TABLE "order_field" ADD CONSTRAINT "order_field_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say: a value is a number or a text, and each has an index in both sort orders, ties by ascending id.
ALTER TABLE "order_field" ADD CONSTRAINT "order_field_value_check" CHECK (num_nonnulls("value", "number") = 1);
CREATE INDEX "order_field_value_idx" ON "order_field"("key", "value", "order_id") WHERE "value" IS NOT NULL;
CREATE INDEX "order_field_value_desc_idx" ON "order_field"("key", "value" DESC, "order_id") WHERE "value" IS NOT NULL;
CREATE INDEX "order_field_number_idx" ON "order_field"("key", "number", "order_id") WHERE "number" IS NOT NULL;
CREATE INDEX "order_field_number_desc_idx" ON "order_field"("key", "number" DESC, "order_id") WHERE "number" IS NOT NULL;

-- What the service may do.
GRANT SELECT, INSERT, UPDATE, DELETE ON "order_field" TO "orders_workflow_service";
GRANT SELECT, INSERT, UPDATE, DELETE ON "searchable_field" TO "orders_workflow_service";
