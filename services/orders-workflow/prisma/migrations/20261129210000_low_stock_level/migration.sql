-- At how many available units a level is low; null: at those of the settings.
ALTER TABLE "inventory" ADD COLUMN "low_stock_at" DECIMAL(15,3);

-- What is low by a limit of its own, the fewest available first.
CREATE INDEX "inventory_low_by_own_idx" ON "inventory" (("quantity" - "reserved_quantity"), "sku_id", "warehouse_code")
  WHERE "quantity" - "reserved_quantity" <= "low_stock_at";
