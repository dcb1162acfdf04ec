-- AlterTable
ALTER TABLE "order" ADD COLUMN     "told_payments" JSON;
