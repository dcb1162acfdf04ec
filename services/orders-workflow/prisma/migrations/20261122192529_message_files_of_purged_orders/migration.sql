-- Files of messages go with their order, although a crash comes between; files that earlier versions kept are noted by the service when it starts.
-- AlterTable
ALTER TABLE "message" ADD COLUMN "kept_in" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[];

-- CreateTable
CREATE TABLE "message_file_removal" (
    "id" BIGSERIAL NOT NULL,
    "folder" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "message_id" UUID NOT NULL,
    "message_created" TIMESTAMPTZ(3) NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "message_file_removal_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "message_file_removal_folder_id_idx" ON "message_file_removal"("folder", "id");
