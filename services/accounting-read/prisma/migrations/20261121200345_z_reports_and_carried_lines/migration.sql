-- AlterTable
ALTER TABLE "payment_transaction" ADD COLUMN     "provider_fee" DECIMAL(18,4),
ADD COLUMN     "transfers" JSON NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "z_report" (
    "z_report_id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "event_id" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "store_id" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "posting_date" DATE NOT NULL,
    "report" JSON NOT NULL,

    CONSTRAINT "z_report_pkey" PRIMARY KEY ("z_report_id","revision")
);

-- CreateTable
CREATE TABLE "z_report_draft" (
    "z_report_id" TEXT NOT NULL,
    "reasons" TEXT[],
    "tried_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "z_report_draft_pkey" PRIMARY KEY ("z_report_id")
);

-- CreateTable
CREATE TABLE "carried_line" (
    "id" BIGSERIAL NOT NULL,
    "posting_id" UUID NOT NULL,
    "store_id" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "from_date" DATE NOT NULL,
    "to_date" DATE NOT NULL,
    "side" TEXT NOT NULL,
    "line" JSON NOT NULL,
    "amount" DECIMAL(18,4) NOT NULL,
    "vat_amount" DECIMAL(18,4),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "carried_line_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "z_report_posting_date_store_id_idx" ON "z_report"("posting_date", "store_id");

-- CreateIndex
CREATE INDEX "carried_line_store_id_currency_code_to_date_idx" ON "carried_line"("store_id", "currency_code", "to_date");

-- CreateIndex
CREATE INDEX "carried_line_posting_id_idx" ON "carried_line"("posting_id");

-- AddForeignKey
ALTER TABLE "carried_line" ADD CONSTRAINT "carried_line_posting_id_fkey" FOREIGN KEY ("posting_id") REFERENCES "posting"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- What was told and what was carried is kept, whoever asks: by rights and by triggers (see the migration of rights).
REVOKE UPDATE, DELETE ON "z_report", "carried_line" FROM "oms_accounting_clerk";
CREATE TRIGGER "z_report_is_final" BEFORE UPDATE OR DELETE ON "z_report" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "z_report_is_kept" BEFORE TRUNCATE ON "z_report" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "carried_line_is_final" BEFORE UPDATE OR DELETE ON "carried_line" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "carried_line_is_kept" BEFORE TRUNCATE ON "carried_line" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

ALTER TABLE "carried_line" ADD CONSTRAINT "carried_line_side_check" CHECK ("side" IN ('debit', 'credit'));
ALTER TABLE "carried_line" ADD CONSTRAINT "carried_line_date_check" CHECK ("from_date" < "to_date");
ALTER TABLE "carried_line" ADD CONSTRAINT "carried_line_amount_check" CHECK ("amount" <> 0);
