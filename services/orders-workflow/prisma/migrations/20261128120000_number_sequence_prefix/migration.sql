-- AlterTable
ALTER TABLE "number_sequence" ADD COLUMN     "prefix" TEXT;
