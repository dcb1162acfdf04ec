-- CreateTable
CREATE TABLE "inventory" (
    "sku_id" TEXT NOT NULL,
    "warehouse_code" TEXT NOT NULL,
    "quantity" DECIMAL(15,3) NOT NULL,
    "reserved_quantity" DECIMAL(15,3) NOT NULL,
    "event_sequence" BIGINT NOT NULL,
    "modified" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "inventory_pkey" PRIMARY KEY ("sku_id","warehouse_code")
);

-- CreateTable
CREATE TABLE "inventory_movement" (
    "id" BIGSERIAL NOT NULL,
    "sku_id" TEXT NOT NULL,
    "warehouse_code" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "quantity_delta" DECIMAL(15,3) NOT NULL,
    "reserved_delta" DECIMAL(15,3) NOT NULL,
    "order_id" TEXT,
    "shipment_id" TEXT,
    "line_item_id" TEXT,
    "return_id" TEXT,
    "reason" TEXT,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "is_closed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "inventory_movement_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "inventory_movement_sku_id_warehouse_code_id_idx" ON "inventory_movement"("sku_id", "warehouse_code", "id");

-- CreateIndex
CREATE INDEX "inventory_movement_warehouse_code_id_idx" ON "inventory_movement"("warehouse_code", "id");

-- CreateIndex
CREATE INDEX "inventory_movement_order_id_id_idx" ON "inventory_movement"("order_id", "id");

-- What Prisma's schema cannot say.

-- Compared byte by byte, as in every table of orders.
ALTER TABLE "inventory"
    ALTER COLUMN "sku_id" TYPE TEXT COLLATE "C",
    ALTER COLUMN "warehouse_code" TYPE TEXT COLLATE "C";
ALTER TABLE "inventory_movement"
    ALTER COLUMN "sku_id" TYPE TEXT COLLATE "C",
    ALTER COLUMN "warehouse_code" TYPE TEXT COLLATE "C",
    ALTER COLUMN "kind" TYPE TEXT COLLATE "C",
    ALTER COLUMN "order_id" TYPE TEXT COLLATE "C",
    ALTER COLUMN "shipment_id" TYPE TEXT COLLATE "C",
    ALTER COLUMN "line_item_id" TYPE TEXT COLLATE "C",
    ALTER COLUMN "return_id" TYPE TEXT COLLATE "C",
    ALTER COLUMN "reason" TYPE TEXT COLLATE "C";

-- Whatever a mistake of the program would write: stock is never less than nothing, and nothing is freed that was not reserved.
ALTER TABLE "inventory"
    ADD CONSTRAINT "inventory_quantity_check" CHECK ("quantity" >= 0),
    ADD CONSTRAINT "inventory_reserved_quantity_check" CHECK ("reserved_quantity" >= 0);
