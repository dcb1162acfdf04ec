-- CreateTable
CREATE TABLE "store_build" (
    "store_id" TEXT NOT NULL,
    "succeeded_at" TIMESTAMPTZ(3) NOT NULL,
    "due_day" DATE NOT NULL,

    CONSTRAINT "store_build_pkey" PRIMARY KEY ("store_id")
);
