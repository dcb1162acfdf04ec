-- CreateTable
CREATE TABLE "order_return" (
    "order_id" TEXT COLLATE "C" NOT NULL,
    "place" INTEGER NOT NULL,
    "return_id" TEXT COLLATE "C" NOT NULL,
    "rma_number" TEXT COLLATE "C",
    "store_id" TEXT COLLATE "C" NOT NULL,
    "order_store_id" TEXT COLLATE "C" NOT NULL,
    "project_id" TEXT COLLATE "C",
    "is_deleted" BOOLEAN NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "modified" TIMESTAMPTZ(3) NOT NULL,
    "search_text" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "order_return_pkey" PRIMARY KEY ("order_id","place")
);

-- CreateIndex
CREATE INDEX "order_return_created_order_id_place_is_deleted_idx" ON "order_return"("created", "order_id", "place", "is_deleted");

-- CreateIndex
CREATE INDEX "order_return_modified_idx" ON "order_return"("modified");

-- CreateIndex
CREATE INDEX "order_return_rma_number_idx" ON "order_return"("rma_number");

-- CreateIndex
CREATE INDEX "order_return_store_id_created_idx" ON "order_return"("store_id", "created");

-- CreateIndex
CREATE INDEX "order_return_order_store_id_created_idx" ON "order_return"("order_store_id", "created");

-- CreateIndex
CREATE INDEX "order_return_project_id_idx" ON "order_return"("project_id");

-- CreateIndex
CREATE INDEX "order_return_search_text_idx" ON "order_return" USING GIN ("search_text" gin_trgm_ops);

-- AddForeignKey
ALTER TABLE "order_return" ADD CONSTRAINT "order_return_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- The return forms of the orders that there are; the next write of an order makes its rows as the service does.
INSERT INTO "order_return" ("order_id", "place", "return_id", "rma_number", "store_id", "order_store_id", "project_id", "is_deleted", "created",
    "modified", "search_text")
SELECT o."id", f.place - 1, left(coalesce(f.form ->> 'returnId', ''), 200), left(nullif(f.form ->> 'rmaNumber', ''), 200),
    coalesce(nullif(f.form ->> 'storeId', ''), o."store_id"), o."store_id", left(nullif(f.form #>> '{claim,projectId}', ''), 200), o."is_deleted",
    (f.form ->> 'created')::timestamptz, (f.form ->> 'modified')::timestamptz,
    left(lower(concat_ws(chr(10), f.form ->> 'returnId', f.form ->> 'rmaNumber', f.form ->> 'returnType', f.form ->> 'returnComment')), 8192)
FROM "order" AS o CROSS JOIN LATERAL json_array_elements(o."document" -> 'returnOrderForms') WITH ORDINALITY AS f (form, place);
