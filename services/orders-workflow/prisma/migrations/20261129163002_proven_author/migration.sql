-- AlterTable
ALTER TABLE "order_version" ADD COLUMN "proven_by" TEXT;

-- What Prisma's schema cannot say: the view has the column too.
CREATE OR REPLACE VIEW "order_version_content" AS
SELECT v."order_id", v."version_number", v."version_id", v."created", v."created_by", v."operation", v."changed_fields",
    coalesce(v."document", o."document") AS "document", v."proven_by"
FROM "order_version" AS v JOIN "order" AS o ON o."id" = v."order_id";
