-- What reports and BI tools may read (docs/reference/reporting-views.md): stable columns, without personal data. A view reads with the
-- rights of its owner, so that who may read it needs no others; deploy/postgres/roles/service-database.sql says who that is.
CREATE SCHEMA IF NOT EXISTS "reporting";

CREATE VIEW "reporting"."products" AS SELECT
  p.product_id AS "product_id",
  (p.document ->> 'name') AS "name",
  (p.document ->> 'brand') AS "brand",
  (p.document ->> 'productType') AS "product_type",
  (p.document ->> 'unit') AS "unit",
  (p.document ->> 'price')::numeric AS "price",
  (p.document ->> 'cost')::numeric AS "cost",
  (p.document ->> 'taxGroupCode') AS "tax_group_code",
  p.is_package AS "is_package",
  p.is_bundle AS "is_bundle",
  p.created AS "created_at",
  p.modified AS "changed_at"
  FROM "public"."product" AS p;
COMMENT ON VIEW "reporting"."products" IS 'Products of the catalogue, one row each.';
COMMENT ON COLUMN "reporting"."products"."product_id" IS 'Identifies the product.';
COMMENT ON COLUMN "reporting"."products"."name" IS 'What it is called.';
COMMENT ON COLUMN "reporting"."products"."brand" IS 'The brand.';
COMMENT ON COLUMN "reporting"."products"."product_type" IS 'The type, in a word of the client.';
COMMENT ON COLUMN "reporting"."products"."unit" IS 'What is counted or measured.';
COMMENT ON COLUMN "reporting"."products"."price" IS 'Per unit, with tax; variants may have others.';
COMMENT ON COLUMN "reporting"."products"."cost" IS 'What a unit costs the shop, without tax.';
COMMENT ON COLUMN "reporting"."products"."tax_group_code" IS 'The tax group.';
COMMENT ON COLUMN "reporting"."products"."is_package" IS 'Whether it is a package of products.';
COMMENT ON COLUMN "reporting"."products"."is_bundle" IS 'Whether the customer chooses what is in the package.';
COMMENT ON COLUMN "reporting"."products"."created_at" IS 'When it was created.';
COMMENT ON COLUMN "reporting"."products"."changed_at" IS 'When it was last changed.';

CREATE VIEW "reporting"."product_skus" AS SELECT
  k.code AS "sku_id",
  k.product_id AS "product_id"
  FROM "public"."product_code" AS k
  WHERE k.is_sku;
COMMENT ON VIEW "reporting"."product_skus" IS 'What can be ordered, one row for each SKU: a variant, or a product without variants.';
COMMENT ON COLUMN "reporting"."product_skus"."sku_id" IS 'The SKU.';
COMMENT ON COLUMN "reporting"."product_skus"."product_id" IS 'The product.';
