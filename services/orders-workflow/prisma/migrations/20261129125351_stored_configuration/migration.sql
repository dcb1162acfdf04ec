-- CreateTable
CREATE TABLE "configuration_version" (
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "sequence" INTEGER NOT NULL,
    "content" TEXT,
    "changed" TIMESTAMPTZ(3) NOT NULL,
    "changed_by" TEXT NOT NULL,
    "note" TEXT,

    CONSTRAINT "configuration_version_pkey" PRIMARY KEY ("name","version")
);

-- CreateIndex
CREATE UNIQUE INDEX "configuration_version_sequence_key" ON "configuration_version"("sequence");

-- What Prisma's schema cannot say.

-- Who changed what and when stays as it was written.
REVOKE UPDATE, DELETE ON "configuration_version" FROM "orders_workflow_service";
