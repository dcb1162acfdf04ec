-- Addresses of stored files are kept without the public base, which answers and events begin with (ADR 27).
--
-- The base is a setting of the service that no script knows, and has perhaps changed since an address was written. It is found in the data: every
-- asset that is no link was given its url by this service, so what stands there before `/assets/{assetId}/{fileName}?v={sha256}` is a base of
-- ours. Addresses that begin with none of these stay, and so does the url of a link, wherever it leads.
create function pg_temp.without_base(document json, pattern text) returns json language plpgsql as $$
declare
  result text := regexp_replace(document::text, pattern, '\1\2', 'g');
  link record;
begin
  for link in
    select asset::text as stored, regexp_replace(asset::text, pattern, '\1\2', 'g') as changed
    from (
      select json_array_elements(document->'assets')
      union all
      select json_array_elements(variant->'assets') from json_array_elements(document->'variants') as variant
    ) as carried (asset)
    where asset->>'assetType' = 'ExternalCertification' and asset::text ~ pattern
  loop
    result := replace(result, link.changed, link.stored);
  end loop;
  return result::json;
end
$$;

do $$
declare
  bases text;
  pattern text;
begin
  select string_agg(distinct regexp_replace(base, '([^[:alnum:]])', '\\\1', 'g'), '|') into bases
  from (
    select substring(asset->>'url' from '^(https?://.*)/assets/[^/?#]+/[^/?#]+\?v=[0-9a-f]{64}$')
    from (
      select json_array_elements(document->'assets') from product
      union all
      select json_array_elements(variant->'assets') from product cross join json_array_elements(document->'variants') as variant
      union all
      select json_array_elements(document->'assets') from business_customer
    ) as carried (asset)
    where asset->>'assetType' is distinct from 'ExternalCertification'
  ) as found (base);
  if bases is null then return; end if;
  pattern := '("(?:url|mainImageUrl)":")(?:' || bases || ')(/assets/[^/?#"\\]+/[^/?#"\\]+\?v=[0-9a-f]{64}")';
  update product set document = pg_temp.without_base(document, pattern) where document::text ~ pattern;
  update product_version set document = pg_temp.without_base(document, pattern) where document::text ~ pattern;
  update business_customer set document = pg_temp.without_base(document, pattern) where document::text ~ pattern;
end
$$;

drop function pg_temp.without_base(json, text);
