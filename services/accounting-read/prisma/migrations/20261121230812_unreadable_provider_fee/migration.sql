-- AlterTable
ALTER TABLE "payment_transaction" ADD COLUMN     "unreadable_provider_fee" TEXT;
