-- AlterTable
ALTER TABLE "z_report_waiting" ADD COLUMN     "version_number" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "z_report_payment" (
    "order_id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "z_report_id" TEXT NOT NULL,

    CONSTRAINT "z_report_payment_pkey" PRIMARY KEY ("order_id","payment_id")
);

-- CreateIndex
CREATE INDEX "z_report_payment_z_report_id_idx" ON "z_report_payment"("z_report_id");

-- AddForeignKey
ALTER TABLE "z_report_payment" ADD CONSTRAINT "z_report_payment_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Texts are compared byte by byte.
ALTER TABLE "z_report_payment" ALTER COLUMN "order_id" TYPE TEXT COLLATE "C", ALTER COLUMN "payment_id" TYPE TEXT COLLATE "C",
    ALTER COLUMN "z_report_id" TYPE TEXT COLLATE "C";

-- A Pos order of which a report may have to tell something: it is completed, it waits already, or it stands in a report and has changed. The
-- update waits for a close that is taking the order in; what the close has not seen is noted behind it.
DROP TRIGGER "completed_pos_order" ON "order_search";
DROP FUNCTION "note_completed_pos_order"();
CREATE FUNCTION "note_unreported_pos_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "z_report_waiting" SET "store_id" = NEW."store_id", "version_number" = NEW."version_number" WHERE "order_id" = NEW."order_id";
    IF NOT FOUND AND (NEW."status" = 'Completed' OR EXISTS (SELECT FROM "z_report_order" WHERE "order_id" = NEW."order_id")) THEN
        INSERT INTO "z_report_waiting" ("order_id", "store_id", "version_number") VALUES (NEW."order_id", NEW."store_id", NEW."version_number")
            ON CONFLICT ("order_id") DO UPDATE SET "store_id" = excluded."store_id", "version_number" = excluded."version_number";
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER "unreported_pos_order" AFTER INSERT OR UPDATE ON "order_search" FOR EACH ROW
    WHEN (NEW."order_type" = 'Pos') EXECUTE FUNCTION "note_unreported_pos_order"();

-- What the reports that there are have counted: the payments that their orders had then. What came later waits for the next report.
INSERT INTO "z_report_payment" ("order_id", "payment_id", "z_report_id")
    SELECT DISTINCT o."order_id", p.payment ->> 'id', o."z_report_id"
    FROM "z_report_order" AS o JOIN "z_report" AS r ON r."z_report_id" = o."z_report_id"
    CROSS JOIN LATERAL (
        SELECT v."document" FROM "order_version" AS v
        WHERE v."order_id" = o."order_id" AND v."created" <= (r."document" ->> 'modified')::timestamptz
        ORDER BY v."version_number" DESC LIMIT 1
    ) AS seen
    CROSS JOIN LATERAL json_array_elements(seen."document" #> '{orderForm,payments}') AS p (payment)
    WHERE p.payment ->> 'status' IN ('Processed', 'Paid', 'Approved') AND p.payment ->> 'transactionType' NOT IN ('Authorization', 'Void');
INSERT INTO "z_report_waiting" ("order_id", "store_id", "version_number")
    SELECT o."id", o."store_id", o."version_number"
    FROM "z_report_order" AS z JOIN "z_report" AS r ON r."z_report_id" = z."z_report_id" JOIN "order" AS o ON o."id" = z."order_id"
    WHERE EXISTS (
        SELECT FROM "order_version" AS v WHERE v."order_id" = o."id" AND v."created" > (r."document" ->> 'modified')::timestamptz
    )
    ON CONFLICT ("order_id") DO NOTHING;
