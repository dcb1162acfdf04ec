-- CreateTable
CREATE TABLE "audit_sent" (
    "id" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "audit_sent_pkey" PRIMARY KEY ("id")
);

-- The one row: nothing was sent.
INSERT INTO "audit_sent" ("id", "sequence") VALUES (1, 0);

GRANT SELECT, UPDATE ON "audit_sent" TO "orders_workflow_service";
