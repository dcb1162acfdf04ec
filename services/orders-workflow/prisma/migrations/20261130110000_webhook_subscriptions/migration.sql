-- CreateTable
CREATE TABLE "webhook_subscription" (
    "id" UUID NOT NULL,
    "document" JSON NOT NULL,
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_until" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_subscription_pkey" PRIMARY KEY ("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "webhook_subscription" TO "orders_workflow_service";
