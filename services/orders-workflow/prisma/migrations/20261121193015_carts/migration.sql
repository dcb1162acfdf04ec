-- CreateTable
CREATE TABLE "cart" (
    "id" TEXT NOT NULL,
    "store_id" TEXT,
    "version_number" INTEGER NOT NULL,
    "version_id" UUID NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "has_fixed_expiry" BOOLEAN NOT NULL,
    "versions" JSON NOT NULL,
    "document" JSON NOT NULL,

    CONSTRAINT "cart_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cart_order" (
    "cart_id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,

    CONSTRAINT "cart_order_pkey" PRIMARY KEY ("cart_id")
);

-- CreateIndex
CREATE INDEX "cart_expires_idx" ON "cart"("expires");

-- CreateIndex
CREATE UNIQUE INDEX "cart_order_order_id_key" ON "cart_order"("order_id");

-- AddForeignKey
ALTER TABLE "cart_order" ADD CONSTRAINT "cart_order_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- Compared byte by byte, as in every table of orders.
ALTER TABLE "cart" ALTER COLUMN "id" TYPE TEXT COLLATE "C";
ALTER TABLE "cart" ALTER COLUMN "store_id" TYPE TEXT COLLATE "C";
ALTER TABLE "cart_order" ALTER COLUMN "cart_id" TYPE TEXT COLLATE "C";
ALTER TABLE "cart_order" ALTER COLUMN "order_id" TYPE TEXT COLLATE "C";
