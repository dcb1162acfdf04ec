-- AlterTable
ALTER TABLE "payment_transaction" ADD COLUMN     "reduces_receivable" BOOLEAN NOT NULL DEFAULT false;
