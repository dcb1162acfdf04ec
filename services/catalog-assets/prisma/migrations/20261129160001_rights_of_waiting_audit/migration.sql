-- Tables have their rights by default only where their owner has said so.
GRANT SELECT, INSERT, DELETE ON "kit"."audit_waiting" TO "catalog_assets_service";
GRANT USAGE, SELECT ON SEQUENCE "kit"."audit_waiting_place_seq" TO "catalog_assets_service";
