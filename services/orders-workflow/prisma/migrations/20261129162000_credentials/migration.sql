-- CreateTable
CREATE TABLE "credential" (
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "key_id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "changed" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "credential_pkey" PRIMARY KEY ("name")
);

-- What Prisma's schema cannot say.

GRANT SELECT, INSERT, UPDATE, DELETE ON "credential" TO "orders_workflow_service";
