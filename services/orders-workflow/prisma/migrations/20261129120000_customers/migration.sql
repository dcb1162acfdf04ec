-- The customers of the orders that there are: the service lists them while it runs.
-- CreateTable
CREATE TABLE "order_customer" (
    "order_id" TEXT COLLATE "C" NOT NULL,
    "store_id" TEXT COLLATE "C" NOT NULL,
    "is_deleted" BOOLEAN NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "customer_key" TEXT COLLATE "C",
    "customer_text" TEXT COLLATE "C",
    "currency" TEXT COLLATE "C" NOT NULL,
    "turnover" DECIMAL(16,4) NOT NULL,
    "returned" DECIMAL(16,4) NOT NULL,

    CONSTRAINT "order_customer_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "customer_note" (
    "id" UUID NOT NULL,
    "customer_key" TEXT COLLATE "C" NOT NULL,
    "text" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "store_ids" TEXT[],

    CONSTRAINT "customer_note_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "order_customer_customer_key_created_idx" ON "order_customer"("customer_key", "created");

-- CreateIndex
CREATE INDEX "order_customer_customer_text_idx" ON "order_customer" USING GIN ("customer_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "customer_note_customer_key_created_idx" ON "customer_note"("customer_key", "created");

-- AddForeignKey
ALTER TABLE "order_customer" ADD CONSTRAINT "order_customer_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- The newest orders that name a customer.
CREATE INDEX "order_customer_named_idx" ON "order_customer"("created") WHERE "customer_key" IS NOT NULL AND NOT "is_deleted";

-- Notes go with the last order of their customer, and follow it to another key. Whoever takes the last order waits for who takes the last
-- but one, and for who writes a note, so that one of them sees that nothing is left.
CREATE FUNCTION "move_customer_notes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    next_key text := CASE WHEN TG_OP = 'UPDATE' THEN NEW."customer_key" END;
BEGIN
    PERFORM pg_advisory_xact_lock(7404, hashtext(OLD."customer_key"));
    IF EXISTS (SELECT FROM "order_customer" WHERE "customer_key" = OLD."customer_key") THEN
        RETURN NULL;
    END IF;
    IF next_key IS NULL THEN
        DELETE FROM "customer_note" WHERE "customer_key" = OLD."customer_key";
    ELSE
        UPDATE "customer_note" SET "customer_key" = next_key WHERE "customer_key" = OLD."customer_key";
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER "order_customer_gone" AFTER DELETE ON "order_customer"
    FOR EACH ROW WHEN (OLD."customer_key" IS NOT NULL) EXECUTE FUNCTION "move_customer_notes"();
CREATE TRIGGER "order_customer_renamed" AFTER UPDATE OF "customer_key" ON "order_customer"
    FOR EACH ROW WHEN (OLD."customer_key" IS NOT NULL AND OLD."customer_key" IS DISTINCT FROM NEW."customer_key")
    EXECUTE FUNCTION "move_customer_notes"();
