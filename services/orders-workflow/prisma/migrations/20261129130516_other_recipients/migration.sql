-- CreateTable
CREATE TABLE "other_recipient_count" (
    "client" TEXT COLLATE "C" NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "other_recipient_count_pkey" PRIMARY KEY ("client","day")
);
