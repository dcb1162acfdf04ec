-- AlterTable
ALTER TABLE "product_copy" ALTER COLUMN "tax_rate" SET DATA TYPE DECIMAL(16,4);
