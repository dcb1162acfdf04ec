-- Takes the hashes of passwords out of versions of people that no longer count: those that were given in the browser before the gateway kept
-- them. What is under a name of the gateway (kept$) is none. The service itself may not change versions. Returns of how many.
CREATE FUNCTION "erase_former_hashes"() RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = "public", "pg_temp" AS $$
DECLARE
    "erased" BIGINT;
BEGIN
    UPDATE "configuration_version" AS "former"
        SET "content" = regexp_replace("content", '("passwordHash"\s*:\s*)"scrypt\$[^"]*"', '\1null', 'g')
        WHERE "name" = 'users.json' AND "content" ~ '"passwordHash"\s*:\s*"scrypt\$'
            AND EXISTS (SELECT FROM "configuration_version" AS "later"
                WHERE "later"."name" = "former"."name" AND "later"."version" > "former"."version");
    GET DIAGNOSTICS "erased" = ROW_COUNT;
    RETURN "erased";
END
$$;
REVOKE ALL ON FUNCTION "erase_former_hashes"() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "erase_former_hashes"() TO "orders_workflow_service";

SELECT "erase_former_hashes"();
