-- The content of the current version is that of its order; it is stored with the version when the
-- next one supersedes it (ADR 55). Versions that have a content keep it.
ALTER TABLE "order_version" ALTER COLUMN "document" DROP NOT NULL;

-- Room for that update on the same page, so that the index needs no new entry.
ALTER TABLE "order_version" SET (fillfactor = 90);

CREATE VIEW "order_version_content" AS
SELECT v."order_id", v."version_number", v."version_id", v."created", v."created_by", v."operation", v."changed_fields",
    coalesce(v."document", o."document") AS "document"
FROM "order_version" AS v JOIN "order" AS o ON o."id" = v."order_id";
