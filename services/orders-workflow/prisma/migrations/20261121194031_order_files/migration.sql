-- Files of orders: documents that are final once they are made, such as credit notes.
CREATE TABLE "order_file" (
    "order_id" TEXT NOT NULL,
    "asset_id" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "model" JSON NOT NULL,
    "content" BYTEA,

    CONSTRAINT "order_file_pkey" PRIMARY KEY ("order_id","asset_id")
);

ALTER TABLE "order_file" ADD CONSTRAINT "order_file_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A PDF is packed already: trying again would only cost time.
ALTER TABLE "order_file" ALTER COLUMN "content" SET STORAGE EXTERNAL;
