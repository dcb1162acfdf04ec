-- AlterTable
ALTER TABLE "message" ADD COLUMN     "resend_of" UUID,
ADD COLUMN     "resent_by" TEXT,
ADD COLUMN     "template" TEXT;
