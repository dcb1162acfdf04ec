-- CreateTable
CREATE TABLE "erasure_key" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "secret" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "erasure_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "erasure" (
    "kind" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "erased" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "erasure_pkey" PRIMARY KEY ("kind", "subject", "erased")
);

-- CreateTable
CREATE TABLE "customer_erasure" (
    "customer_key" TEXT COLLATE "C" NOT NULL,
    "begun" TIMESTAMPTZ(3) NOT NULL,
    "newest_order" TIMESTAMPTZ(3),
    "order_ids" TEXT[] COLLATE "C" NOT NULL DEFAULT ARRAY[]::TEXT[],
    "identity" JSON NOT NULL,

    CONSTRAINT "customer_erasure_pkey" PRIMARY KEY ("customer_key")
);

-- CreateIndex
CREATE INDEX "erasure_erased_idx" ON "erasure"("erased");

-- What Prisma's schema cannot say.

ALTER TABLE "erasure_key" ADD CONSTRAINT "erasure_key_one" CHECK ("id" = 1);

-- The list of erasures must not say who was erased: without the key nobody finds a guessed address in it.
INSERT INTO "erasure_key" ("secret") VALUES (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- The keyed hash of an order or a customer (kind `Order` or `Customer`), as HMAC nests it.
CREATE FUNCTION "erasure_subject"("kind" text, "name" text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT encode(sha256(convert_to("secret", 'UTF8') || sha256(convert_to("secret" || $1 || ':' || $2, 'UTF8'))), 'hex')
    FROM "erasure_key"
$$;

GRANT SELECT ON "erasure_key" TO "orders_workflow_service";
REVOKE INSERT, UPDATE, DELETE ON "erasure_key" FROM "orders_workflow_service";
GRANT SELECT, INSERT ON "erasure" TO "orders_workflow_service";
REVOKE UPDATE, DELETE ON "erasure" FROM "orders_workflow_service";
GRANT SELECT, INSERT, UPDATE, DELETE ON "customer_erasure" TO "orders_workflow_service";
