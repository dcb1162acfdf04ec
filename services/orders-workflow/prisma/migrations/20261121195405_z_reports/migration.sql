-- CreateTable
CREATE TABLE "z_report" (
    "z_report_id" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "z_report_number" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL,
    "date_closed" TIMESTAMPTZ(3) NOT NULL,
    "request" JSON NOT NULL,
    "document" JSON NOT NULL,

    CONSTRAINT "z_report_pkey" PRIMARY KEY ("z_report_id")
);

-- CreateTable
CREATE TABLE "z_report_number" (
    "store_id" TEXT NOT NULL,
    "number" BIGINT NOT NULL,

    CONSTRAINT "z_report_number_pkey" PRIMARY KEY ("store_id")
);

-- CreateTable
CREATE TABLE "z_report_order" (
    "order_id" TEXT NOT NULL,
    "z_report_id" TEXT NOT NULL,

    CONSTRAINT "z_report_order_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "z_report_waiting" (
    "order_id" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,

    CONSTRAINT "z_report_waiting_pkey" PRIMARY KEY ("order_id")
);

-- CreateIndex
CREATE INDEX "z_report_date_closed_z_report_id_idx" ON "z_report"("date_closed" DESC, "z_report_id");

-- CreateIndex
CREATE INDEX "z_report_store_id_date_closed_z_report_id_idx" ON "z_report"("store_id", "date_closed" DESC, "z_report_id");

-- CreateIndex
CREATE UNIQUE INDEX "z_report_store_id_z_report_number_key" ON "z_report"("store_id", "z_report_number");

-- CreateIndex
CREATE INDEX "z_report_order_z_report_id_idx" ON "z_report_order"("z_report_id");

-- CreateIndex
CREATE INDEX "z_report_waiting_store_id_idx" ON "z_report_waiting"("store_id");

-- AddForeignKey
ALTER TABLE "z_report_order" ADD CONSTRAINT "z_report_order_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "z_report_waiting" ADD CONSTRAINT "z_report_waiting_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Texts are compared byte by byte.
ALTER TABLE "z_report" ALTER COLUMN "z_report_id" TYPE TEXT COLLATE "C", ALTER COLUMN "store_id" TYPE TEXT COLLATE "C";
ALTER TABLE "z_report_number" ALTER COLUMN "store_id" TYPE TEXT COLLATE "C";
ALTER TABLE "z_report_order" ALTER COLUMN "order_id" TYPE TEXT COLLATE "C", ALTER COLUMN "z_report_id" TYPE TEXT COLLATE "C";
ALTER TABLE "z_report_waiting" ALTER COLUMN "order_id" TYPE TEXT COLLATE "C", ALTER COLUMN "store_id" TYPE TEXT COLLATE "C";

-- A Pos order that was completed waits for the report of its register, whoever wrote it and however. Seldom enough to cost other orders nothing.
CREATE FUNCTION "note_completed_pos_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "z_report_waiting" ("order_id", "store_id")
        SELECT NEW."order_id", NEW."store_id" WHERE NOT EXISTS (SELECT FROM "z_report_order" WHERE "order_id" = NEW."order_id")
        ON CONFLICT ("order_id") DO UPDATE SET "store_id" = excluded."store_id" WHERE "z_report_waiting"."store_id" <> excluded."store_id";
    RETURN NULL;
END
$$;
CREATE TRIGGER "completed_pos_order" AFTER INSERT OR UPDATE ON "order_search" FOR EACH ROW
    WHEN (NEW."order_type" = 'Pos' AND NEW."status" = 'Completed') EXECUTE FUNCTION "note_completed_pos_order"();

-- Those that were completed before there were reports.
INSERT INTO "z_report_waiting" ("order_id", "store_id")
    SELECT "order_id", "store_id" FROM "order_search" WHERE "order_type" = 'Pos' AND "status" = 'Completed';
