-- DropIndex
DROP INDEX "ledger_line_account_number_store_id_posting_date_idx";

-- Also in the order of a search, and with the posting, which says whether a line is superseded: its matches are counted by the index alone.
-- CreateIndex
CREATE INDEX "ledger_line_account_store_idx" ON "ledger_line"("account_number", "store_id", "posting_date", "posting_id", "line_sequence");

-- What Prisma's schema cannot say.

-- The few lines that are booked to another store than their posting; the lines of all others are counted by their postings.
CREATE INDEX "ledger_line_elsewhere_idx" ON "ledger_line"("posting_date") WHERE "store_id" <> "posting_store_id";
