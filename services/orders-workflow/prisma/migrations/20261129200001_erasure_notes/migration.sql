-- AlterTable
ALTER TABLE "customer_erasure" ADD COLUMN     "notes" INTEGER NOT NULL DEFAULT 0;
