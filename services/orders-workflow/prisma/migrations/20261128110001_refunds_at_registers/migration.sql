-- AlterTable
ALTER TABLE "order_return" ADD COLUMN     "register_id" TEXT;

-- CreateTable
CREATE TABLE "z_report_refund_waiting" (
    "order_id" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "version_number" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "z_report_refund_waiting_pkey" PRIMARY KEY ("order_id","store_id")
);

-- CreateIndex
CREATE INDEX "z_report_refund_waiting_store_id_idx" ON "z_report_refund_waiting"("store_id");

-- AddForeignKey
ALTER TABLE "z_report_refund_waiting" ADD CONSTRAINT "z_report_refund_waiting_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Texts are compared byte by byte.
ALTER TABLE "order_return" ALTER COLUMN "register_id" TYPE TEXT COLLATE "C";
ALTER TABLE "z_report_refund_waiting" ALTER COLUMN "order_id" TYPE TEXT COLLATE "C", ALTER COLUMN "store_id" TYPE TEXT COLLATE "C";

-- A return whose refund a register pays out waits for the report of that register, whatever its order is. The row is written with the
-- order, whose version is the one that a close must have seen.
CREATE FUNCTION "note_refund_at_register"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "z_report_refund_waiting" ("order_id", "store_id", "version_number")
        SELECT NEW."order_id", NEW."store_id", o."version_number" FROM "order" AS o WHERE o."id" = NEW."order_id"
        ON CONFLICT ("order_id", "store_id") DO UPDATE SET "version_number" = excluded."version_number";
    RETURN NULL;
END
$$;
CREATE TRIGGER "refund_at_register" AFTER INSERT OR UPDATE ON "order_return" FOR EACH ROW
    WHEN (NEW."register_id" IS NOT NULL) EXECUTE FUNCTION "note_refund_at_register"();
