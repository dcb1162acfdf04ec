-- CreateTable
CREATE TABLE "refund_day" (
    "subject" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "currency" TEXT NOT NULL,
    "amount" DECIMAL(16,4) NOT NULL,

    CONSTRAINT "refund_day_pkey" PRIMARY KEY ("subject","day","currency")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "refund_day" TO "orders_workflow_service";
