-- CreateTable
CREATE TABLE "refund_request" (
    "id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "amount" DECIMAL(16,4) NOT NULL,
    "currency" TEXT NOT NULL,
    "reason" TEXT,
    "state" TEXT NOT NULL,
    "requested" TIMESTAMPTZ(3) NOT NULL,
    "requester" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "decided" TIMESTAMPTZ(3),
    "decider" TEXT,
    "decided_by" TEXT,
    "note" TEXT,
    "used" TIMESTAMPTZ(3),

    CONSTRAINT "refund_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refund_request_order_id_idx" ON "refund_request"("order_id");

-- CreateIndex
CREATE INDEX "refund_request_state_requested_idx" ON "refund_request"("state", "requested");

-- AddForeignKey
ALTER TABLE "refund_request" ADD CONSTRAINT "refund_request_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

GRANT SELECT, INSERT, UPDATE, DELETE ON "refund_request" TO "orders_workflow_service";
