-- CreateTable
CREATE TABLE "saved_search" (
    "id" UUID NOT NULL,
    "owner" TEXT,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "document" JSON NOT NULL,

    CONSTRAINT "saved_search_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "saved_search_owner_idx" ON "saved_search"("owner");
